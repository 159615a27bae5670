# Two commands are all that a fresh machine needs: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test lint docs bench lock clean

run: $(VENV)/.installed
	@exec $(BIN)/errorkb up

# A whole run is shared among the processors; what ARGS name runs in one process unless they say -n.
test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest $(or $(ARGS),-n logical --maxprocesses 4)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy errorkb ingest tests bench
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run

docs: $(VENV)/.installed
	$(BIN)/python -m errorkb.reference > docs/commands.md

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench $(ARGS)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "errorkb needs Python 3.11 or newer; name one: make PYTHON=python3.11 …" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

# The stamp is younger than the lock file once its packages are in: a second run installs nothing.
$(VENV)/.installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing into $(VENV) …"
	$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	@echo "Installing what tests and checks need …"
	$(PIP) install --require-hashes --only-binary :all: -r requirements-dev.lock
	@touch $@

# Rewrites both lock files from pyproject.toml (uv comes from PyPI: pip install uv).
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-header pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-header --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf $(VENV)
