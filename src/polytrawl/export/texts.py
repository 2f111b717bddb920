"""Texts as they are exported: repaired or as they were, with personal data masked where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from polytrawl.personal import mask
from polytrawl.records import Document, Link, SentencePair, replace

__all__ = ["Texts"]


@dataclass(frozen=True)
class Texts:
    """How texts leave the run."""

    mask_personal: bool = False
    repaired: bool = True

    def shown(self, text: str) -> str:
        """A text that can be written: halves of surrogate pairs, which no encoding holds, are question marks."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        return mask(text) if self.mask_personal else text

    def unit(self, unit: SentencePair) -> SentencePair:
        """The unit whose `texts` are those to be written."""
        return replace(
            unit,
            source=self.shown(unit.source),
            target=self.shown(unit.target),
            repaired_source=self.shown(unit.repaired_source) if self.repaired else "",
            repaired_target=self.shown(unit.repaired_target) if self.repaired else "",
            repairs=unit.repairs if self.repaired else (),
        )

    def document(self, document: Document) -> Document:
        """The document with all its texts masked, if so asked."""
        if not self.mask_personal:
            return document
        return replace(
            document,
            title=mask(document.title),
            description=mask(document.description),
            author=mask(document.author),
            keywords=tuple(map(mask, document.keywords)),
            paragraphs=tuple(replace(one, text=mask(one.text)) for one in document.paragraphs),
            posts=tuple(replace(one, text=mask(one.text), author=mask(one.author)) for one in document.posts),
            images=tuple(replace(one, alt=mask(one.alt)) for one in document.images),
            links=tuple(map(_masked_link, document.links)),
        )


def _masked_link(link: Link) -> Link:
    # Addresses of pages stay: they say where a text comes from, and numbers in them are seldom anybody's.
    is_page = link.target.startswith(("http://", "https://"))
    target = link.target if is_page else mask(link.target)
    return replace(link, target=target, anchor=mask(link.anchor), context=mask(link.context))
