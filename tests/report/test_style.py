"""Colours can be told apart from the paper, on the light page and on the dark one."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

_TEXTS = ("ink", "soft", "accent")
_FILLS = ("accent", "grey", "fallen-0", "fallen-1", "fallen-2", "fallen-3", "fallen-4")


def _palettes() -> list[dict[str, str]]:
    style = files("polytrawl.report").joinpath("style.css").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks]


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised"])
@pytest.mark.parametrize("text", _TEXTS)
def test_texts_have_the_contrast_of_level_aa(scheme: int, ground: str, text: str) -> None:
    palette = _palettes()[scheme]
    assert _contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("fill", _FILLS)
def test_bars_have_the_contrast_of_level_aa(scheme: int, fill: str) -> None:
    palette = _palettes()[scheme]
    assert _contrast(palette[fill], palette["paper"]) >= 3
