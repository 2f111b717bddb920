"""What became of the pages that the known pairs name: whether they were fetched, have text, and in which language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from polytrawl.evaluate.gold import Couple, Known
from polytrawl.records import Document, Dropped, Lang, Page
from polytrawl.rundir import RunDir

__all__ = ["Coverage", "languages_of"]

# Of the pairs of a file, for all of it to be taken as of one pair of languages: some pages were not fetched, and some
# are taken for another language. Guess.
_MOST = 0.9
_UNKNOWN = "?"


class Coverage:
    """Pages of a run, those alone that were asked for."""

    def __init__(self, run: RunDir, asked: Collection[str]) -> None:
        self.fetched: set[str] = set()
        self.refused: dict[str, str] = {}  # not fetched, and why
        self.languages: defaultdict[str, set[Lang]] = defaultdict(set)  # of pages with text
        for record in run.records("crawl"):
            if isinstance(record, Page) and record.url in asked:
                self.fetched.add(record.url)
            elif isinstance(record, Dropped) and record.url in asked:
                self.refused[record.url] = record.reason
        for record in run.records("topic"):
            if isinstance(record, Document) and record.url in asked and record.text.strip():
                self.languages[record.url].add(record.language or "und")

    def why_missed(self, pair: Couple, wanted: Collection[Lang], paired: Mapping[str, set[Lang]]) -> str:
        """Why the run does not have a known pair; the first reason on the way of its pages counts."""
        if absent := [url for url in pair if url not in self.fetched]:
            reasons = {self.refused[url] for url in absent if url in self.refused}
            return f"not fetched: {min(reasons)}" if reasons else "not fetched: no page links to it"
        if any(url not in self.languages for url in pair):
            return "fetched, but without text"
        left, right = (self.languages[url] & set(wanted) for url in pair)
        if not left or not right:
            return "fetched, but not in a wanted language"
        if left == right and len(left) == 1:
            return "fetched, but both in one language"
        is_taken = paired.get(pair[0], set()) & right or paired.get(pair[1], set()) & left
        return "fetched, but paired with another page" if is_taken else "fetched, but not paired"


def languages_of(known: Sequence[Known], pages: Coverage, order: Sequence[Lang]) -> dict[Couple, str]:
    """The two languages of each known pair, such as de-it: those of its file, or of its pages where a file is mixed."""
    own = {one: (_language(one.left, pages), _language(one.right, pages)) for one in known}
    of_file = _of_files(own.items())
    rank = {language: number for number, language in enumerate(order)}
    found: dict[Couple, str] = {}
    for one, languages in own.items():
        both = of_file.get(one.file, languages)
        found[one.couple] = "-".join(sorted(both, key=lambda name: (rank.get(name, len(rank)), name)))
    return found


def _language(url: str, pages: Coverage) -> Lang:
    return min(pages.languages[url]) if url in pages.languages else _UNKNOWN


def _of_files(own: Iterable[tuple[Known, tuple[Lang, Lang]]]) -> dict[int, tuple[Lang, Lang]]:
    """The pair of languages that nearly all pairs of a file have, as far as it is known."""
    seen: defaultdict[int, Counter[tuple[Lang, Lang]]] = defaultdict(Counter)
    for one, languages in own:
        if _UNKNOWN not in languages:
            seen[one.file][languages] += 1
    most = {file: counts.most_common(1)[0] for file, counts in seen.items()}
    return {file: languages for file, (languages, number) in most.items() if number >= _MOST * seen[file].total()}
