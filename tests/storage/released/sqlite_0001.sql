-- Project tables: one row a server, a project, a key. They hold nothing of any person.

CREATE TABLE server (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE project (
    project    INTEGER NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    settings   TEXT    NOT NULL
);

CREATE TABLE api_key (
    hash       BLOB    NOT NULL PRIMARY KEY,
    key        TEXT    NOT NULL,
    project    INTEGER NOT NULL,
    mode       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) WITHOUT ROWID;
CREATE INDEX api_key_by_project ON api_key (project, created_at);

-- Person tables: every key and every unique index begins with (project, person).

CREATE TABLE person (
    project      INTEGER NOT NULL,
    person       INTEGER NOT NULL,
    user_id      TEXT,
    timezone     TEXT    NOT NULL,
    gap_minutes  INTEGER NOT NULL,
    index_format INTEGER NOT NULL,
    next_item    INTEGER NOT NULL,
    passages     INTEGER NOT NULL,
    words        INTEGER NOT NULL,
    claims_epoch INTEGER NOT NULL,
    PRIMARY KEY (project, person)
) WITHOUT ROWID;

CREATE TABLE item (
    project     INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    item        INTEGER NOT NULL,
    id_hash     BLOB    NOT NULL,
    id          TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    thread      BLOB    NOT NULL,
    claim       BLOB,
    session_hash BLOB,
    expires     INTEGER,
    role        TEXT,
    origin      TEXT,
    session     TEXT,
    author      TEXT,
    about       TEXT,
    metadata    TEXT,
    title       TEXT,
    text        TEXT    NOT NULL,
    PRIMARY KEY (project, person, item)
);
CREATE UNIQUE INDEX item_by_id ON item (project, person, id_hash);
CREATE INDEX item_by_time ON item (project, person, at, item);
CREATE INDEX item_by_thread ON item (project, person, thread, at, item);
CREATE INDEX item_by_session ON item (project, person, session_hash, at, item) WHERE session_hash IS NOT NULL;
CREATE INDEX item_by_end ON item (project, person, expires) WHERE expires IS NOT NULL;
-- For the sweep, which looks for ends across persons.
CREATE INDEX item_expires ON item (expires) WHERE expires IS NOT NULL;

CREATE TABLE version (
    project     INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    item        INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL,
    expires     INTEGER,
    role        TEXT,
    origin      TEXT,
    session     TEXT,
    author      TEXT,
    about       TEXT,
    metadata    TEXT,
    title       TEXT,
    text        TEXT    NOT NULL,
    PRIMARY KEY (project, person, item, version)
);

CREATE TABLE label (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    label   BLOB    NOT NULL,
    item    INTEGER NOT NULL,
    PRIMARY KEY (project, person, label, item)
) WITHOUT ROWID;

CREATE TABLE about (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    about   BLOB    NOT NULL,
    item    INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (project, person, about, item)
) WITHOUT ROWID;

CREATE TABLE thread (
    project      INTEGER NOT NULL,
    person       INTEGER NOT NULL,
    thread       BLOB    NOT NULL,
    kind         TEXT    NOT NULL,
    session      TEXT,
    first_at     INTEGER NOT NULL,
    last_at      INTEGER NOT NULL,
    listed_at    INTEGER NOT NULL,
    first_id     TEXT    NOT NULL,
    items        INTEGER NOT NULL,
    moved_to     BLOB,
    PRIMARY KEY (project, person, thread)
) WITHOUT ROWID;
CREATE INDEX thread_by_time ON thread (project, person, listed_at, thread) WHERE moved_to IS NULL;
CREATE INDEX thread_loose ON thread (project, person, last_at) WHERE kind = 'loose' AND moved_to IS NULL;
CREATE INDEX thread_moved ON thread (project, person, moved_to) WHERE moved_to IS NOT NULL;

CREATE TABLE claim (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    claim   BLOB    NOT NULL,
    author  TEXT,
    role    TEXT,
    items   INTEGER NOT NULL,
    PRIMARY KEY (project, person, claim)
) WITHOUT ROWID;

CREATE TABLE passage (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    starts  INTEGER NOT NULL,
    ends    INTEGER NOT NULL,
    words   INTEGER NOT NULL,
    PRIMARY KEY (project, person, passage)
) WITHOUT ROWID;

-- No word stands here: `term` is a keyed hash of a stem.
CREATE TABLE posting (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    term    INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    length  INTEGER NOT NULL,
    PRIMARY KEY (project, person, term, passage)
) WITHOUT ROWID;

CREATE TABLE tombstone (
    project      INTEGER NOT NULL,
    person       INTEGER NOT NULL,
    hash         BLOB    NOT NULL,
    forgotten_at INTEGER NOT NULL,
    key          BLOB,
    PRIMARY KEY (project, person, hash)
) WITHOUT ROWID;

CREATE TABLE receipt (
    project   INTEGER NOT NULL,
    person    INTEGER NOT NULL,
    receipt   TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    erasure   INTEGER NOT NULL,
    forgotten TEXT    NOT NULL,
    not_found INTEGER NOT NULL,
    lineage   TEXT    NOT NULL,
    mark      INTEGER NOT NULL,
    PRIMARY KEY (project, person, receipt)
) WITHOUT ROWID;

CREATE TABLE replay (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    replay  BLOB    NOT NULL,
    body    BLOB    NOT NULL,
    entries TEXT    NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (project, person, replay)
) WITHOUT ROWID;
CREATE INDEX replay_expires ON replay (expires);

CREATE TABLE access (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    nonce   INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    verb    TEXT    NOT NULL,
    items   INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (project, person, at, nonce)
) WITHOUT ROWID;
CREATE INDEX access_expires ON access (expires);
