"""The rows of Parquet tables: units and documents with all that a user may filter them by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polytrawl.export.facts import PairFacts
from polytrawl.export.units import ADEQUACY
from polytrawl.records import Document, SentencePair
from polytrawl.tokens import tokens

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["document_row", "document_schema", "unit_row", "unit_schema"]


def unit_schema(*, dates: bool) -> pa.Schema:
    """The columns of units. Scores of filters have names of their own, so they are a list; some have columns."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    text, number, words = pa.string(), pa.float64(), pa.list_(pa.string())
    scores = pa.list_(pa.struct([("name", text), ("value", number)]))
    columns = {
        **dict.fromkeys(("id", "source", "target", "source_language", "target_language"), text),
        **dict.fromkeys(("score", "adequacy", "fluency_source", "fluency_target"), number),
        **dict.fromkeys(("source_url", "target_url", "licence", "alignment"), text),
        **dict.fromkeys(("source_licence", "target_licence"), text),
        **dict.fromkeys(("source_consent", "target_consent"), words),
        "is_moved": pa.bool_(),
        "method": text,
        "page_pair": text,
        "page_pair_probability": number,
        "page_pair_grade": text,
        "page_pair_methods": words,
        "scores": scores,
        "repairs": words,
        "personal": words,
        **(dict.fromkeys(("source_fetched", "target_fetched"), text) if dates else {}),
    }
    return pa.schema(list(columns.items()))


def unit_row(unit: SentencePair, about: PairFacts) -> dict[str, Any]:
    """A unit."""
    source, target = unit.texts
    named = {score.name: score.value for score in unit.scores}
    return {
        "id": unit.id,
        "source": source,
        "target": target,
        "source_language": unit.source_language,
        "target_language": unit.target_language,
        "score": unit.score,
        "adequacy": named.get(ADEQUACY),
        "fluency_source": named.get("fluency-source"),
        "fluency_target": named.get("fluency-target"),
        "source_url": unit.source_url,
        "target_url": unit.target_url,
        "licence": unit.licence,
        "source_licence": unit.source_licence,
        "target_licence": unit.target_licence,
        "source_consent": list(unit.source_consent),
        "target_consent": list(unit.target_consent),
        "alignment": unit.bead,
        "is_moved": unit.is_moved,
        "method": unit.method,
        "page_pair": unit.pair,
        "page_pair_probability": about.probability,
        "page_pair_grade": about.grade,
        "page_pair_methods": list(about.methods),
        "scores": [{"name": name, "value": value} for name, value in named.items()],
        "repairs": list(unit.repairs),
        "personal": list(unit.personal),
        "source_fetched": about.fetched_at[0],
        "target_fetched": about.fetched_at[1],
    }


def document_schema(*, dates: bool) -> pa.Schema:
    """The columns of documents."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    text, words = pa.string(), pa.list_(pa.string())
    columns = {
        **dict.fromkeys(("id", "url", "site", "language", "title", "text", "author", "date"), text),
        **dict.fromkeys(("licence", "robots"), text),
        "consent": words,
        "page_type": text,
        "relevance": pa.float64(),
        **dict.fromkeys(("subtopics", "topic_terms", "keywords"), words),
        "language_score": pa.float64(),
        **dict.fromkeys(("paragraphs", "tokens", "characters"), pa.int64()),
        **({"fetched": text} if dates else {}),
    }
    return pa.schema(list(columns.items()))


def document_row(document: Document) -> dict[str, Any]:
    """A document: its main text, a paragraph a line."""
    main, text = document.main, _writable(document.text)
    return {
        "id": document.id,
        "url": _writable(document.url),
        "site": document.site,
        "language": document.language or "und",
        "title": _writable(document.title),
        "text": text,
        "author": _writable(document.author),
        "date": _writable(document.date),
        "licence": _writable(document.licence),
        "robots": document.robots,
        "consent": list(document.consent),
        "page_type": document.page_type,
        "relevance": document.relevance,
        "subtopics": list(document.subtopics),
        "topic_terms": sorted({term for one in main for term in one.topic_terms}),
        "keywords": list(map(_writable, document.keywords)),
        "language_score": document.language_score,
        "paragraphs": len(main),
        "tokens": sum(len(tokens(one.text, document.language)) for one in main),
        "characters": len(text),
        "fetched": document.fetched_at,
    }


def _writable(text: str) -> str:
    """The text without halves of surrogate pairs, which no encoding holds."""
    return text.encode("utf-8", "replace").decode("utf-8")
