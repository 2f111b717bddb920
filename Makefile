# `make demo` and `make test` set up everything they need on a machine with Python 3.11 or newer.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell command -v $(name))))
VENV := .venv
BIN := $(VENV)/bin
# What is compiled when it is installed is left out where there is no compiler; its tests skip.
COMPILED := $(if $(shell command -v c++),nothing,eflomal|kenlm)
# Some machines forbid Python to keep what it has compiled: every process of every test would compile it all again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup system demo test check gate bench bench-crawl bench-extract bench-focus bench-pair bench-dedup bench-align bench-sites docs constraints clean bench-bootstrap bench-lexicon bench-lm bench-adapt

setup: $(VENV)/.done  ## make .venv with everything tests and benchmarks need

$(VENV)/.done: pyproject.toml constraints.txt build-constraints.txt Makefile hatch_build.py $(wildcard src/polytrawl/clean/native/*.[ch])
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: make system (as root), or apt-get install python3-venv"; exit 1; }
	sed -n '/^pip==/,/[^\\]$$/p' constraints.txt > $(VENV)/pip.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r $(VENV)/pip.txt
	sed -E '/^($(COMPILED))==/,/[^\\]$$/d' constraints.txt > $(VENV)/packages.txt
	$(BIN)/python -m pip install --quiet --require-hashes --build-constraint build-constraints.txt -r $(VENV)/packages.txt
	$(BIN)/python -m pip install --quiet --no-deps --build-constraint build-constraints.txt -e .
	touch $@

system:  ## Debian packages that some tests need; only when root
	bash tools/system.sh

demo: setup  ## the whole way from seed URL to TMX, on a small web served on loopback
	$(BIN)/polytrawl demo

test: setup  ## all tests, on all cores
	$(BIN)/python -m pytest -n auto --dist loadfile

check: setup  ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

gate: setup  ## quality floors; they only go up
	$(BIN)/python -m pytest tests/gates -q

bench: setup bench-crawl  ## all benchmarks, side by side with peers
	$(BIN)/python benchmarks/engine.py

bench-crawl: setup  ## the crawl beside Scrapy and wget, and the frontier at ten million URLs; half an hour
	$(BIN)/python benchmarks/crawl.py
	$(BIN)/python benchmarks/crawl.py --many 100000
	$(BIN)/python benchmarks/frontier.py

bench-extract: setup  ## main text, languages and sentences beside other libraries; pages are read from POLYTRAWL_DATA
	$(BIN)/python benchmarks/extract.py
	$(BIN)/python benchmarks/fit_clean.py
	$(BIN)/python benchmarks/extract_forum.py
	$(BIN)/python benchmarks/language.py
	$(BIN)/python benchmarks/sentences.py

bench-focus: setup  ## crawl strategies on real webs with known topics, beside an oracle; pages are read from POLYTRAWL_DATA
	$(BIN)/python benchmarks/focus.py --real
	$(BIN)/python benchmarks/focus_hosts.py

bench-pair: setup  ## page pairs on real sites in many shapes, each method alone and all together, and how time grows
	$(BIN)/python benchmarks/pair.py

bench-dedup: setup  ## duplicates among a million generated documents, and signatures beside datasketch; half an hour
	$(BIN)/python benchmarks/dedup.py

bench-align: setup  ## aligners on texts with gold beside nltk's Gale-Church, a site from crawl to TMX, and adequacy of broken units
	$(BIN)/python benchmarks/align.py
	$(BIN)/python benchmarks/filter.py

bench-sites: setup  ## which ranking of linked sites finds more bilingual ones, on generated webs of 300 hosts
	$(BIN)/python benchmarks/more_sites.py

bench-bootstrap: setup  ## a bootstrap from generated SQL dumps of 5 million pages and 20 million category links; ten minutes
	$(BIN)/python benchmarks/bootstrap.py

bench-lexicon: setup  ## lexicons by way of other languages and from parallel texts, from comparable texts, and mined sentences, beside dictionaries held out
	$(BIN)/python benchmarks/lexicon.py
	$(BIN)/python benchmarks/lexicon_comparable.py
	$(BIN)/python benchmarks/lexicon_comparable.py --to fr
	$(BIN)/python benchmarks/mine.py

bench-adapt: setup  ## does a crawled corpus help translation? From seven manuals to a table with significance; half an hour
	$(BIN)/python benchmarks/adapt.py

bench-lm: setup  ## language models beside lmplz, where it is on the PATH: perplexities and speed
	$(BIN)/python benchmarks/lm.py

docs: setup
	$(BIN)/mkdocs build --strict

constraints:  ## write the versions of this .venv, and the hashes of their files, into constraints.txt
	$(BIN)/python tools/lock.py

clean:
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache
