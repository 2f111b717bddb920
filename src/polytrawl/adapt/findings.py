"""What can be told of a corpus and of translations, once the parts of an experiment are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from polytrawl.adapt.before_after import BeforeAfter, before_after
from polytrawl.adapt.changed import Changes, Evidence, changes, index_of
from polytrawl.adapt.given import Given
from polytrawl.adapt.learning import Curve, documents_by, learning_curve
from polytrawl.adapt.lines import lines_of
from polytrawl.adapt.phrase_pairs import phrase_pairs
from polytrawl.adapt.systems import Translated
from polytrawl.adapt.terms import term_coverage
from polytrawl.adapt.trial import Trial
from polytrawl.adapt.workshop import LEXICON, MODEL, TABLE, TRIAL, Workshop
from polytrawl.lexicon.basic import listed_words
from polytrawl.lexicon.coverage import Recall
from polytrawl.lexicon.entries import Entry, read_lexicon
from polytrawl.lm.arpa_read import read_words
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import open_model
from polytrawl.prepare.units import Documents

__all__ = ["Findings"]

_SHOWN = 40  # entries of the lexicon
_EXAMPLES = 5  # of translations that became better, and of those that became worse, for each system


class Findings:
    """Reads the parts of an experiment."""

    def __init__(self, given: Given, workshop: Workshop) -> None:
        self._given, self._workshop = given, workshop

    def sample(self) -> tuple[BeforeAfter, Curve]:
        """The sample by both language models; where there is none, the target side of the test stands for it."""
        shop = self._workshop
        generic, domain = (open_model(shop.folder(one) / MODEL) for one in ("lm-generic", "lm-domain"))
        sample = Text((shop.folder("sample" if self._given.sample else "test") / self._target,))
        whose = Documents(self._given.target_text)
        names = [whose.of(one) for one in self._lines("domain", "ids.txt")]
        documents = documents_by(names, self._lines("domain", self._target))
        return before_after(generic, domain, sample), learning_curve(documents, sample, generic)

    def terms(self, *, has_parallel: bool, has_lexicon: bool) -> dict[str, Recall]:
        """How many of the user's terms can be translated, before and after. Tables have them cut and in true case."""
        given, shop = self._given, self._workshop
        if not given.terms:
            return {}
        wanted, language = listed_words(given.terms), given.languages[0]
        tables = {"generic sentence pairs": "table-generic"}
        tables |= {"sentence pairs of the domain": "table-parallel"} if has_parallel else {}
        sources = {name: {pair[0] for pair in self._pairs(one)} for name, one in tables.items()}
        found = term_coverage([shop.phrase(one) for one in wanted], {}, sources, language)
        if has_lexicon:
            entries = {entry.source for entry in read_lexicon(shop.folder("lexicon") / LEXICON)[1]}
            found |= term_coverage(wanted, {}, {"domain lexicon": entries}, language)
        return found

    def entries(self) -> list[Entry]:
        """The first entries of the domain lexicon."""
        return list(islice(read_lexicon(self._workshop.folder("lexicon") / LEXICON)[1], _SHOWN))

    def trial(self) -> Trial:
        """How often the lexicon was right."""
        return msgspec.json.decode((self._workshop.folder("lexicon") / TRIAL).read_bytes(), type=Trial)

    def changes(self, found: Sequence[Translated]) -> dict[str, Changes]:
        """What changed from the baseline to each system, with the words that did it."""
        sources, references = (self._lines("test", f"{one}.txt") for one in self._given.languages)
        return {one.name: self._changed(found[0], one, sources, references) for one in found[1:]}

    def _changed(
        self, before: Translated, after: Translated, sources: Sequence[str], references: Sequence[str]
    ) -> Changes:
        both = before.tokens, after.tokens
        return changes(sources, both, [references], self._evidence(after, sources), examples=_EXAMPLES)

    def _evidence(self, one: Translated, sources: Sequence[str]) -> Evidence:
        tables = {name: index_of(self._pairs(name), sources, one.tokens) for name in one.tables[1:]}
        before, after = (self._known(lms) for lms in (one.lms[:1], one.lms))
        return Evidence(before, after, tables)

    def _known(self, lms: Sequence[str]) -> frozenset[str]:
        words = (read_words(self._workshop.folder(name) / MODEL) for name in lms)
        return frozenset(word.decode("utf-8", "replace") for some in words for word in some)

    def _pairs(self, table: str) -> Iterator[tuple[str, str]]:
        return phrase_pairs(self._workshop.folder(table) / TABLE)

    @property
    def _target(self) -> str:
        return f"{self._given.languages[1]}.txt"

    def _lines(self, folder: str, file: str) -> list[str]:
        return lines_of(self._workshop.folder(folder) / file)
