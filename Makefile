# Everything a newcomer needs: `make demo`, `make test`, `make test-all`. Only Python 3.11+, make and git are asked for.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all lint format benchmarks clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## set up the virtual environment in .venv

# The stamp makes the set-up happen once and again only when the project's own metadata changes.
$(STAMP): pyproject.toml constraints.txt scripts/setup
	@PYTHON="$(PYTHON)" scripts/setup "$(VENV)" && touch $@

demo: setup ## record, replay, verify and export on the simulated phone
	@$(BIN)/gui-rec demo

test: setup ## lint, types, layers and the quick tests (under 5 minutes)
	@scripts/check "$(BIN)"
	@scripts/test "$(BIN)" quick

test-all: setup ## everything: also slow tests, Debian's adb, benchmarks' quick run
	@scripts/check "$(BIN)"
	@scripts/test "$(BIN)" all

lint: setup ## lint, types and layers only
	@scripts/check "$(BIN)"

format: setup ## format the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

benchmarks: setup ## measure against the peers and rewrite docs/performance.md
	@$(BIN)/python benchmarks/run.py --write docs/performance.md

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
