.PHONY: install demo test lint unit wheel bench clean
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet -c constraints.txt -e . --group dev
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/python -m examples.demo

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# side by side: the type checker and the wheel keep one core busy at most
test: $(STAMP)
	$(MAKE) --jobs=3 --output-sync=target lint unit wheel

# with compiled files kept: the tests start dozens of processes, each would compile the package anew
unit: $(STAMP)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest

wheel: $(STAMP)
	$(BIN)/python -m tests.wheel

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
