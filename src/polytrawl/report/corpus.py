"""What the corpus is made of: documents by language and site, page pairs by method and language pair, units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from polytrawl import evidence
from polytrawl.language_tags import same_language
from polytrawl.report.bars import Row, Words, bar_table
from polytrawl.report.markup import Html, element, lines, nothing, paragraph, section
from polytrawl.report.wording import clip, clip_middle, count, counted, ranked, share

if TYPE_CHECKING:
    from polytrawl.sources import SourceRow
    from polytrawl.summary import MethodRow, SiteRow, Summary

_LABEL_LENGTH = 80
_LANGUAGES = 4  # of a site, before the rest is only counted

_SOURCES = {
    "patterns": "URL patterns of the site",
    "rescue": "weak URL patterns, rescued by other sites",
    "deep": "deep pages, at addresses that patterns promised",
    "other": "other evidence",
}

_NO_DOCUMENTS = (
    "There are no documents. Were pages fetched at all? If so, the reasons of the stage `clean` say why none became a "
    "document; if not, check the seeds and the reasons of the stage `crawl`."
)
_NO_PAIRS = (
    "There are no page pairs. Are the `languages` right, and are there documents in at least two of them above? Do the "
    "sites show each text in both languages? `polytrawl explain DIR URL` tells what became of a page you expected here."
)
_NO_UNITS = (
    "There are no units. Without page pairs there can be none; with page pairs, look at the reasons of the stages "
    "`align` and `filter`, and at `profile` and `min_score` in the table `export` of run.toml."
)


def documents(summary: Summary) -> Html:
    """The documents by language and by site."""
    if not summary.documents:
        return section("documents", "Documents", "Cleaned pages by language and by site.", nothing(_NO_DOCUMENTS))
    total = sum(summary.documents.values())
    about = f"{counted(total, 'document')} from {counted(len(summary.sites), 'site')}, wanted or not."
    languages = [_language(name, number, summary.languages) for name, number in ranked(summary.documents)]
    if any(row.muted for row in languages):
        about += " A grey bar is a language that was not asked for."
    by_language = bar_table(languages, Words("Documents by language", "language", "document"))
    by_site = bar_table([_site(row) for row in summary.sites], Words("Documents by site", "site", "document"))
    licences = {name or "none named": number for name, number in summary.licences.items()}
    by_licence = [_ranking(licences, "Exported documents by licence", "licence", of="document")] if licences else []
    return section("documents", "Documents", about, by_language, by_site, *by_licence)


def _language(name: str, number: int, wanted: list[str]) -> Row:
    # A document in `pt-br` is wanted by those who asked for `pt`.
    is_wanted = any(same_language(name, asked) for asked in wanted)
    note = "" if is_wanted else "language unknown" if name == "und" else "not asked for"
    return Row(clip(name, _LABEL_LENGTH), number, note, muted=not is_wanted)


def _site(row: SiteRow) -> Row:
    languages = ranked(row.languages)
    note = ", ".join(f"{clip(name, _LABEL_LENGTH)} {count(number)}" for name, number in languages[:_LANGUAGES])
    if len(languages) > _LANGUAGES:
        note += f" and {count(len(languages) - _LANGUAGES)} more"
    if row.fetched:
        note += f"; of {counted(row.fetched, 'page')} {count(row.exported)} exported, {count(row.paired)} with units"
    return Row(clip_middle(row.site, _LABEL_LENGTH), row.documents, note)


def pairs(summary: Summary) -> Html:
    """The page pairs by method and language pair, and the units by language pair, alignment and filter."""
    about = "Two documents that are translations of each other, and the units aligned within them, as exported."
    by_pair = _ranking(summary.page_pairs, "Page pairs by language pair", "language pair")
    by_unit = _ranking(summary.units, "Units by language pair", "language pair", of="unit")
    columns = [by_pair if summary.page_pairs else nothing(_NO_PAIRS), by_unit if summary.units else nothing(_NO_UNITS)]
    found = [_sources(summary.sources)] if summary.sources else []
    found += [_methods(summary.methods), _legend(row.method for row in summary.methods)] if summary.methods else []
    columns += [*_alignments(summary.alignments), *_filters(summary.filter_reasons)]
    return section("pairs", "Page pairs and units", about, *found, element("div", lines(columns), class_="columns"))


def _methods(rows: list[MethodRow]) -> Html:
    bars = [Row(row.method, row.pairs, f"mean probability {row.probability:.3f}") for row in rows]
    return element("div", bar_table(bars, Words("Page pairs by evidence for them", "evidence", "page pair")))


def _alignments(counts: Mapping[str, int]) -> Iterator[Html]:
    if counts:
        yield _ranking(counts, "Units by sentences on each side", "alignment", of="unit")


def _filters(counts: Mapping[str, int]) -> Iterator[Html]:
    """Reasons of filters; a unit with several stands under each."""
    if counts:
        yield _ranking(counts, "All units by filter against them", "filter", of="unit")


def _legend(methods: Iterable[str]) -> Html:
    """What each method looks at."""
    told = ((name, evidence.about(name)) for name in sorted(methods))
    return element("div", lines(paragraph(f"`{name}`: {said}", "fine") for name, said in told if said))


def _sources(rows: list[SourceRow]) -> Html:
    """The pairs by who found them, as PupSniffer's paper shows them, with precision where it is known."""
    found = [Row(_SOURCES.get(row.source, row.source), row.pairs, _precision(row)) for row in rows]
    return element("div", bar_table(found, Words("Page pairs by who found them", "source", "page pair")))


def _precision(row: SourceRow) -> str:
    return f"{share(row.right, row.judged)} of {count(row.judged)} judged are right" if row.judged else ""


def _ranking(counts: Mapping[str, int], caption: str, row: str, of: str = "page pair") -> Html:
    rows = [Row(clip(name, _LABEL_LENGTH), number) for name, number in ranked(counts)]
    return element("div", bar_table(rows, Words(caption, row, of)))
