# `make` alone prints the manual: the line after each `##` is the comment of its target.
.DEFAULT_GOAL := help
.PHONY: help setup demo test check docs format lock benchmarks

# A name on the PATH may be a wrapper that runs nothing, so each candidate is asked for its version.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$python; break; fi; done)
# Processes that share the tests, one a core unless told otherwise: `make check WORKERS=1`.
WORKERS ?= auto
BIN := .venv/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip -qq --no-input
UV_VERSION := 0.13.9

help:  ## print this manual
	@echo 'Ownwords. Needs Python 3.11 or later; everything else comes with `make setup`.'
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.ready  ## make .venv with everything, at the versions of the lock

demo: setup  ## start a server and live through a conversation: file, edit, search, prefer, forget, verify
	@$(BIN)/python -m demo

test: check  ## everything: check, then the slow tests and those on PostgreSQL (this is what CI runs)
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m slow

check: setup  ## format, lint, types, layers, fast tests on SQLite, docs: run it before each commit
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m 'not slow'

docs: setup  ## write the pages that are made from the code: settings, errors, OpenAPI
	$(BIN)/python -m tests.docs.generated

format: setup  ## format the code and repair what lint can repair by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: .cache/uv/.ready  ## choose all versions anew and write the two lock files
	.cache/uv/bin/uv $(LOCK) --upgrade --extra dev --extra e5 --output-file requirements-dev.lock pyproject.toml
	.cache/uv/bin/uv $(LOCK) --constraints requirements-dev.lock --output-file requirements.lock pyproject.toml

benchmarks:  ## say which benchmarks there are and how to run each
	@echo 'Each prints its table; `--help` tells the rest. First: make setup'
	@echo '  .venv/bin/python -m benchmarks.locomo --data locomo10.json   recall of real conversations, over HTTP'
	@echo '  .venv/bin/python -m benchmarks.recall [--data locomo10.json] what search finds, each part switched off in turn'
	@echo '  .venv/bin/python -m benchmarks.scale_meaning                 search by words and meaning at size'
	@echo '  .venv/bin/python -m benchmarks.peers --data locomo10.json    other memories beside ours, each in its environment'
	@echo '  .venv/bin/python -m benchmarks.scale                         adds and searches a second, on both databases'
	@echo '  .venv/bin/python -m benchmarks.crash --kills 100             kill -9 under load: nothing lost, nothing doubled'

# The build backend is in the lock too, so the editable install needs no isolated, unpinned build.
.venv/.ready: requirements-dev.lock pyproject.toml
	@test -n '$(PYTHON)' || { echo 'make: no Python 3.11 or later found; name one: make setup PYTHON=/path/to/python3' >&2; exit 1; }
	@test -x $(BIN)/python || { echo 'making .venv with $(PYTHON)'; $(PYTHON) -m venv .venv; }
	@echo 'installing what requirements-dev.lock names'
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

LOCK := pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock'

.cache/uv/.ready: Makefile
	@$(PYTHON) -m venv .cache/uv
	@.cache/uv/bin/python -m pip -qq --no-input --disable-pip-version-check install uv==$(UV_VERSION)
	@touch $@
