-- Persons who sign in: each person token that was issued, with the key that asked; never the token.
-- `erasure` is the number of the last erasure before it, by which `verify` tells what a forget should have taken.
CREATE TABLE sign_in (
    project    INTEGER NOT NULL,
    person     INTEGER NOT NULL,
    sign_in    TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    issued_at  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at   INTEGER,
    erasure    INTEGER NOT NULL,
    expires    INTEGER NOT NULL,
    PRIMARY KEY (project, person, sign_in)
) WITHOUT ROWID;
CREATE INDEX sign_in_expires ON sign_in (expires);
