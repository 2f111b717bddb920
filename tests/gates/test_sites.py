"""The gates of the clean stage: thirty labelled pages of six sites, block by block, alone and with site evidence."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from gates.sites import PAGES, fingerprint_of_sites, labels, measure_sites, measure_words

FLOORS = tomllib.loads(Path(__file__).with_name("floors.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    return measure_sites(tmp_path_factory.mktemp("sites")) | measure_words()


def test_the_floors_were_measured_on_these_pages():
    assert FLOORS["sites_fingerprint"] == fingerprint_of_sites(), "the pages have changed: python tests/gates/pin.py"


def test_every_page_has_content_and_other_blocks():
    assert len(PAGES) == 30
    for page in PAGES:
        assert {is_content for _, is_content in labels(page)} == {True, False}, page


@pytest.mark.parametrize("name", FLOORS["sites"])
def test_no_figure_is_below_its_floor(name: str, figures: dict[str, float], capsys):
    with capsys.disabled():
        signature = f"polytrawl {version('polytrawl')}, sites {FLOORS['sites_fingerprint']}"
        print(f"\n  {name:22} {figures[name]:.4f}  floor {FLOORS['sites'][name]:.4f}  ({signature})", end="")
    assert figures[name] >= FLOORS["sites"][name]


def test_every_figure_has_a_floor(figures: dict[str, float]):
    assert set(figures) == set(FLOORS["sites"])


def test_site_evidence_makes_both_precision_and_recall_better(figures: dict[str, float]):
    assert figures["site_block_precision"] > figures["page_block_precision"] + 0.1
    assert figures["site_block_recall"] >= figures["page_block_recall"]
