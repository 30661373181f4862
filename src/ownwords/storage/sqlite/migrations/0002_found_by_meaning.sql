-- Which model made the vectors of a memory, and how often any of them went or was made anew.
ALTER TABLE person ADD COLUMN model INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN vectors_epoch INTEGER NOT NULL DEFAULT 0;

-- A project table: the models that ever made a vector, each with its name and dimension.
CREATE TABLE model (
    model     INTEGER NOT NULL PRIMARY KEY,
    name      TEXT    NOT NULL,
    dimension INTEGER NOT NULL
);
CREATE UNIQUE INDEX model_by_name ON model (name, dimension);

-- Not WITHOUT ROWID: a vector is longer than what such a table keeps in its tree.
CREATE TABLE vector (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    model   INTEGER NOT NULL,
    vector  BLOB    NOT NULL,
    PRIMARY KEY (project, person, passage)
);

CREATE TABLE queue (
    project INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    item    INTEGER NOT NULL,
    version INTEGER NOT NULL,
    due     INTEGER,
    tries   INTEGER NOT NULL,
    problem TEXT,
    PRIMARY KEY (project, person, item)
) WITHOUT ROWID;
-- For whoever looks for queued work, across persons.
CREATE INDEX queue_due ON queue (due) WHERE due IS NOT NULL;
