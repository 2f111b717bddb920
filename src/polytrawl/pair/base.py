"""The plug-in kind of the pair stage: who finds evidence that two documents are translations of each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from polytrawl.plugin import Plugin
from polytrawl.records import Site


class Candidate(NamedTuple):
    """Two documents of one site, by id, that may be a pair, and how probable this evidence makes it, 0..1."""

    left: str
    right: str
    probability: float


class Pairer(Plugin, kind="pairer"):
    """One source of evidence for page pairs."""

    # Fields of Document it reads that are not kept for every pairer: "links", "images".
    needs: ClassVar[tuple[str, ...]] = ()

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Candidates among the site's documents, in any order and direction; work linear in the documents."""
        raise NotImplementedError
