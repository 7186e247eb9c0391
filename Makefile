# Every target sets itself up: `make run` and `make test` need nothing before them but Python 3.11 and a connection.
#   make run PYTHON=python3.12      with another interpreter than python3
#   make test JOBS=8                with more test processes than 2

export PYTHON JOBS
BIN := .venv/bin

.PHONY: help run test lint format bench lock setup clean

help:  ## say what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

run:  ## play Connect Four against the engine, or analyse it where there is no terminal
	@scripts/setup.sh run
	@$(BIN)/monteverde demo

test:  ## all checks and the tests in their three modes
	@scripts/setup.sh dev
	@scripts/test.sh

lint:  ## the checks alone: style, types, layers
	@scripts/setup.sh dev
	@scripts/test.sh lint

format:  ## lay out the source, and mend what can be mended without thinking
	@scripts/setup.sh dev
	@$(BIN)/ruff check --fix --quiet --exit-zero .
	@$(BIN)/ruff format .

bench:  ## speed beside other libraries, in an environment of its own
	@scripts/setup.sh run
	@benchmarks/run.sh

lock:  ## pin anew what pyproject.toml asks for
	@scripts/setup.sh dev
	@$(BIN)/python scripts/lock.py

setup:  ## only set up the environment for development
	@scripts/setup.sh dev

clean:  ## delete all that was made: environment, caches, logs
	rm -rf .venv .bench-venv build dist htmlcov .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf .coverage .coverage.* src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
