"""What the documents of a run tell: languages, sites, terms of the topic, scores. They are read once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from polytrawl.config import Config
from polytrawl.ledger.funnel import Funnels
from polytrawl.ledger.trail import PAGES, PAIRED
from polytrawl.ranking import ranked
from polytrawl.records import Document, Lang
from polytrawl.summary.histograms import Scores
from polytrawl.summary.rows import Histogram, SiteRow, TermRow

__all__ = ["Documents"]

_TERMS = 12  # of a language


class Documents:
    """Figures of all documents, wanted or not."""

    def __init__(self, config: Config) -> None:
        clean, topic = config.stages["clean"]["extractor"], config.stages["topic"]["classifier"]
        self._by_site: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._terms: defaultdict[Lang, Counter[str]] = defaultdict(Counter)  # documents with a term
        self._places: defaultdict[Lang, Counter[str]] = defaultdict(Counter)  # paragraphs with a term
        self._boilerplate = Scores("boilerplate", "paragraph", _named("clean.extractor.threshold", clean))
        self._relevance = Scores("relevance", "document", _named("topic.classifier.min_relevance", topic))

    def see(self, document: Document) -> None:
        """One more."""
        language = document.language or "und"
        self._by_site[document.site][language] += 1
        self._relevance.see(document.relevance)
        for paragraph in document.paragraphs:
            self._boilerplate.see(paragraph.boilerplate)
        if not document.reasons:
            places = [term for paragraph in document.main for term in set(paragraph.topic_terms)]
            self._places[language].update(places)
            self._terms[language].update(set(places))

    @property
    def languages(self) -> dict[Lang, int]:
        """Documents by language, most first."""
        total: Counter[str] = Counter()
        for counts in self._by_site.values():
            total.update(counts)
        return ranked(total)

    @property
    def topic_terms(self) -> dict[Lang, list[TermRow]]:
        """The most frequent terms of the topic in the documents that are on it, by language."""
        return {language: list(self._most(language)) for language in sorted(self._terms) if self._terms[language]}

    def _most(self, language: Lang) -> Iterator[TermRow]:
        for term, number in islice(ranked(self._terms[language]).items(), _TERMS):
            yield TermRow(term, number, self._places[language][term])

    def histograms(self) -> list[Histogram]:
        """Of the scores that documents and their paragraphs have."""
        return [*self._boilerplate.histograms(), *self._relevance.histograms()]

    def sites(self, funnels: Funnels) -> list[SiteRow]:
        """A row for each site with documents, the largest first."""
        rows = (_site(site, languages, funnels) for site, languages in self._by_site.items())
        return sorted(rows, key=lambda row: (-row.documents, row.site))


def _site(site: str, languages: Counter[str], funnels: Funnels) -> SiteRow:
    kept = {(step.stage, step.of): step.kept for step in funnels.by.get(site, ())}
    return SiteRow(
        site,
        languages.total(),
        ranked(languages),
        fetched=kept.get(("crawl", PAGES), 0),
        exported=kept.get(("export", PAGES), 0),
        paired=kept.get(("filter", PAIRED), 0),
    )


def _named(name: str, table: Mapping[str, Any]) -> dict[str, float]:
    """The threshold that an option sets, by the name of the option; another plug-in may have none, or find its own."""
    value = table.get(name.rpartition(".")[2])
    return {name: float(value)} if isinstance(value, int | float) else {}


def licences(documents: Iterable[Document]) -> dict[str, int]:
    """Documents by licence, most first."""
    return ranked(Counter(one.licence for one in documents))
