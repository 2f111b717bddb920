"""How the sentences of a text stand in its paragraphs."""

from __future__ import annotations

import numpy as np

from polytrawl.align.base import Text
from polytrawl.align.blocks import SOLID
from polytrawl.lexicon.side import Layout, plain

__all__ = ["layout_of"]

_KINDS = {kind: number for number, kind in enumerate(sorted(SOLID), start=1)}  # all others are running text


def layout_of(text: Text) -> Layout:
    """Where paragraphs begin, and of which kind they are; nothing where there is one only."""
    if len(text.blocks) <= 1:
        return plain(len(text.sentences))
    sizes = [len(block.sentences) for block in text.blocks]
    begins = np.zeros(sum(sizes))
    begins[np.cumsum([0, *sizes[:-1]])] = 1.0
    return Layout(begins, np.repeat([_KINDS.get(block.kind, 0) for block in text.blocks], sizes))
