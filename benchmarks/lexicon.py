"""Bilingual lexicons beside dictionaries that they have not seen: by way of other languages, and from parallel texts.

English to Italian (and Spanish) is joined from FreeDict's English-German and German-Italian, English-French and
French-Italian dictionaries, and judged against English-Italian, by the number of paths and by the score. Then words
are aligned in the sentences of FLORES, by both methods, and judged against FreeDict's dictionary of the two languages.

    .venv/bin/python benchmarks/lexicon.py            # two minutes

Only entries whose source the held-out dictionary has are judged: about other words it tells nothing. Of words that it
has, too, it lacks good translations, so precision is a lower bound. Small dictionaries of FreeDict (deu-ita, eng-fra,
eng-ita, eng-spa) were once made from one multilingual source, Ergane, so they agree more than strangers would: that
flatters en-it, of which two of four dictionaries are from there; of en-es one is.

It needs the Debian packages that it names where they are missing (30 MB, most of it eng-deu), and for the second part
data/align/flores-docs in the folder that POLYTRAWL_DATA names (by default ../shared/data).
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from polytrawl.cli.output import table
from polytrawl.lexicon.basic import frequent_words
from polytrawl.lexicon.coverage import agreement, pairs_of, recall
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.gather import gather
from polytrawl.lexicon.merge import merged
from polytrawl.lexicon.triangulate import Triangles

DICTIONARIES = Path("/usr/share/dictd")
FLORES = Path(os.environ.get("POLYTRAWL_DATA", Path(__file__).parents[1] / "../shared/data")) / "align/flores-docs"
LONG = {"en": "eng", "de": "deu", "fr": "fra", "it": "ita", "es": "spa"}
PIVOTS = ("de", "fr")
SCORES = (0.0, 0.2, 0.3, 0.5, 0.7, 0.9)
MOST = 5  # paths that are told apart
HEADER = ("", "entries", "judged", "right", "precision", "recall")


def index(left: str, right: str) -> Path:
    """The dictionary between two languages."""
    return DICTIONARIES / f"freedict-{LONG[left]}-{LONG[right]}.index"


@cache
def entries(left: str, right: str) -> list[Entry]:
    """What it has."""
    return gather([index(left, right)], (left, right)).entries


def row(name: str, chosen: Sequence[Entry], held_out: set[tuple[str, str]]) -> tuple[object, ...]:
    """One line of a table."""
    found = agreement(chosen, held_out)
    return (name, found.entries, found.judged, found.right, f"{found.precision:.3f}", f"{found.recall:.3f}")


def by_way_of_others(target: str) -> None:
    """English to the target over German and French."""
    start = time.perf_counter()
    triangles = Triangles(("en", target))
    for pivot in PIVOTS:
        triangles.add(("en", pivot), entries("en", pivot))
        triangles.add((pivot, target), entries(pivot, target))
    found = list(triangles.entries())
    print(f"\nen-{target} over {' and '.join(triangles.pivots)}: {time.perf_counter() - start:.0f} s\n")
    gold = entries("en", target)
    held_out = pairs_of(gold)
    table(HEADER, paths_table(found, held_out))
    print()
    table(
        HEADER, [row(f"score from {least}", [one for one in found if one.score >= least], held_out) for least in SCORES]
    )
    print()
    table(("order by", "average precision", "best target right"), ranking_table(found, held_out))
    print()
    sure = [one for one in found if one.score >= 0.5]  # noqa: PLR2004 - more right than wrong
    lexicons = {f"FreeDict en-{target}": gold, "score from 0.5": sure, "both merged": list(merged([*gold, *sure]))}
    table(("", "language", "top 1000", "by stem", "top 5000", "by stem"), vocabulary_table(lexicons, target))


def ranking_table(found: Sequence[Entry], held_out: set[tuple[str, str]]) -> Iterator[tuple[object, ...]]:
    """How good an order of the judged entries is: average precision, and how often a word's best target is right."""
    sources = {source for source, _ in held_out}
    judged = [one for one in found if one.source.casefold() in sources]
    for name, order in (("paths", lambda one: one.support), ("score", lambda one: one.score)):
        ranked = sorted(judged, key=lambda one, order=order: (-order(one), one.source, one.target))
        right = [(one.source.casefold(), one.target.casefold()) in held_out for one in ranked]
        precisions = [
            number / place for number, place in enumerate((n for n, is_right in enumerate(right, 1) if is_right), 1)
        ]
        best: dict[str, bool] = {}
        for one, is_right in zip(ranked, right, strict=True):
            best.setdefault(one.source.casefold(), is_right)
        yield (
            name,
            f"{sum(precisions) / max(1, len(precisions)):.3f}",
            f"{sum(best.values()) / max(1, len(best)):.3f}",
        )


def paths_table(found: Sequence[Entry], held_out: set[tuple[str, str]]) -> Iterator[tuple[object, ...]]:
    """By the number of paths, and of languages."""
    for number in range(1, MOST):
        yield row(f"{number} paths", [one for one in found if one.support == number], held_out)
    for number in range(2, MOST + 1):
        yield row(f"{number} paths or more", [one for one in found if one.support >= number], held_out)
    yield row("in one language", [one for one in found if len(one.origins) == 1], held_out)
    yield row("in both", [one for one in found if len(one.origins) > 1], held_out)


def vocabulary_table(lexicons: dict[str, list[Entry]], target: str) -> Iterator[tuple[object, ...]]:
    """How much of the frequent words of both languages lexicons have."""
    for name, lexicon in lexicons.items():
        for side, language in enumerate(("en", target)):
            have = {(one.source, one.target)[side] for one in lexicon}
            measured = [recall(have, frequent_words(language, top), language) for top in (1000, 5000)]
            shares = [f"{share / one.words:.3f}" for one in measured for share in (one.covered, one.by_stem or 0)]
            yield (name, language, *shares)


def from_sentences(left: str, right: str) -> None:
    """Word alignment of FLORES."""
    corpus = Corpus((left, right))
    for source, target in sentence_pairs(FLORES / f"{left}-{right}"):
        corpus.add(source, target)
    held_out = pairs_of(entries(left, right))
    rows = []
    for method in ("association", *(["eflomal"] if importlib.util.find_spec("eflomal") else [])):
        start = time.perf_counter()
        found = list(corpus.entries(method, "corpus:flores", min_count=1, min_score=0))
        seconds = time.perf_counter() - start
        for least in (0.1, 0.3, 0.5):
            chosen = [one for one in found if one.support > 1 and one.score >= least]
            rows.append((*row(f"{method}, score from {least}", chosen, held_out)[:-1], f"{seconds:.1f}"))
    print(f"\n{left}-{right}, {len(corpus)} sentence pairs of FLORES, linked twice or more\n")
    table((*HEADER[:-1], "seconds"), rows)


def sentence_pairs(folder: Path) -> Iterator[tuple[str, str]]:
    """The sentences that the gold puts side by side."""
    for gold in sorted(folder.glob("*.gold")):
        texts = [gold.with_suffix(ending).read_text(encoding="utf-8").splitlines() for ending in (".src", ".tgt")]
        for line in gold.read_text(encoding="utf-8").splitlines():
            sides = [[int(n) for n in re.findall(r"\d+", part)] for part in re.findall(r"\[([^\]]*)\]", line)[:2]]
            if all(sides):
                ours, theirs = (" ".join(text[n] for n in side) for text, side in zip(texts, sides, strict=True))
                yield ours, theirs


def main() -> None:
    """Print all tables."""
    for target in ("it", "es"):
        wanted = [("en", target), *(pair for pivot in PIVOTS for pair in (("en", pivot), (pivot, target)))]
        missing = [index(*pair).stem for pair in wanted if not index(*pair).exists()]
        if missing:
            print(f"en-{target}: apt-get install {' '.join(f'dict-{name}' for name in missing)}", file=sys.stderr)
        else:
            by_way_of_others(target)
    for pair in (("de", "it"), ("en", "fr")):
        if FLORES.exists() and index(*pair).exists():
            from_sentences(*pair)
        else:
            print(f"{'-'.join(pair)}: {FLORES} or {index(*pair)} is missing", file=sys.stderr)


if __name__ == "__main__":
    main()
