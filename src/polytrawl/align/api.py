"""`polytrawl.align`: the sentence pairs of two texts, without a run directory."""

from __future__ import annotations

from polytrawl.align.stage import Align
from polytrawl.options import Context, build, resolve
from polytrawl.records import Document, Lang, PagePair, Paragraph, SentencePair, make_id, replace

__all__ = ["align"]


def align(
    left: str | Document, right: str | Document, *, languages: tuple[Lang, Lang], aligner: str = "length"
) -> list[SentencePair]:
    """The sentence pairs of two texts or documents; in a text, each line is a paragraph.

    >>> pairs = align("Guten Tag. Bis morgen!", "Buongiorno. A domani!", languages=("de", "it"))
    >>> [(pair.source, pair.target) for pair in pairs]
    [('Guten Tag.', 'Buongiorno.'), ('Bis morgen!', 'A domani!')]
    """
    resolved = resolve(Align, {"aligner": aligner}, where="align", context=Context())
    ours, theirs = _as_document(left, languages[0]), _as_document(right, languages[1])
    pair = PagePair(id=make_id("p", ours.id, theirs.id), left=ours, right=theirs, probability=1.0)
    return list(build(Align, resolved).apply(pair))


def _as_document(given: str | Document, language: Lang) -> Document:
    if isinstance(given, Document):
        return replace(given, language=language)
    paragraphs = tuple(Paragraph(text=line) for line in given.splitlines() if line.strip())
    return Document(id=make_id("d", given), page="", url="", site="", language=language, paragraphs=paragraphs)
