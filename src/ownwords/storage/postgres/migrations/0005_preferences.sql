-- What is kept of a person under the six keys: a memory is one declared or inferred value, in versions.
CREATE TABLE preference (
    project  BIGINT NOT NULL,
    person   BIGINT NOT NULL,
    memory   BIGINT NOT NULL,
    id       TEXT   NOT NULL,
    key      TEXT   NOT NULL,
    declared BIGINT NOT NULL,
    active   BIGINT NOT NULL,
    version  BIGINT NOT NULL,
    PRIMARY KEY (project, person, memory)
) /* by person */;
CREATE UNIQUE INDEX preference_in_force ON preference (project, person, key, declared) WHERE active = 1;

-- The value as JSON: one size or the names, as they were said.
CREATE TABLE preference_version (
    project  BIGINT NOT NULL,
    person   BIGINT NOT NULL,
    memory   BIGINT NOT NULL,
    version  BIGINT NOT NULL,
    declared BIGINT NOT NULL,
    value    TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    by_whom  TEXT   NOT NULL,
    why      TEXT   NOT NULL,
    PRIMARY KEY (project, person, memory, version)
) /* by person */;

-- What each version stands on: words that were stated, a span of a message, a purchase, or nothing where the words
-- were forgotten; the names as JSON.
CREATE TABLE evidence (
    project      BIGINT NOT NULL,
    person       BIGINT NOT NULL,
    memory       BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    place        BIGINT NOT NULL,
    names        TEXT   NOT NULL,
    words        TEXT,
    item         BIGINT,
    item_version BIGINT,
    starts       BIGINT,
    ends         BIGINT,
    purchase     BIGINT,
    bought_at    BIGINT,
    PRIMARY KEY (project, person, memory, version, place)
) /* by person */;
CREATE INDEX evidence_by_item ON evidence (project, person, item) WHERE item IS NOT NULL;

CREATE TABLE consent (
    project BIGINT NOT NULL,
    person  BIGINT NOT NULL,
    key     TEXT   NOT NULL,
    given   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    by_whom TEXT   NOT NULL,
    PRIMARY KEY (project, person, key)
) /* by person */;

-- The planner needs no samples of what was said, and a forget would not find them.
ALTER TABLE preference_version ALTER COLUMN value SET STATISTICS 0;
ALTER TABLE evidence ALTER COLUMN names SET STATISTICS 0;
ALTER TABLE evidence ALTER COLUMN words SET STATISTICS 0;
