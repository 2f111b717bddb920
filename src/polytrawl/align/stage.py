"""The align stage: the sentences of two documents, matched.

Main paragraphs are split into sentences, the aligner matches them, and every bead with both sides becomes a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from polytrawl.align.base import Aligner, Bead, Block, Text
from polytrawl.options import build, option
from polytrawl.records import Document, PagePair, SentencePair, make_id
from polytrawl.sentences import split
from polytrawl.work import Study


@dataclass(kw_only=True)
class Align(Study[PagePair], name="align"):
    """Sentence pairs of page pairs."""

    reads: ClassVar[tuple[str, ...]] = ("pair",)

    aligner: Aligner = option(cast("Aligner", "lexical"), "who matches the sentences of two texts")

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Let the aligner look for what it needs."""
        build(cls, options)

    def __post_init__(self) -> None:
        self.aligner.check()

    @property
    def learns(self) -> bool:
        """Whether the aligner learns from the whole run."""
        return self.aligner.learns

    def learn(self, records: Iterable[PagePair]) -> Any:  # noqa: ANN401 - known to the aligner alone
        """What the aligner learns from all page pairs."""
        return self.aligner.learn((as_text(pair.left), as_text(pair.right)) for pair in records)

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Tell the aligner what was learned."""
        self.aligner.inform(learned)

    def apply(self, record: PagePair) -> Iterator[SentencePair]:
        """The sentence pairs of a page pair, in the order of the left page."""
        left, right = as_text(record.left), as_text(record.right)
        return units_of(record, left, right, self.aligner.align(left, right))


def as_text(document: Document) -> Text:
    """The main paragraphs of a document as the aligner sees them."""
    language = document.language or "und"
    blocks = (Block(part.kind, tuple(split(part.text, language))) for part in document.main)
    return Text(language, tuple(block for block in blocks if block.sentences))


def units_of(pair: PagePair, left: Text, right: Text, beads: Iterable[Bead]) -> Iterator[SentencePair]:
    """The beads that have both sides, as records."""
    sentences = left.sentences, right.sentences
    for bead in beads:
        if bead.left and bead.right:
            source = " ".join(sentences[0][number] for number in bead.left)
            target = " ".join(sentences[1][number] for number in bead.right)
            yield _sentence_pair(pair, bead, source, target)


def _sentence_pair(pair: PagePair, bead: Bead, source: str, target: str) -> SentencePair:
    left, right = pair.left, pair.right
    return SentencePair(
        id=make_id("s", pair.id, source, target, str(bead.left[0]), str(bead.right[0])),
        pair=pair.id,
        source=source,
        target=target,
        source_language=left.language or "und",
        target_language=right.language or "und",
        source_url=left.url,
        target_url=right.url,
        source_page=left.page,
        target_page=right.page,
        licence=pair.licence,
        bead=f"{len(bead.left)}-{len(bead.right)}",
        source_sentences=bead.left,
        target_sentences=bead.right,
        is_moved=bead.is_moved,
        score=bead.score,
    )
