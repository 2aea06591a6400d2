# Everything a newcomer needs: `make run` and `make test` set themselves up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests start hundreds of processes: each would compile all modules anew where this is set.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes

.PHONY: run setup test fast test-all lint bench arena mutants lock golden clean

run: $(VENV)/.run
	$(BIN)/python -m bot run

setup: $(VENV)/.dev

# What every change must pass: under five minutes on two idle cores. The checks beside the tests use one core.
test: $(VENV)/.dev
	@$(MAKE) --no-print-directory -j2 lint fast

fast: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow" --durations=10

# The rest as well: crash points in every game on both databases, kills, whole games over the wire, the browser.
test-all: test
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "slow or thorough" --hypothesis-profile=thorough --durations=10

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Change one small thing at a time and see whether the nearest tests notice: 200 mutants drawn at random, or
# those of the named modules: make mutants MODULES=engines/tae COUNT=50 SEED=1
mutants: $(VENV)/.dev
	$(BIN)/python -m tests.mutants $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(MODULES)

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

# How strong the levels of a game's computer player are: make arena GAME=roses ARENA="--jobs 2 --sets 200"
arena: $(VENV)/.dev
	$(BIN)/python -m engines arena $(GAME) $(ARENA)

# Draw the golden pictures anew; look at every one of them before committing.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.render.palettes
	$(BIN)/python -m tests.render.golden

# Refresh the pinned, hashed requirements (needs uv); no index address is written.
lock:
	uv pip compile pyproject.toml --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -q -o requirements/run.lock
	uv pip compile pyproject.toml --group dev --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -q -o requirements/dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Turnpost needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "Python's venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/.run: requirements/run.lock | $(VENV)/bin/python
	$(PIP) -r requirements/run.lock
	@touch $@

$(VENV)/.dev: requirements/dev.lock requirements/run.lock | $(VENV)/bin/python
	$(PIP) -r requirements/dev.lock
	@touch $@ $(VENV)/.run
