# Everything happens in a virtual environment in .venv; remove that folder to start again.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 1
SOURCES := pyproject.toml CMakeLists.txt $(shell find verifier encodings cases -type f \
	-not -path '*/__pycache__/*' -not -name '*.so' 2>/dev/null)

.PHONY: verify test lint types schemas docs linkcheck formal clean

# Decide all canonical examples, print the table and keep the certificates. Exit code 3 means that
# some units stayed unknown within the limits; that is no failure of this target.
verify: .venv/installed
	$(BIN)/shikatsu cases --limit-nodes 600000 --proof certificates --force --jobs $(JOBS) || test $$? -eq 3

# The command, not "python -m": it tests the installed package and not the folder beside it.
# Files of tests are spread over the cores.
test: .venv/dev
	$(BIN)/pytest --numprocesses auto --dist loadfile

lint: .venv/dev
	$(BIN)/ruff check .

types: .venv/dev
	$(BIN)/mypy

# The JSON Schemas of the documents, from their types.
schemas: .venv/dev
	$(BIN)/python -c 'from verifier.cli.schema_types import write_schemas; write_schemas()'

# The documentation site, in build/site. A warning is a failure: broken links, pages that nothing leads to.
# The command, as above: the boards are judged by the installed package.
docs: .venv/docs
	$(BIN)/sphinx-build -W --keep-going -b html docs build/site

# The proofs in Coq, the checker made of them, and a short comparison with verifier/play. Needs coq and ocaml
# (apt-get install coq ocaml), which nothing else does.
formal: .venv/installed
	$(MAKE) -C formal all compare PYTHON=../$(BIN)/python

# The addresses outside, which come and go; needs a network.
linkcheck: .venv/docs
	$(BIN)/sphinx-build -b linkcheck docs build/linkcheck

.venv/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	touch $@

.venv/installed: .venv/made $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	touch $@

.venv/dev: .venv/made $(SOURCES)
	$(BIN)/python -m pip install --quiet '.[test,lint]'
	touch $@ .venv/installed

.venv/docs: .venv/made $(SOURCES)
	$(BIN)/python -m pip install --quiet '.[docs]'
	touch $@ .venv/installed

clean:
	rm -rf .venv build dist
