# Two commands do all the set-up: `make run` answers a first question, `make test` runs the tests.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
ASK ?= solve domination queen 8x8
WHAT ?=
WHICH ?= berghammer
BOARDS ?= 21-29

.PHONY: run serve test slow check coverage hooks format bench tables first sequences readme reference notebook site docs gallery atlas screenshots clean

run: $(VENV)/.installed
	@$(BIN)/satchess $(ASK)

# The service and its pages, on this machine alone: http://127.0.0.1:8000
serve: $(VENV)/.installed-service
	@$(BIN)/satchess serve

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/readme.py --check
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

# How much of the code the tests run, with a floor; it takes twice as long as they do.
coverage: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --cov --cov-report=

# The first questions of `check`, asked on each commit.
hooks: $(VENV)/.installed-dev
	$(BIN)/pre-commit install

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The examples in README and docs are real output: this runs them again.
readme: $(VENV)/.installed-dev
	$(BIN)/python tools/readme.py

# The parts of docs that follow from the code and the data.
reference: $(VENV)/.installed-dev
	$(BIN)/python tools/reference.py

# The notebook of the tutorial, with what it shows.
notebook: $(VENV)/.installed-dev
	$(BIN)/python tools/notebook.py

# Everything to read as one static folder, site/, that can be opened from a disk and searched there;
# a warning is an error.
site: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d docs/_build/doctrees docs site

docs: site

# The pages of the atlas, from the answers that come with satchess: docs/atlas/.
atlas: $(VENV)/.installed-dev
	$(BIN)/python tools/atlas.py

# A picture for each puzzle of the cabinet: docs/results/gallery/.
gallery: $(VENV)/.installed
	$(BIN)/python tools/gallery.py

# Pictures of the pages, as a browser shows them: docs/results/screenshots/.
screenshots: $(VENV)/.installed-dev
	$(BIN)/python tools/screenshots.py

# All contests in one report, docs/results/bench; WHAT="counting --limit 10" prints a single one.
bench: $(VENV)/.installed-bench
	$(BIN)/python tools/bench.py $(WHAT)

# The papers' tables, computed again and printed beside the published values.
tables: $(VENV)/.installed
	$(BIN)/python tools/tables.py $(WHICH)

# The lexicographically first n queens, board after board; run it again to go on.
first: $(VENV)/.installed
	$(BIN)/python tools/first_queens.py $(BOARDS)

# Terms of sequences that no table has, each found twice; run it again to go on.
sequences: $(VENV)/.installed
	$(BIN)/python tools/sequences.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-service: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable ".[service,pictures]"
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable ".[docs]"
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable ".[bench]"
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
