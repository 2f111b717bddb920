"""The gates: on the demo web nothing may get worse. `make gate` prints the figures beside their floors."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from gates.measure import fingerprint, measure
from polytrawl.demo import DemoWeb
from polytrawl.run import Run

FLOORS = Path(__file__).with_name("floors.toml")


@pytest.fixture(scope="module")
def figures(demo: Run, demo_web: DemoWeb) -> dict[str, float]:
    return measure(demo, demo_web)


@pytest.fixture(scope="module")
def floors() -> dict:
    return tomllib.loads(FLOORS.read_text(encoding="utf-8"))


def test_the_floors_were_measured_on_these_texts(floors: dict, demo_web: DemoWeb):
    assert floors["fingerprint"] == fingerprint(demo_web), "the demo web has changed: python tests/gates/pin.py"


@pytest.mark.parametrize("name", tomllib.loads(FLOORS.read_text(encoding="utf-8"))["demo"])
def test_no_figure_is_below_its_floor(name: str, figures: dict[str, float], floors: dict, capsys):
    with capsys.disabled():
        signature = f"polytrawl {version('polytrawl')}, demo web {floors['fingerprint']}"
        print(f"\n  {name:22} {figures[name]:.4f}  floor {floors['demo'][name]:.4f}  ({signature})", end="")
    assert figures[name] >= floors["demo"][name]


def test_every_figure_has_a_floor(figures: dict[str, float], floors: dict):
    assert set(figures) == set(floors["demo"])
