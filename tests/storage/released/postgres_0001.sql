-- Project tables: one row a server, a project, a key. They hold nothing of any person.

CREATE TABLE server (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE project (
    project    BIGINT  NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    settings   TEXT    NOT NULL
);

CREATE TABLE api_key (
    hash       BYTEA  NOT NULL PRIMARY KEY,
    key        TEXT    NOT NULL,
    project    BIGINT  NOT NULL,
    mode       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX api_key_by_project ON api_key (project, created_at);

-- Person tables: every key and every unique index begins with (project, person).
-- The mark after each stands for its partitions, or for nothing.

CREATE TABLE person (
    project      BIGINT  NOT NULL,
    person       BIGINT  NOT NULL,
    user_id      TEXT,
    timezone     TEXT    NOT NULL,
    gap_minutes  BIGINT  NOT NULL,
    index_format BIGINT  NOT NULL,
    next_item    BIGINT  NOT NULL,
    passages     BIGINT  NOT NULL,
    words        BIGINT  NOT NULL,
    claims_epoch BIGINT  NOT NULL,
    PRIMARY KEY (project, person)
) /* by person */;

CREATE TABLE item (
    project     BIGINT  NOT NULL,
    person      BIGINT  NOT NULL,
    item        BIGINT  NOT NULL,
    id_hash     BYTEA   NOT NULL,
    id          TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    at          BIGINT  NOT NULL,
    version     BIGINT  NOT NULL,
    received_at BIGINT  NOT NULL,
    thread      BYTEA   NOT NULL,
    claim       BYTEA,
    session_hash BYTEA,
    expires     BIGINT,
    role        TEXT,
    origin      TEXT,
    session     TEXT,
    author      TEXT,
    about       TEXT,
    metadata    TEXT,
    title       TEXT,
    text        TEXT    NOT NULL,
    PRIMARY KEY (project, person, item)
) /* by person */;
CREATE UNIQUE INDEX item_by_id ON item (project, person, id_hash);
CREATE INDEX item_by_time ON item (project, person, at, item);
CREATE INDEX item_by_thread ON item (project, person, thread, at, item);
CREATE INDEX item_by_session ON item (project, person, session_hash, at, item) WHERE session_hash IS NOT NULL;
CREATE INDEX item_by_end ON item (project, person, expires) WHERE expires IS NOT NULL;
-- For the sweep, which looks for ends across persons.
CREATE INDEX item_expires ON item (expires) WHERE expires IS NOT NULL;

CREATE TABLE version (
    project     BIGINT  NOT NULL,
    person      BIGINT  NOT NULL,
    item        BIGINT  NOT NULL,
    version     BIGINT  NOT NULL,
    received_at BIGINT  NOT NULL,
    replaced_at BIGINT  NOT NULL,
    expires     BIGINT,
    role        TEXT,
    origin      TEXT,
    session     TEXT,
    author      TEXT,
    about       TEXT,
    metadata    TEXT,
    title       TEXT,
    text        TEXT    NOT NULL,
    PRIMARY KEY (project, person, item, version)
) /* by person */;

CREATE TABLE label (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    label   BYTEA   NOT NULL,
    item    BIGINT  NOT NULL,
    PRIMARY KEY (project, person, label, item)
) /* by person */;

CREATE TABLE about (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    about   BYTEA   NOT NULL,
    item    BIGINT  NOT NULL,
    name    TEXT    NOT NULL,
    at      BIGINT  NOT NULL,
    PRIMARY KEY (project, person, about, item)
) /* by person */;

CREATE TABLE thread (
    project      BIGINT  NOT NULL,
    person       BIGINT  NOT NULL,
    thread       BYTEA   NOT NULL,
    kind         TEXT    NOT NULL,
    session      TEXT,
    first_at     BIGINT  NOT NULL,
    last_at      BIGINT  NOT NULL,
    listed_at    BIGINT  NOT NULL,
    first_id     TEXT    NOT NULL,
    items        BIGINT  NOT NULL,
    moved_to     BYTEA,
    PRIMARY KEY (project, person, thread)
) /* by person */;
CREATE INDEX thread_by_time ON thread (project, person, listed_at, thread) WHERE moved_to IS NULL;
CREATE INDEX thread_loose ON thread (project, person, last_at) WHERE kind = 'loose' AND moved_to IS NULL;
CREATE INDEX thread_moved ON thread (project, person, moved_to) WHERE moved_to IS NOT NULL;

CREATE TABLE claim (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    claim   BYTEA   NOT NULL,
    author  TEXT,
    role    TEXT,
    items   BIGINT  NOT NULL,
    PRIMARY KEY (project, person, claim)
) /* by person */;

CREATE TABLE passage (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    passage BIGINT  NOT NULL,
    starts  BIGINT  NOT NULL,
    ends    BIGINT  NOT NULL,
    words   BIGINT  NOT NULL,
    PRIMARY KEY (project, person, passage)
) /* by person */;

-- No word stands here: `term` is a keyed hash of a stem.
CREATE TABLE posting (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    term    BIGINT  NOT NULL,
    passage BIGINT  NOT NULL,
    count   INTEGER NOT NULL,
    length  INTEGER NOT NULL,
    -- The two behind the key let a query be answered from the index alone.
    PRIMARY KEY (project, person, term, passage) INCLUDE (count, length)
) /* by person */;

CREATE TABLE tombstone (
    project      BIGINT  NOT NULL,
    person       BIGINT  NOT NULL,
    hash         BYTEA   NOT NULL,
    forgotten_at BIGINT  NOT NULL,
    key          BYTEA,
    PRIMARY KEY (project, person, hash)
) /* by person */;

CREATE TABLE receipt (
    project   BIGINT  NOT NULL,
    person    BIGINT  NOT NULL,
    receipt   TEXT    NOT NULL,
    at        BIGINT  NOT NULL,
    erasure   BIGINT  NOT NULL,
    forgotten TEXT    NOT NULL,
    not_found BIGINT  NOT NULL,
    lineage   TEXT    NOT NULL,
    mark      BIGINT  NOT NULL,
    PRIMARY KEY (project, person, receipt)
) /* by person */;

CREATE TABLE replay (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    replay  BYTEA   NOT NULL,
    body    BYTEA   NOT NULL,
    entries TEXT    NOT NULL,
    expires BIGINT  NOT NULL,
    PRIMARY KEY (project, person, replay)
) /* by person */;
CREATE INDEX replay_expires ON replay (expires);

CREATE TABLE access (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    nonce   BIGINT  NOT NULL,
    actor   TEXT    NOT NULL,
    verb    TEXT    NOT NULL,
    items   BIGINT  NOT NULL,
    expires BIGINT  NOT NULL,
    PRIMARY KEY (project, person, at, nonce)
) /* by person */;
CREATE INDEX access_expires ON access (expires);

-- The planner samples columns into its own tables, where a forget would not find them; it needs none of these.
ALTER TABLE person ALTER COLUMN user_id SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN id SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN session SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN author SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN about SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN title SET STATISTICS 0;
ALTER TABLE item ALTER COLUMN text SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN session SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN author SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN about SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN title SET STATISTICS 0;
ALTER TABLE version ALTER COLUMN text SET STATISTICS 0;
ALTER TABLE about ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE thread ALTER COLUMN session SET STATISTICS 0;
ALTER TABLE thread ALTER COLUMN first_id SET STATISTICS 0;
ALTER TABLE claim ALTER COLUMN author SET STATISTICS 0;
