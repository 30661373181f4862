-- Which model made the vectors of a memory, and how often any of them went or was made anew.
ALTER TABLE person ADD COLUMN model BIGINT NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN vectors_epoch BIGINT NOT NULL DEFAULT 0;

-- A project table: the models that ever made a vector, each with its name and dimension.
CREATE TABLE model (
    model     BIGINT  NOT NULL PRIMARY KEY,
    name      TEXT    NOT NULL,
    dimension BIGINT  NOT NULL
);
CREATE UNIQUE INDEX model_by_name ON model (name, dimension);

CREATE TABLE vector (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    passage BIGINT  NOT NULL,
    model   BIGINT  NOT NULL,
    vector  BYTEA   NOT NULL,
    PRIMARY KEY (project, person, passage)
) /* by person */;

CREATE TABLE queue (
    project BIGINT  NOT NULL,
    person  BIGINT  NOT NULL,
    item    BIGINT  NOT NULL,
    version BIGINT  NOT NULL,
    due     BIGINT,
    tries   BIGINT  NOT NULL,
    problem TEXT,
    PRIMARY KEY (project, person, item)
) /* by person */;
-- For whoever looks for queued work, across persons.
CREATE INDEX queue_due ON queue (due) WHERE due IS NOT NULL;

-- The planner needs no samples of what a text means, and a forget would not find them.
ALTER TABLE vector ALTER COLUMN vector SET STATISTICS 0;
