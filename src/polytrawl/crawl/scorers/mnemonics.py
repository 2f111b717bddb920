"""The strategies of the dissertation's table 5.1 by its own names; HMM stands in a file of its own.

B. Laranjeira: Focused crawling for the acquisition of corpora in statistical machine translation, 2015.
"""

from __future__ import annotations

from dataclasses import dataclass

from polytrawl.crawl.scorers.best_first import BestFirst
from polytrawl.crawl.scorers.breadth_first import BreadthFirst
from polytrawl.crawl.scorers.shark import Shark
from polytrawl.options import option

_N, _MWE = "words in a sequence that counts as one", "weigh sequences by how much they are expressions"


@dataclass(kw_only=True)
class Universal(BreadthFirst, name="UC"):
    """The universal crawler: breadth first."""


@dataclass(kw_only=True)
class Bfs1G(BestFirst, name="BFS-1G"):
    """Best-First by single words."""


@dataclass(kw_only=True)
class Bfs2G(BestFirst, name="BFS-2G"):
    """Best-First by pairs of words."""

    n: int = option(2, _N)


@dataclass(kw_only=True)
class Bfs3G(BestFirst, name="BFS-3G"):
    """Best-First by three words in a row."""

    n: int = option(3, _N)


@dataclass(kw_only=True)
class Ss1G(Shark, name="SS-1G"):
    """Shark-Search by single words."""


@dataclass(kw_only=True)
class Ss2G(Shark, name="SS-2G"):
    """Shark-Search by pairs of words."""

    n: int = option(2, _N)


@dataclass(kw_only=True)
class Ss3G(Shark, name="SS-3G"):
    """Shark-Search by three words in a row."""

    n: int = option(3, _N)


@dataclass(kw_only=True)
class MweBfs2G(Bfs2G, name="MWEBFS-2G"):
    """Best-First by pairs of words, weighed as expressions."""

    mwe: bool = option(default=True, help=_MWE)


@dataclass(kw_only=True)
class MweBfs3G(Bfs3G, name="MWEBFS-3G"):
    """Best-First by three words in a row, weighed as expressions."""

    mwe: bool = option(default=True, help=_MWE)


@dataclass(kw_only=True)
class MweSs2G(Ss2G, name="MWESS-2G"):
    """Shark-Search by pairs of words, weighed as expressions."""

    mwe: bool = option(default=True, help=_MWE)


@dataclass(kw_only=True)
class MweSs3G(Ss3G, name="MWESS-3G"):
    """Shark-Search by three words in a row, weighed as expressions."""

    mwe: bool = option(default=True, help=_MWE)
