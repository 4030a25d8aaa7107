# Two commands are all a fresh machine with Python and make needs: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NEWEST := build/newest

# Whatever the shell says, Python keeps what it has read of a source: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test wheel compiled lint bench newest lock clean

play: $(VENV)/.play ## install, build the page, and play in the browser
	@$(BIN)/python web/build.py
	@$(BIN)/trailmix serve $(ARGS)

test: $(VENV)/.dev ## install, build, compile with bounds checks, run every test
	@$(BIN)/python web/build.py
	@$(BIN)/python web/build.py npm test
	@sh requirements/browser.sh
	@sh requirements/postgres.sh
	@sh requirements/balancers.sh
	@$(MAKE) --no-print-directory compiled
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

wheel: $(VENV)/.play ## a wheel with the page in it, in dist/
	@$(BIN)/python web/build.py
	@$(BIN)/python -m hatchling build --target wheel

compiled: $(VENV)/.dev ## compile the rules as the tests want them
	@TRAILMIX_BOUNDSCHECK=1 $(BIN)/trailmix warm

lint: $(VENV)/.dev ## format, lint and types, of Python and of the page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python web/build.py npm run check
	$(BIN)/python web/build.py npm run formatted

bench: $(VENV)/.play ## speed of the kernels on one core
	@$(BIN)/trailmix warm
	@$(BIN)/trailmix bench $(ARGS)

newest: ## every test with the newest version of everything, the ceilings of pyproject.toml ignored
	@rm -rf $(NEWEST) && $(PYTHON) -m venv $(NEWEST)
	@$(PYTHON) requirements/newest.py >$(NEWEST)/wanted.txt
	@$(NEWEST)/bin/python -m pip --disable-pip-version-check install --quiet --upgrade -r $(NEWEST)/wanted.txt
	@$(NEWEST)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $(NEWEST)/.play $(NEWEST)/.dev
	@$(MAKE) --no-print-directory test VENV=$(NEWEST)

lock: ## pin the dependencies anew (needs uv)
	for set in page:"--group page" play:"pyproject.toml --group build" \
	  postgres:"pyproject.toml --group build --extra postgres" cluster:"pyproject.toml --group build --extra cluster" \
	  dev:"pyproject.toml --group build --extra postgres --extra cluster --extra dev"; do \
	  uv pip compile $${set#*:} --universal --python-version 3.11 --generate-hashes \
	    --no-header --quiet --upgrade --output-file requirements/$${set%%:*}.lock || exit 1; done

clean: ## remove the virtual environment
	rm -rf $(VENV)

$(VENV)/.play: pyproject.toml requirements/page.lock requirements/play.lock
	@sh requirements/install.sh "$(PYTHON)" $(VENV) play
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/page.lock requirements/dev.lock
	@sh requirements/install.sh "$(PYTHON)" $(VENV) dev
	@touch $@ $(VENV)/.play
