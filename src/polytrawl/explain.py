"""Why is this in the corpus, or why not? Everything that was decided about a URL or an id, stage by stage.

A unit is walked back over its page pair and documents to the bytes in a WARC; a page is followed forward until it was
exported or fell out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from polytrawl import options
from polytrawl.config import Config
from polytrawl.errors import RunMissing
from polytrawl.export.selection import DUPLICATE, KNOWN, Selection
from polytrawl.export.stage import Export
from polytrawl.plugin import MINE, find
from polytrawl.records import Cluster, Document, Dropped, Page, PagePair, Score, SentencePair
from polytrawl.rundir import RunDir
from polytrawl.urls import normalise
from polytrawl.why_pair import WhyPair
from polytrawl.work import Source, Stage


class Finding(msgspec.Struct, frozen=True):
    """What one stage decided about a thing."""

    stage: str
    id: str
    said: str  # in words
    facts: dict[str, Any] = {}
    because: list[str] = []  # why, a sentence each


def explain(run: RunDir, config: Config, what: str) -> list[Finding]:
    """The findings about a URL, or about the id of a page, document, page pair or unit."""
    teller = _Teller(run, config)
    kind = what.partition("-")[0]
    if "://" in what:
        return list(teller.url(normalise(what) or what))
    tell = {
        "g": teller.page,
        "u": teller.page,
        "d": teller.document,
        "p": teller.pair,
        "s": teller.unit,
        "c": teller.cluster,
    }
    if kind not in tell:
        raise RunMissing(f"{what}: neither a URL (with http:// or https://) nor an id such as s-0123456789abcdef")
    return list(tell[kind](what))


class _Teller:
    def __init__(self, run: RunDir, config: Config) -> None:
        self.run = run
        self.config = config
        self.why = WhyPair(run, config)
        exported = run.manifest("export")
        self.selection: Selection | None = None
        if exported and exported.complete:
            self.selection = options.build(Export, config.stages["export"]).select(run)

    # ways in

    def unit(self, name: str) -> Iterator[Finding]:
        unit = self._one("filter", name, SentencePair)
        yield from self._about_unit(unit)
        yield from self.pair(unit.pair, follow=False)

    def pair(self, name: str, *, follow: bool = True) -> Iterator[Finding]:
        found = [(stage, one) for stage, one in self._pairs(name) if one.id == name]
        stage, pair = found[0] if found else ("pair", self._one("pair", name, PagePair))
        yield self._about_pair(pair, stage)
        if follow:
            yield from self._units_of(pair)
        for side in (pair.left, pair.right):
            yield from self._history(side.url)

    def cluster(self, name: str) -> Iterator[Finding]:
        yield _about_cluster(self._one("dedup", name, Cluster))

    def document(self, name: str) -> Iterator[Finding]:
        yield from self.url(self._one("clean", name, Document).url)

    def page(self, name: str) -> Iterator[Finding]:
        found = next((one for one in self.run.search("crawl", name) if one.id == name), None)
        if not isinstance(found, Page | Dropped):
            raise RunMissing(f"{name}: no page with this id in {self.run.path}")
        yield from self.url(found.url)

    def url(self, url: str) -> Iterator[Finding]:
        """The history of a page, and what became of its document."""
        history = list(self._history(url))
        yield from history
        document = self._document(url)
        if document:
            yield from self._after(document)

    # the way forward

    def _history(self, url: str) -> Iterator[Finding]:
        fetched = next((one for one in self.run.search("crawl", url) if _url(one) == url), None)
        if isinstance(fetched, Page):
            yield _about_page(fetched)
        elif isinstance(fetched, Dropped):
            yield _about_dropped(fetched)
        else:
            yield self._never_fetched(url)
        for stage in ("clean", "language", "topic"):
            found = next((one for one in self.run.search(stage, url) if _url(one) == url), None)
            if isinstance(found, Dropped):
                yield _about_dropped(found)
                return
            if isinstance(found, Document):
                yield _ABOUT[stage](found)

    def _never_fetched(self, url: str) -> Finding:
        source = options.build(find(Stage, "crawl"), self.config.stages["crawl"])
        fate = source.fate(self.run.folder("crawl"), url) if isinstance(source, Source) else None
        return Finding("crawl", "", fate or "not fetched: no page that was fetched links to it, and it is no seed")

    def _after(self, document: Document) -> Iterator[Finding]:
        for cluster in self.run.search("dedup", document.id):
            if isinstance(cluster, Cluster):
                yield _about_cluster(cluster)
        pairs = [*self._pairs(document.id)]
        if "pair" not in {stage for stage, _ in pairs} and self.run.manifest("pair"):
            yield self._unpaired(document)
        for stage, pair in pairs:
            yield self._about_pair(pair, stage)
            yield from self._units_of(pair)
        if self.selection:
            why = self.selection.why_kept(document)
            said = _exported("document", self.selection.reason(document))
            yield Finding("export", document.id, f"{said}: of those with the same text {why}" if why else said)

    def _pairs(self, name: str) -> Iterator[tuple[str, PagePair]]:
        """The page pairs that have this id in them, and which stage made them."""
        for stage in ("pair", MINE):
            yield from ((stage, one) for one in self.run.search(stage, name) if isinstance(one, PagePair))

    def _unpaired(self, document: Document) -> Finding:
        if why := self.why.left_out(document):
            return Finding("pair", document.id, f"no page pair: {why}")
        lost = list(self.why.rivals(document))
        said = "no candidate in another wanted language won" if lost else "no page in another wanted language was found"
        return Finding("pair", document.id, f"no page pair: {said} for it", because=lost)

    def _units_of(self, pair: PagePair) -> Iterator[Finding]:
        units = [one for one in self.run.search("filter", pair.id) if isinstance(one, SentencePair)]
        reasons = Counter(unit.reasons[0] for unit in units if unit.reasons)
        refused = ", ".join(f"{number} {reason}" for reason, number in reasons.most_common())
        said = f"{len(units)} units, {len(units) - reasons.total()} of them good" + (
            f"; refused: {refused}" if refused else ""
        )
        if self.run.manifest("filter"):
            yield Finding("filter", pair.id, said, {"units": [unit.id for unit in units]})

    def _about_unit(self, unit: SentencePair) -> Iterator[Finding]:
        facts = {"source": unit.source, "target": unit.target, "score": unit.score, "alignment": unit.bead}
        if unit.is_mined:
            margin = next((one.value for one in unit.scores if one.name == "margin"), 0.0)
            said = f"mined from comparable pages with margin {margin:.2f} and score {unit.score:.2f}"
            yield Finding(MINE, unit.id, said, facts)
        else:
            yield Finding("align", unit.id, f"aligned {unit.bead} with score {unit.score:.2f}", facts)
        verdict = f"refused: {', '.join(unit.reasons)}" if unit.reasons else "passed every filter"
        yield Finding("filter", unit.id, verdict, {score.name: score.value for score in unit.scores})
        if self.selection:
            reason = next((reason for one, reason in self.selection.judged_units() if one.id == unit.id), "")
            yield Finding("export", unit.id, _exported("unit", reason))

    def _about_pair(self, pair: PagePair, stage: str) -> Finding:
        sides = " and ".join(f"{side.url} ({side.language})" for side in (pair.left, pair.right))
        if stage == MINE:
            return Finding(MINE, pair.id, f"no page pair, but comparable: {sides}", _scores(pair.evidence))
        said = f"{pair.grade} with probability {pair.probability:.2f}: {sides}"
        reason = self.selection.reason(pair) if self.selection else ""
        said += f"; not exported: {reason}" if reason else ""
        return Finding("pair", pair.id, said, _scores(pair.evidence), self.why.because(pair))

    def _document(self, url: str) -> Document | None:
        return next(
            (one for one in self.run.search("topic", url) if isinstance(one, Document) and one.url == url), None
        )

    def _one(self, stage: str, name: str, kind: type[Any]) -> Any:  # noqa: ANN401 - of the kind asked for
        found = next((one for one in self.run.search(stage, name) if isinstance(one, kind) and one.id == name), None)
        if found is None:
            raise RunMissing(f"{name}: no such {kind.__name__} in {self.run.path / stage}")
        return found


def _url(record: Any) -> str:  # noqa: ANN401 - any record
    return str(getattr(record, "url", ""))


def _scores(scores: tuple[Score, ...]) -> dict[str, float]:
    return {score.name: score.value for score in scores}


def _exported(kind: str, reason: str) -> str:
    if reason.startswith(DUPLICATE):
        return f"{kind} not exported: the same text as {reason.removeprefix(DUPLICATE)}, which is kept"
    if reason.startswith(KNOWN):
        return f"{kind} not exported: an earlier run has its text, in {reason.removeprefix(KNOWN)}"
    return f"{kind} not exported: {reason}" if reason else f"{kind} exported"


def _about_page(page: Page) -> Finding:
    place = f"{page.warc.file} at byte {page.warc.offset}" if page.warc else "no WARC"
    said = f"fetched {page.url}; its bytes are in {place}"
    return Finding(
        "crawl", page.id, said, {"status": page.status, "fetched_at": page.fetched_at, "parent": page.parent}
    )


def _about_dropped(dropped: Dropped) -> Finding:
    detail = f" ({dropped.detail})" if dropped.detail else ""
    return Finding(dropped.stage, dropped.id, f"{dropped.url or dropped.id} fell out: {dropped.reason}{detail}")


def _about_cluster(cluster: Cluster) -> Finding:
    if cluster.paragraphs:
        said = f"{len(cluster.paragraphs)} paragraphs of the document say the same ({cluster.method})"
        return Finding("dedup", cluster.id, said, {"paragraphs": list(cluster.paragraphs)})
    said = f"the same text ({cluster.method}) stands in {len(cluster.members)} documents"
    said += f", and in {len(cluster.known)} of earlier runs" if cluster.known else ""
    return Finding("dedup", cluster.id, said, {"members": list(cluster.members), "known": list(cluster.known)})


def _about_clean(document: Document) -> Finding:
    boilerplate = sum(1 for paragraph in document.paragraphs if paragraph.boilerplate >= 0.5)  # noqa: PLR2004 - rather than not
    said = f"{document.title!r}: {len(document.paragraphs)} paragraphs, {len(document.main)} of them main text"
    template = sum(1 for paragraph in document.paragraphs if paragraph.reason == "template")
    if template:
        said += f"; {template} would be, but recur on other pages of the site"
    facts = {"licence": document.licence, "boilerplate": boilerplate, "template": template}
    return Finding("clean", document.id, said, facts)


def _about_language(document: Document) -> Finding:
    reason = "; out of the wanted languages" if "out-of-language" in document.reasons else ""
    said = f"language {document.language} (score {document.language_score or 0:.2f}){reason}"
    return Finding("language", document.id, said, {"declared": document.declared_language})


def _about_topic(document: Document) -> Finding:
    if document.relevance is None:
        return Finding("topic", document.id, "no topic was asked for in this language")
    terms = sorted({term for paragraph in document.paragraphs for term in paragraph.topic_terms})
    said = f"relevance {document.relevance:.3g}" + ("; off-topic" if "off-topic" in document.reasons else "")
    return Finding("topic", document.id, said, {"terms": terms, "subtopics": list(document.subtopics)})


_ABOUT = {"clean": _about_clean, "language": _about_language, "topic": _about_topic}
