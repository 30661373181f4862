-- Orders of persons, as their projects file them; the lines of one as JSON, each with what was given of it.
CREATE TABLE purchase (
    project     INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    purchase    INTEGER NOT NULL,
    id_hash     BLOB    NOT NULL,
    id          TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    expires     INTEGER,
    gift        INTEGER NOT NULL,
    returned    INTEGER NOT NULL,
    merchant    TEXT,
    lines       TEXT,
    PRIMARY KEY (project, person, purchase)
);
CREATE UNIQUE INDEX purchase_by_id ON purchase (project, person, id_hash);
CREATE INDEX purchase_by_time ON purchase (project, person, at, purchase);
CREATE INDEX purchase_by_end ON purchase (project, person, expires) WHERE expires IS NOT NULL;
-- For the sweep, which looks for ends across persons.
CREATE INDEX purchase_expires ON purchase (expires) WHERE expires IS NOT NULL;

CREATE TABLE purchase_version (
    project     INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    purchase    INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL,
    expires     INTEGER,
    gift        INTEGER NOT NULL,
    returned    INTEGER NOT NULL,
    merchant    TEXT,
    lines       TEXT,
    PRIMARY KEY (project, person, purchase, version)
);
