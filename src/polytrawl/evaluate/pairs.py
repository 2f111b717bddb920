"""The page pairs of a run beside known ones: which are right, which wrong, which are missing, and why.

A pair is judged where the known pairs speak of its site and its two languages; others are counted, and count neither
way. So do the pairs that are to be ignored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from polytrawl.evaluate.coverage import Coverage, languages_of
from polytrawl.evaluate.figures import Bin, Figures, calibrate, calibration_error
from polytrawl.evaluate.gold import Couple, Known, couple
from polytrawl.records import Lang, PagePair
from polytrawl.rundir import RunDir
from polytrawl.urls import normalise, site_of

__all__ = ["Evaluation", "Fault", "Found", "evaluate", "slim"]

# From this value on a source of evidence is said to have found a pair: several of them have a value for every pair.
SPEAKS = 0.5
# Known pairs of two languages that a site needs, as a share of those of its most frequent two, for found pairs in these
# languages to be judged: a page whose language is wrong must not make all pairs of a whole language wrong. Guess.
_LEAST = 0.1


class Found(msgspec.Struct, frozen=True):
    """A page pair of the run, without its texts."""

    left: str
    right: str
    left_language: Lang
    right_language: Lang
    probability: float
    grade: str
    evidence: dict[str, float]

    @property
    def couple(self) -> Couple:
        """The pair without a direction."""
        return couple(self.left, self.right)

    @property
    def languages(self) -> str:
        """Such as de-it."""
        return f"{self.left_language}-{self.right_language}"

    @property
    def methods(self) -> list[str]:
        """The sources of evidence that speak for it."""
        return [name for name, value in self.evidence.items() if value >= SPEAKS]


class Fault(msgspec.Struct, frozen=True):
    """A pair that is wrong or missing."""

    kind: str  # wrong, missing
    left: str
    right: str
    why: str
    probability: float | None = None


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `evaluate pairs` tells about a run beside known pairs."""

    overall: Figures
    fetched: Figures  # the same, known pairs whose pages were not both fetched left out
    by_languages: dict[str, Figures]
    by_site: dict[str, Figures]
    by_method: dict[str, Figures]
    by_grade: dict[str, Figures]
    calibration: list[Bin]
    calibration_error: float | None
    missing: dict[str, int]  # by reason
    ignored: int  # found pairs that are to be ignored
    unjudged: int  # found pairs in languages or on sites that the known pairs do not speak of
    faults: list[Fault]


def slim(pair: PagePair) -> Found:
    """What is needed of a page pair here."""
    left, right = pair.left, pair.right
    return Found(
        left=normalise(left.url) or left.url,
        right=normalise(right.url) or right.url,
        left_language=left.language or "und",
        right_language=right.language or "und",
        probability=pair.probability,
        grade=pair.grade,
        evidence={score.name: score.value for score in pair.evidence},
    )


def evaluate(
    run: RunDir, found: Sequence[Found], known: Sequence[Known], ignore: Collection[Couple], languages: Sequence[Lang]
) -> Evaluation:
    """Compare found pairs with known ones."""
    gold = [one for one in known if one.couple not in ignore]
    pages = Coverage(run, {url for one in gold for url in one.couple})
    cells = {pair: (names, _site(pair)) for pair, names in languages_of(gold, pages, languages).items()}
    known_cells = _known_cells(cells.values())
    counted = [one for one in found if one.couple not in ignore]
    judged = [one for one in counted if one.couple in cells or (one.languages, _site(one.couple)) in known_cells]
    right = [one for one in judged if one.couple in cells]
    fetched = [pair for pair in cells if all(url in pages.fetched for url in pair)]
    missed = _missed(cells, counted, pages, languages)
    bins = calibrate((one.probability, one.couple in cells) for one in judged)
    return Evaluation(
        overall=Figures.of(len(judged), len(right), len(cells)),
        fetched=Figures.of(len(judged), len(right), len(fetched)),
        by_languages=_split(judged, cells, lambda one: _cell(one, cells)[0], lambda cell: cell[0]),
        by_site=_split(judged, cells, lambda one: _cell(one, cells)[1], lambda cell: cell[1]),
        by_method=_by_label(judged, cells, lambda one: one.methods),
        by_grade=_by_label(judged, cells, lambda one: [one.grade]),
        calibration=bins,
        calibration_error=calibration_error(bins),
        missing=dict(Counter(missed.values()).most_common()),
        ignored=len(found) - len(counted),
        unjudged=len(counted) - len(judged),
        faults=[*_wrong(judged, cells), *(Fault("missing", *pair, why) for pair, why in sorted(missed.items()))],
    )


_Cells = Mapping[Couple, tuple[str, str]]  # the languages and the site of each known pair


def _site(pair: Couple) -> str:
    """The site of a pair; two where its pages are on two."""
    return " + ".join(sorted({site_of(url) for url in pair}))


def _cell(one: Found, cells: _Cells) -> tuple[str, str]:
    """Where a found pair is counted: with the known pair that it is, else by its own languages."""
    return cells.get(one.couple) or (one.languages, _site(one.couple))


def _known_cells(cells: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    counts = Counter(cells)
    most: defaultdict[str, int] = defaultdict(int)
    for (_, site), number in counts.items():
        most[site] = max(most[site], number)
    return {(names, site) for (names, site), number in counts.items() if number >= _LEAST * most[site]}


def _missed(cells: _Cells, found: Sequence[Found], pages: Coverage, languages: Collection[Lang]) -> dict[Couple, str]:
    """Known pairs that were not found, and why."""
    paired: defaultdict[str, set[Lang]] = defaultdict(set)
    for one in found:
        paired[one.left].add(one.right_language)
        paired[one.right].add(one.left_language)
    absent = cells.keys() - {one.couple for one in found}
    return {pair: pages.why_missed(pair, languages, paired) for pair in absent}


def _split(
    judged: Sequence[Found],
    cells: _Cells,
    key: Callable[[Found], str],
    known_key: Callable[[tuple[str, str]], str],
) -> dict[str, Figures]:
    found = Counter(map(key, judged))
    right = Counter(key(one) for one in judged if one.couple in cells)
    gold = Counter(map(known_key, cells.values()))
    return {name: Figures.of(found[name], right[name], gold[name]) for name in sorted(found.keys() | gold.keys())}


def _by_label(judged: Sequence[Found], cells: _Cells, labels: Callable[[Found], list[str]]) -> dict[str, Figures]:
    """Figures of the pairs with a label; recall is of all known pairs, so that methods can be compared."""
    found = Counter(label for one in judged for label in labels(one))
    right = Counter(label for one in judged if one.couple in cells for label in labels(one))
    return {name: Figures.of(found[name], right[name], len(cells)) for name in sorted(found)}


def _wrong(judged: Sequence[Found], cells: _Cells) -> list[Fault]:
    partners = {url: pair for pair in cells for url in pair}
    wrong = [one for one in judged if one.couple not in cells]
    return [
        Fault("wrong", one.left, one.right, _why_wrong(one, partners), one.probability)
        for one in sorted(wrong, key=lambda one: (-one.probability, one.couple))
    ]


def _why_wrong(one: Found, partners: Mapping[str, Couple]) -> str:
    strangers = [url for url in one.couple if url not in partners]
    if not strangers:
        return "both pages are in known pairs, with other pages"
    return "one page is in no known pair" if len(strangers) == 1 else "neither page is in a known pair"
