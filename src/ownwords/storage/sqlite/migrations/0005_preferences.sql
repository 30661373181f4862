-- What is kept of a person under the six keys: a memory is one declared or inferred value, in versions.
CREATE TABLE preference (
    project  INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    memory   INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    declared INTEGER NOT NULL,
    active   INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    PRIMARY KEY (project, person, memory)
) WITHOUT ROWID;
CREATE UNIQUE INDEX preference_in_force ON preference (project, person, key, declared) WHERE active = 1;

-- The value as JSON: one size or the names, as they were said.
CREATE TABLE preference_version (
    project  INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    memory   INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    declared INTEGER NOT NULL,
    value    TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    by_whom  TEXT    NOT NULL,
    why      TEXT    NOT NULL,
    PRIMARY KEY (project, person, memory, version)
) WITHOUT ROWID;

-- What each version stands on: words that were stated, a span of a message, a purchase, or nothing where the words
-- were forgotten; the names as JSON.
CREATE TABLE evidence (
    project      INTEGER NOT NULL,
    person       INTEGER NOT NULL,
    memory       INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    place        INTEGER NOT NULL,
    names        TEXT    NOT NULL,
    words        TEXT,
    item         INTEGER,
    item_version INTEGER,
    starts       INTEGER,
    ends         INTEGER,
    purchase     INTEGER,
    bought_at    INTEGER,
    PRIMARY KEY (project, person, memory, version, place)
) WITHOUT ROWID;
CREATE INDEX evidence_by_item ON evidence (project, person, item) WHERE item IS NOT NULL;

CREATE TABLE consent (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    given   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    by_whom TEXT    NOT NULL,
    PRIMARY KEY (project, person, key)
) WITHOUT ROWID;
