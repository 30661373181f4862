-- Persons who sign in: each person token that was issued, with the key that asked; never the token.
-- `erasure` is the number of the last erasure before it, by which `verify` tells what a forget should have taken.
CREATE TABLE sign_in (
    project    BIGINT  NOT NULL,
    person     BIGINT  NOT NULL,
    sign_in    TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    issued_at  BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    ended_at   BIGINT,
    erasure    BIGINT  NOT NULL,
    expires    BIGINT  NOT NULL,
    PRIMARY KEY (project, person, sign_in)
) /* by person */;
CREATE INDEX sign_in_expires ON sign_in (expires);
