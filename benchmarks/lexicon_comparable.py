"""Domain lexicons from comparable corpora beside a dictionary held out: by method, by how frequent words are, by idea.

    .venv/bin/python benchmarks/lexicon_comparable.py            # five minutes, after the manuals are crawled
    .venv/bin/python benchmarks/lexicon_comparable.py --to fr    # another language, on which nothing was chosen
    .venv/bin/python benchmarks/lexicon_comparable.py --ideas    # without each idea, 1000 words a side; as long

Texts are disjoint halves of LilyPond's manual (see `adapt_data`), and units of it for the second gold.

First gold: FreeDict's eng-spa in four parts by the stem of the source word. Each part is held out once, the other three
are the seed lexicon, and what is printed is the sum of the four. A source word counts when it is among the terms of the
English text and at least one of its held-out translations occurs in the Spanish text, be it a term or not; the rest is
left out, for no method can find it. Right at 1: the best translation is one of the held-out ones, letter by letter but
for case. Right at 5: one of the five best. `stem`: the same where only the stems are equal, for FreeDict has base forms
and texts inflect. Words are told apart by how often they occur: the lesser of the source word's occurrences and those
of its most frequent translation.

Second gold: words aligned in parallel.tsv (`lexicon align`, by association, score from 0.5, five links or more) whose
source stem FreeDict does not have at all, with all of FreeDict as the seed lexicon: the domain's own words. Pairs that
are written the same in both languages, as names of commands are, are left out: everybody finds them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import adapt_data
import numpy as np
import xxhash

from polytrawl.cli.output import table
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.from_comparable import Text
from polytrawl.lexicon.from_comparable.combined import WEIGHTS, Combined
from polytrawl.lexicon.from_comparable.measures import MEASURES, Table
from polytrawl.lexicon.from_comparable.nearest import believed
from polytrawl.lexicon.from_comparable.profiles import by_profiles
from polytrawl.lexicon.from_comparable.terms import Terms, important_terms
from polytrawl.lexicon.gather import gather

# English and one more; weights were chosen on es, so the others are what is held out.
LANGUAGES = ("en", sys.argv[sys.argv.index("--to") + 1] if "--to" in sys.argv else "es")
LONG = {"es": "spa", "fr": "fra", "it": "ita", "de": "deu"}
FREEDICT = Path(f"/usr/share/dictd/freedict-eng-{LONG[LANGUAGES[1]]}.index")
PARTS = 4
TERMS = 2000  # of each side
CLASSES = {"all": (1, 1 << 40), "20 or more": (20, 1 << 40), "5 to 19": (5, 19)}
BANDS = (0.1, 0.3, 0.5, 0.7, 0.9, 1.01)
HEADER = ("method", "occurrences", "words", "at 1", "at 5", "stem at 1", "stem at 5")

Gold = dict[str, set[str]]
Texts = tuple[Text, Text]
Method = Callable[[Texts, tuple[Terms, Terms], Sequence[Entry]], Table]


def split(entries: Sequence[Entry], text: Text) -> Iterator[tuple[list[Entry], Gold]]:
    """Seed lexicons and what is held out of each; forms of one word stay together."""
    for part in range(PARTS):
        seed, gold = [], defaultdict(set)
        for entry in entries:
            if xxhash.xxh64_intdigest(text.stem(entry.source).encode(), seed=1) % PARTS == part:
                gold[entry.source.lower()].add(entry.target.lower())
            else:
                seed.append(entry)
        yield seed, dict(gold)


class Tally:
    """Right and wrong by method and class."""

    def __init__(self, texts: Texts, terms: tuple[Terms, Terms]) -> None:
        self.texts, self.terms = texts, terms
        self.counts: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)

    def add(self, name: str, scores: Table, gold: Mapping[str, set[str]]) -> None:
        """Judge one part."""
        numbers, names = self.terms[0].numbers, self.terms[1].names
        stem = self.texts[1].stem
        for source, targets in gold.items():
            occurring = [self.texts[1].counts[one] for one in targets if one in self.texts[1].counts]
            if source not in numbers or not occurring:
                continue
            best = [names[j] for j in np.argsort(-scores[numbers[source]], kind="stable")[:5]]
            is_right = [one in targets for one in best]
            by_stem = [stem(one) in {stem(target) for target in targets} for one in best]
            found = (1, is_right[0], any(is_right), by_stem[0], any(by_stem))
            often = min(self.texts[0].counts[source], max(occurring))
            for kind, (least, most) in CLASSES.items():
                for place, value in enumerate(found):
                    self.counts[name][kind, place] += bool(value) and least <= often <= most

    def show(self) -> None:
        """Print the table."""
        rows = []
        for name, counts in self.counts.items():
            for kind in CLASSES:
                words = counts[kind, 0]
                rows.append((name, kind, words, *(f"{counts[kind, n] / max(1, words):.3f}" for n in range(1, 5))))
        table(HEADER, rows)


def profiles(measure: str) -> Method:
    """The published method with one of its measures."""
    return lambda texts, terms, seed: by_profiles(texts, terms, seed, measure)


def combined(*without: str, rounds: int = 3, has_hubs: bool = False) -> Method:
    """The default method, without some of its signals."""
    weights = {name: 0.0 if name in without else weight for name, weight in WEIGHTS.items()}
    return lambda texts, terms, seed: Combined(
        texts, terms, seed, rounds=rounds, weights=weights, has_hubs=has_hubs
    ).scores()


METHODS: dict[str, Method] = {
    **{f"profiles, {measure}": profiles(measure) for measure in MEASURES},
    "combined": combined(),
}
IDEAS: dict[str, Method] = {
    "combined, one round": combined(rounds=1),
    "combined, hubs left": combined(has_hubs=True),
    "combined, no embedding": combined("embedding"),
    "combined, no letters": combined("letters"),
    "combined, no frequency": combined("frequency"),
    "combined, no native": combined("native"),
    "combined, no log-likelihood": combined("sides", "wide"),
    "combined, no PMI": combined("near", "sentence"),
    "contexts alone": combined("embedding", "letters", "frequency", "native", "lexicon", "parts", rounds=1),
    "embedding alone, one round": combined(*(set(WEIGHTS) - {"embedding"}), rounds=1),
}


def domain_words(path: Path, texts: Texts, entries: Sequence[Entry]) -> Gold:
    """What parallel texts of the domain tell about words that the dictionary lacks."""
    corpus = Corpus(LANGUAGES)
    for line in path.read_text(encoding="utf-8").splitlines():
        corpus.add(*line.split("\t")[:2])
    known = {texts[0].stem(entry.source) for entry in entries}
    gold: Gold = defaultdict(set)
    for entry in corpus.entries("association", "corpus:parallel", min_count=5, min_score=0.5):
        if texts[0].stem(entry.source) not in known and entry.source.lower() != entry.target.lower():
            gold[entry.source.lower()].add(entry.target.lower())
    return dict(gold)


def by_score(texts: Texts, terms: tuple[Terms, Terms], parts: Sequence[tuple[Table, Gold]]) -> None:
    """How often the best translation is right, by its score."""
    rows: dict[int, Counter[bool]] = defaultdict(Counter)
    numbers, names = terms[0].numbers, terms[1].names
    for scores, gold in parts:
        belief = believed(scores).both
        for source, targets in gold.items():
            if source in numbers and any(one in texts[1].counts for one in targets):
                best = int(scores[numbers[source]].argmax())
                band = int(np.searchsorted(BANDS, belief[numbers[source], best], side="right"))
                rows[band][any(texts[1].stem(names[best]) == texts[1].stem(one) for one in targets)] += 1
    names_of = ["below 0.1", *(f"from {least}" for least in BANDS[:-1])]
    table(
        ("score of the best", "words", "stem right"),
        [(names_of[band], rows[band].total(), f"{rows[band][True] / rows[band].total():.3f}") for band in sorted(rows)],
    )


def parts_table(texts: Texts, entries: Sequence[Entry], most: int, methods: Mapping[str, Method]) -> None:
    """All methods on the four parts, and how far the score of the default one can be believed."""
    terms = important_terms(texts[0], most), important_terms(texts[1], most)
    tally, parts = Tally(texts, terms), []
    for seed, gold in split(entries, texts[0]):
        for name, method in methods.items():
            scores = method(texts, terms, seed)
            tally.add(name, scores, gold)
            if name == "combined":
                parts.append((scores, gold))
    print(f"\n{FREEDICT.stem}, four parts, each held out once; {most} words a side\n")
    tally.show()
    print("\ncombined, by the score of the entry\n")
    by_score(texts, terms, parts)


def domain_table(texts: Texts, entries: Sequence[Entry], path: Path) -> None:
    """The second gold."""
    terms = important_terms(texts[0], TERMS), important_terms(texts[1], TERMS)
    gold, tally = domain_words(path, texts, entries), Tally(texts, terms)
    for name in ("profiles, cosine", "combined"):
        tally.add(name, METHODS[name](texts, terms, entries), gold)
    print("\nwords of the domain that FreeDict lacks, by the aligned words of parallel texts\n")
    tally.show()


def main() -> None:
    """Print all tables."""
    folder = adapt_data.texts(LANGUAGES[1], generic=False)
    left, right = (
        Text(own, other, (folder / f"comparable.{own}.txt").read_text(encoding="utf-8").splitlines())
        for own, other in (LANGUAGES, LANGUAGES[::-1])
    )
    entries = gather([FREEDICT], LANGUAGES, most_words=1).entries
    for text in (left, right):
        print(f"{text.language}: {len(text.sentences)} sentences, {len(text.running)} words; {dict(text.dropped)}")
    if "--domain" in sys.argv:
        domain_table((left, right), entries, folder / "parallel.tsv")
        return
    if "--ideas" in sys.argv:
        parts_table((left, right), entries, TERMS // 2, {"combined": combined(), **IDEAS})
        return
    parts_table((left, right), entries, TERMS, METHODS)
    if (folder / "parallel.tsv").exists():
        domain_table((left, right), entries, folder / "parallel.tsv")


if __name__ == "__main__":
    main()
