"""`polytrawl.align`: the sentence pairs of two texts, without a run directory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from polytrawl.align.base import Aligner, Text
from polytrawl.align.plain import by_paragraph, by_sentence
from polytrawl.align.stage import Align, as_text, units_of
from polytrawl.errors import ConfigError
from polytrawl.options import Context, build, options, resolve
from polytrawl.plugin import find
from polytrawl.records import Document, Lang, PagePair, SentencePair, make_id, replace

__all__ = ["align", "make_aligner"]


def align(
    left: str | Document,
    right: str | Document,
    *,
    languages: tuple[Lang, Lang],
    aligner: str | Mapping[str, Any] | Aligner | None = None,
    dictionary: str | Path | None = None,
    sentences: bool = False,
) -> list[SentencePair]:
    """The sentence pairs of two texts or documents; in a text, each line is a paragraph, or a sentence if so said.

    `aligner` is a name, a table as in a config (`{"use": "mt", "command": "..."}`), or an object.

    >>> pairs = align("Guten Tag. Bis morgen!", "Buongiorno. A domani!", languages=("de", "it"))
    >>> [(pair.source, pair.target) for pair in pairs]
    [('Guten Tag.', 'Buongiorno.'), ('Bis morgen!', 'A domani!')]
    """
    made = make_aligner(aligner, dictionary)
    sides = [
        _side(given, language, sentences=sentences) for given, language in zip((left, right), languages, strict=True)
    ]
    (ours, first), (theirs, second) = sides
    pair = PagePair(id=make_id("p", ours.id, theirs.id), left=ours, right=theirs, probability=1.0)
    return list(units_of(pair, first, second, made.align(first, second)))


def make_aligner(aligner: str | Mapping[str, Any] | Aligner | None, dictionary: str | Path | None = None) -> Aligner:
    """An aligner from its name, its table or as it is; by default that of the stage."""
    if isinstance(aligner, Aligner):
        if dictionary is not None:
            raise ConfigError("align: give the dictionary to the aligner that you made, not beside it")
        return aligner
    default = next(one.default for one in options(Align) if one.name == "aligner")
    table = dict(aligner) if isinstance(aligner, Mapping) else {"use": aligner or default}
    table.setdefault("use", default)
    if dictionary is not None:
        _check_dictionary(table["use"])
        table["dictionary"] = str(dictionary)
    resolved = resolve(Align, {"aligner": table}, where="align", context=Context())
    return build(Align, resolved).aligner


def _check_dictionary(name: str) -> None:
    if "dictionary" not in {one.name for one in options(find(Aligner, name, where="align.aligner"))}:
        raise ConfigError(f"align: the aligner {name!r} uses no dictionary; leave it out, or take another aligner")


def _side(given: str | Document, language: Lang, *, sentences: bool) -> tuple[Document, Text]:
    if isinstance(given, Document):
        document = replace(given, language=language)
        return document, as_text(document)
    text = (by_sentence if sentences else by_paragraph)(given, language).text
    return Document(id=make_id("d", given), page="", url="", site="", language=language), text
