-- Orders of persons, as their projects file them; the lines of one as JSON, each with what was given of it.
CREATE TABLE purchase (
    project     BIGINT  NOT NULL,
    person      BIGINT  NOT NULL,
    purchase    BIGINT  NOT NULL,
    id_hash     BYTEA   NOT NULL,
    id          TEXT    NOT NULL,
    at          BIGINT  NOT NULL,
    version     BIGINT  NOT NULL,
    received_at BIGINT  NOT NULL,
    expires     BIGINT,
    gift        BIGINT  NOT NULL,
    returned    BIGINT  NOT NULL,
    merchant    TEXT,
    lines       TEXT,
    PRIMARY KEY (project, person, purchase)
) /* by person */;
CREATE UNIQUE INDEX purchase_by_id ON purchase (project, person, id_hash);
CREATE INDEX purchase_by_time ON purchase (project, person, at, purchase);
CREATE INDEX purchase_by_end ON purchase (project, person, expires) WHERE expires IS NOT NULL;
-- For the sweep, which looks for ends across persons.
CREATE INDEX purchase_expires ON purchase (expires) WHERE expires IS NOT NULL;

CREATE TABLE purchase_version (
    project     BIGINT  NOT NULL,
    person      BIGINT  NOT NULL,
    purchase    BIGINT  NOT NULL,
    version     BIGINT  NOT NULL,
    received_at BIGINT  NOT NULL,
    replaced_at BIGINT  NOT NULL,
    expires     BIGINT,
    gift        BIGINT  NOT NULL,
    returned    BIGINT  NOT NULL,
    merchant    TEXT,
    lines       TEXT,
    PRIMARY KEY (project, person, purchase, version)
) /* by person */;

-- The planner needs no samples of what was bought, and a forget would not find them.
ALTER TABLE purchase ALTER COLUMN id SET STATISTICS 0;
ALTER TABLE purchase ALTER COLUMN merchant SET STATISTICS 0;
ALTER TABLE purchase ALTER COLUMN lines SET STATISTICS 0;
ALTER TABLE purchase_version ALTER COLUMN merchant SET STATISTICS 0;
ALTER TABLE purchase_version ALTER COLUMN lines SET STATISTICS 0;
