# Everything a person types: make play, make test, make demo. PYTHON=python3.13 chooses another interpreter.
PYTHON ?= python3
BIN := .venv/bin
PIP := .venv/bin/python -m pip install --quiet --disable-pip-version-check
READY := .venv/.ready
TESTS := .venv/.tests

# Even where the environment forbids it: the program starts others by the hundred, each of which would compile it anew.
export PYTHONDONTWRITEBYTECODE =

.PHONY: play demo test format types page collected suite quick fix playouts kills whole bench docs pictures screenshots lock clean

play: $(READY)  ## play in the browser, on this machine alone
	@$(BIN)/adepts playground

demo: $(READY)  ## watch a whole game in Discord, on this machine alone
	@$(BIN)/adepts demo

test: $(TESTS)  ## format, lint, types, all tests
	@$(MAKE) --no-print-directory -j4 types suite

format: $(TESTS)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(TESTS)
	@$(BIN)/mypy

page: $(TESTS)
	@$(BIN)/python -m tests.javascript

collected: $(TESTS)  # compiles each test once: else each worker does
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true

suite: format page collected  # types take a minute on one processor: the tests begin meanwhile
	$(BIN)/pytest -n auto --dist worksteal

BASE ?= main

quick: format types page  ## format, lint, types, and within a minute the tests nearest to what differs from BASE
	@$(BIN)/python -m tests.quick $(BASE)

fix: $(TESTS)  ## put format and imports right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.javascript --fix

playouts: $(TESTS)  ## 2,000 random games: the invariants, and what a second engine says
	$(BIN)/pytest tests/engine/test_invariants.py tests/engine/test_reference.py -n auto --playouts 2000

kills: $(TESTS)  ## kill the bot's process fifty times in the middle of games
	$(BIN)/pytest tests/bot/crashes --kills 50

whole: $(TESTS)  ## play each game by clicks alone, in a browser, to its end
	$(BIN)/pytest tests/browser/test_games.py --whole

bench: $(READY)  ## the engine beside another library's, in one run; then all games beside one another
	$(PIP) --require-hashes -r requirements-bench.lock
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.games

docs: $(READY)  ## write docs/rules.md anew from the texts of the game
	$(BIN)/python -m game.adepts.texts.document > docs/rules.md

pictures: $(TESTS)  ## draw the golden pictures and the README's anew; look at them before committing
	$(BIN)/python -m tests.bot.pictures.make

screenshots: $(TESTS)  ## the page in build/screenshots and for the README (needs Chromium); look at them too
	$(BIN)/python -m tests.browser.make

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --group build pyproject.toml

lock:  ## pin all dependencies anew, with the hashes of their files (needs uv)
	$(LOCK) --upgrade -o requirements.lock
	$(LOCK) --upgrade -c requirements.lock --extra postgresql -o requirements-postgresql.lock
	$(LOCK) --upgrade -c requirements.lock -c requirements-postgresql.lock --extra test -o requirements-test.lock
	$(LOCK) --upgrade -c requirements.lock --extra bench -o requirements-bench.lock

clean:
	rm -rf .venv node_modules build *.egg-info

# Locked files carry hashes, so pip takes nothing else; a folder has no hash, so the project comes by itself after them.
$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Adepts needs Python 3.11 or later: install it, or name one with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "This Python lacks venv or pip: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Preparing .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $(READY)

$(TESTS): $(READY) requirements-test.lock
	@echo "Preparing what the tests need (once) ..."
	@$(PIP) --no-compile --require-hashes -r requirements-test.lock
	@touch $(TESTS)
