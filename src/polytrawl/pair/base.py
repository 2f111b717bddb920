"""The plug-in kind of the pair stage: who finds evidence that two documents are translations of each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from polytrawl.plugin import Plugin
from polytrawl.records import Site


class Candidate(NamedTuple):
    """Two documents of one site, by id, that may be a pair, and how probable this evidence makes it, 0..1."""

    left: str
    right: str
    probability: float


class Pairer(Plugin, kind="pairer"):
    """One source of evidence for page pairs."""

    # Fields of Document it reads that are not kept for every pairer: "links", "images", "outline".
    needs: ClassVar[tuple[str, ...]] = ()
    # Whether it wants to know about the other sites of the run: then it has the three methods below.
    surveys: ClassVar[bool] = False

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Raise `ConfigError` for what types cannot say: called with resolved options before anything starts."""

    def keep_in(self, folder: Path) -> None:
        """A folder of the run in which it may keep what took long to make; called before `candidates`."""

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Candidates among the site's documents, in any order and direction; work linear in the documents."""
        raise NotImplementedError

    def survey(self, site: Site) -> Any:  # noqa: ANN401 - plain values, of a form the pairer alone knows
        """What it should know about this site when it works on others."""
        raise NotImplementedError

    def summarise(self, surveys: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
        """What is to be remembered of the surveys of all sites; it travels to all workers, so it should be small."""
        raise NotImplementedError

    def inform(self, summary: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of the summary. Called before `candidates`, where a run has more than one site."""
        raise NotImplementedError


# By pairer: two documents, by id, the smaller first, and how probable it makes them.
Claims = Mapping[str, Mapping[tuple[str, str], float]]


class Verdict(NamedTuple):
    """Two documents that are each other's partners, how probable that is, and why: values from 0 to 1 by name."""

    left: str
    right: str
    probability: float
    evidence: Mapping[str, float]


class Weigher(Pairer):
    """A pairer that weighs what the others claim beside what it finds itself."""

    def weigh(self, site: Site, claims: Claims) -> Iterable[Verdict]:
        """The pairs of a site: each document has at most one partner in each language."""
        raise NotImplementedError

    def left_out(self, site: Site, claims: Claims) -> Mapping[str, str]:  # noqa: ARG002 - for those that leave some out
        """The ids of documents that are in no pair whatever is claimed, and why, in words."""
        return {}
