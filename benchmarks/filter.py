"""How well adequacy tells translations from broken ones, kind by kind of breakage, and how fast the stage is.

Units are those of the hand-aligned texts in the folder `align` of POLYTRAWL_DATA (else ../shared/data), and, with
`--run DIR`, the aligned units of a run. A fifth of all is broken by the code here, which is not what the stage itself
learns from, and the stage sees them among the others: so it is learned on what it is measured on, as in a run.

    python benchmarks/filter.py [--run DIR] [--small 300]
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import time
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

import polytrawl
from polytrawl.filter.stage import FilterStage
from polytrawl.options import Context, build, resolve
from polytrawl.records import SentencePair, make_id, replace

DATA = Path(os.environ.get("POLYTRAWL_DATA") or Path(__file__).parent.parent.parent / "shared" / "data") / "align"
_BEAD = re.compile(r"(\[[^\]]*\]):(\[[^\]]*\])")
_BROKEN = 0.2
_LONG = 30  # characters of a text that is cut
_FLOOR = 0.97
_KEPT = 0.5  # adequacy from which the profile `balanced` keeps a unit

Unit = SentencePair
Break = Callable[[Unit, Sequence[Unit], int, random.Random], Unit | None]


def gold_sets() -> dict[str, list[Unit]]:
    """The units of hand-aligned texts by name."""
    sets = {"guide de-it": list(_guide()), "textberg de-fr": _textberg()}
    for folder in sorted((DATA / "flores-docs").iterdir()):
        files = sorted(folder.glob("*.gold"))
        sets[f"flores {folder.name}"] = [
            unit
            for gold in files
            for unit in _beads(gold.with_suffix(".src"), gold.with_suffix(".tgt"), gold, folder.name)
        ]
    return sets


def run_sets(folder: Path) -> dict[str, list[Unit]]:
    """The aligned units of a run by language pair."""
    sets: dict[str, list[Unit]] = {}
    for one in polytrawl.open_run(folder).directory.records("align"):
        if isinstance(one, SentencePair):
            sets.setdefault(f"{folder.name} {one.source_language}-{one.target_language}", []).append(one)
    return sets


def _guide() -> Iterator[Unit]:
    seen = set()
    for line in (DATA / "instguide.de-it.tsv").read_text(encoding="utf-8").splitlines():
        page, *texts = line.split("\t")
        if len(texts) == len(("de", "it")) and tuple(texts) not in seen:
            seen.add(tuple(texts))
            yield unit_of(texts[0], texts[1], "de-it", page)


def _textberg() -> list[Unit]:
    folder = DATA / "textberg-dev"
    return list(_beads(folder / "dev.de", folder / "dev.fr", folder / "dev.defr", "de-fr"))


def _beads(source: Path, target: Path, gold: Path, languages: str) -> Iterator[Unit]:
    left, right = (path.read_text(encoding="utf-8").split("\n") for path in (source, target))
    for line in gold.read_text(encoding="utf-8").splitlines():
        found = _BEAD.match(line)
        ones, others = (ast.literal_eval(part) for part in found.groups()) if found else ([], [])
        if ones and others:
            yield unit_of(
                " ".join(left[one] for one in ones), " ".join(right[one] for one in others), languages, gold.stem
            )


def unit_of(source: str, target: str, languages: str, page: str) -> Unit:
    """A unit as the align stage gives it."""
    left, _, right = languages.partition("-")
    places = {"source_url": "", "target_url": "", "source_page": "", "target_page": ""}
    return SentencePair(
        id=make_id("s", page, source, target), pair=page, source=source, target=target,
        source_language=left, target_language=right, **places,
    )  # fmt: skip


def _shifted(unit: Unit, units: Sequence[Unit], place: int, chance: random.Random) -> Unit | None:
    other = units[(place + chance.choice((-2, -1, 1, 2))) % len(units)]
    return replace(unit, target=other.target)


def _truncated(unit: Unit, _units: Sequence[Unit], _place: int, chance: random.Random) -> Unit | None:
    if min(len(unit.source), len(unit.target)) < _LONG:
        return None
    share = chance.uniform(0.3, 0.7)
    if chance.random() < 0.5:  # noqa: PLR2004 - either side
        return replace(unit, source=unit.source[: int(share * len(unit.source))].rstrip())
    return replace(unit, target=unit.target[: int(share * len(unit.target))].rstrip())


def _wrong_language(unit: Unit, units: Sequence[Unit], place: int, chance: random.Random) -> Unit | None:
    """A text of about the same length in the language of the other side, or in a third one."""
    if chance.random() < 0.5:  # noqa: PLR2004 - one or the other
        near = units[(place + chance.randint(3, 30)) % len(units)]
        return replace(unit, target=near.source)
    third = _THIRD["es" if "es" not in (unit.source_language, unit.target_language) else "fr"]
    place = bisect(third, len(unit.target), key=len) + chance.randint(-5, 5)
    return replace(unit, target=third[min(max(place, 0), len(third) - 1)])


def _wrong_numbers(unit: Unit, _units: Sequence[Unit], _place: int, chance: random.Random) -> Unit | None:
    def other(found: re.Match[str]) -> str:
        return "".join([chance.choice("123456789"), *chance.choices("0123456789", k=len(found[0]) - 1)])

    changed = re.sub(r"\d+", other, unit.target)
    return None if changed == unit.target else replace(unit, target=changed)


_WAYS: dict[str, Break] = {
    "shifted": _shifted,
    "truncated": _truncated,
    "language": _wrong_language,
    "numbers": _wrong_numbers,
}
_THIRD: dict[str, list[str]] = {}


def with_broken(units: Sequence[Unit], chance: random.Random) -> list[tuple[Unit, str]]:
    """The units and how each was broken; a fifth of them are, in all ways alike as far as they can be."""
    ways, made = list(_WAYS), list[tuple[Unit, str]]()
    for place, unit in enumerate(units):
        broken, way = None, ""
        if chance.random() < _BROKEN:
            for way in chance.sample(ways, len(ways)):
                broken = _WAYS[way](unit, units, place, chance)
                if broken is not None and (broken.source, broken.target) != (unit.source, unit.target):
                    break
        made.append((broken, way) if broken else (unit, ""))
    return made


def auc(good: Sequence[float], bad: Sequence[float]) -> float:
    """How often a good one is above a bad one; equal ones count half."""
    values, inverse, counts = np.unique([*good, *bad], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts + 1) / 2)[inverse]
    return (
        float((ranks[: len(good)].sum() - len(good) * (len(good) - 1) / 2) / (len(good) * len(bad)))
        if len(values)
        else 0.0
    )


def measure(name: str, units: Sequence[Unit]) -> float:
    """Print a line for a set; gives the AUC over all."""
    made = with_broken(units, random.Random(name))  # noqa: S311 - no secret
    stage = build(FilterStage, resolve(FilterStage, {}, where="filter", context=Context()))
    began = time.process_time()
    stage.inform(stage.learn(unit for unit, _ in made))
    learned = time.process_time()
    judged = [next(stage.apply(unit)) for unit, _ in made]
    ended = time.process_time()
    scores: dict[str, list[float]] = {}
    for unit, (_, way) in zip(judged, made, strict=True):
        scores.setdefault(way, []).append(next(one.value for one in unit.scores if one.name == "adequacy"))
    good = scores.pop("")
    whole = auc(good, [value for values in scores.values() for value in values])
    ways = " ".join(f"{auc(good, scores[way]) if way in scores else float('nan'):9.4f}" for way in _WAYS)
    kept = sum(not unit.reasons for unit, (_, way) in zip(judged, made, strict=True) if not way) / len(good)
    print(
        f"{name:22} {len(units):6} {whole:7.4f} {ways} {np.median(good):7.2f} {np.quantile(good, 0.05):6.2f}"
        f" {np.mean(np.array(good) >= _KEPT):6.2f} {kept:7.3f} {learned - began:7.1f}"
        f" {len(units) / (ended - learned):8.0f} {len(units) / (ended - began):8.0f}",
        flush=True,
    )
    return whole


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--run", type=Path, action="append", default=[], help="a run directory with aligned units")
    parser.add_argument("--small", type=int, default=0, help="only the first so many units of each set")
    parser.add_argument("--most", type=int, default=20_000, help="units of each language pair of a run")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print(f"{DATA}: there is no such folder; set POLYTRAWL_DATA")
        return
    sets = gold_sets()
    for name in ("es", "fr"):
        _THIRD[name] = sorted((unit.target for unit in sets[f"flores en-{name}"]), key=len)
    for folder in arguments.run:
        sets |= {name: units[: arguments.most] for name, units in run_sets(folder).items()}
    ways = " ".join(f"{way:>9}" for way in _WAYS)
    print(
        f"{'set':22} {'units':>6} {'AUC':>7} {ways} {'median':>7} {'5%':>6} {'>=.5':>6} {'passed':>7}"
        f" {'learn s':>7} apply/s  units/s"
    )
    found = {name: measure(name, units[: arguments.small or None]) for name, units in sets.items() if len(units) > 1}
    worst = min(found, key=lambda name: found[name])
    print(f"lowest AUC {found[worst]:.4f} ({worst}); floor {_FLOOR}: {'held' if found[worst] >= _FLOOR else 'MISSED'}")


if __name__ == "__main__":
    main()
