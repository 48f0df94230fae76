# Everything a fresh machine needs is Python 3.11 or newer and make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
INSTALLED := $(VENV)/installed

.PHONY: demo test lint faults readers floors pythons coverage boundscheck mutants bench figures \
	findings clean

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

# Four strategies play 200,000 whole games; prints the table and writes the chart and the dataset.
demo: $(INSTALLED)
	$(RUN)/quacks run demo --out out/demo --overwrite
	$(RUN)/quacks chart out/demo -o out/demo/win_shares.png --overwrite

test: $(INSTALLED)
	$(RUN)/python -m pytest -n 2

# Kills, full disks, damage, signals, wrong input; prints a table.
faults: $(INSTALLED)
	$(RUN)/python -m tests.faults

# The oldest readers of Parquet and Arrow files, each in an environment of its own; prints a table.
readers: $(INSTALLED)
	$(RUN)/python -m tests.readers

# The kernel as plain Python, for its true line coverage (fails below 95 %).
coverage: $(INSTALLED)
	$(RUN)/python -m tests.kernel_coverage

# The kernel with every index checked.
boundscheck: $(INSTALLED)
	NUMBA_BOUNDSCHECK=1 $(RUN)/python -m pytest -n 2 tests/kernel tests/golden

# Kernels with one broken rule each, which the checks must catch.
mutants: $(INSTALLED)
	$(RUN)/python -m tests.mutants

# The oldest packages that pyproject.toml allows: the same commands have to find the same. Prints its
# table of docs/trust.md.
floors: $(INSTALLED)
	$(RUN)/python -m tests.environments floors

# The same with the newest packages, and with every Python that this machine has.
pythons: $(INSTALLED)
	$(RUN)/python -m tests.environments pythons

lint: $(INSTALLED)
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy

# The figures of the README and of docs/tuning.md.
figures: demo
	$(RUN)/quacks chart out/demo -o docs/figures/win_shares.png --overwrite
	$(RUN)/quacks tune pushing --vary stop.max_risk@each --against balanced --generations 30 --seed 1 \
		--chart docs/figures/tuning.png --overwrite

# Every shipped question with its answer and chart: docs/findings.md (under half an hour on two cores).
# What is there in out/findings is kept: an interrupted run goes on. ONLY=seats,rubies makes just these
# anew, and leaves the others on the page as they are.
findings: $(INSTALLED)
	$(RUN)/python -m quacks_sim.report.findings docs/findings.md $(if $(ONLY),--only $(ONLY))

# Everything docs/performance.md tells: this machine, the same games in C (needs cc), and memory.
bench: $(INSTALLED)
	$(RUN)/quacks bench
	$(RUN)/python benchmarks/against_c.py
	$(RUN)/python benchmarks/variants.py
	$(RUN)/python benchmarks/memory.py

clean:
	rm -rf $(VENV) out build dist *.egg-info
