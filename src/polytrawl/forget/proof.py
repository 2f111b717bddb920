"""The proof: the sentences of the forgotten pages are looked for in all files of the run directory.

What another page says too may stay, for it is said there; it is told which page that is. All else must be nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from polytrawl.forget.plan import Plan
from polytrawl.forget.reading import Piece, pieces
from polytrawl.forget.search import Finder, skeleton, untagged
from polytrawl.rundir import RunDir

__all__ = ["Left", "Proof", "Shared", "hits", "prove", "said_elsewhere"]

# What the user wrote says nothing about a page: a query may have the words of a page that is found by it. So it is with
# all files that the config names.
_OWN = ("run.toml", "resolved.toml", "topic-texts")
_SHOWN = 10


class Shared(msgspec.Struct, frozen=True):
    """A sentence that another page says, too."""

    sentence: str
    url: str


class Left(msgspec.Struct, frozen=True):
    """A sentence that only forgotten pages said, and that is still here."""

    sentence: str
    file: str


class Proof(msgspec.Struct, frozen=True):
    """What the search has found."""

    sentences: int  # of the forgotten pages, that were looked for
    short: int  # that are too short to be looked for
    files: int  # that were searched
    shared: int  # sentences that other pages say, too
    examples: list[Shared]
    left: list[Left]
    linking: int  # other pages with a link to a forgotten address

    @property
    def holds(self) -> bool:
        """Whether nothing is left."""
        return not self.left


def prove(run: RunDir, plan: Plan, shared: Mapping[str, str], own: Collection[str] = ()) -> Proof:
    """Search all files; given are the sentences that other pages say, a page for each, and the files of the user."""
    finder, urls = Finder(plan.sentences), frozenset(plan.urls)
    left: dict[tuple[str, str], Left] = {}
    files = list(_files(run))
    for path in files:
        name = path.relative_to(run.path).as_posix()
        for letters, owner in hits(run.path, path, finder):
            is_own = name in own or name.split("/", 1)[0] in (*_OWN, *own)
            if owner in urls or (letters not in shared and not is_own):
                left.setdefault((letters, name), Left(plan.sentences[letters], name))
    examples = [Shared(plan.sentences[letters], url) for letters, url in list(shared.items())[:_SHOWN]]
    return Proof(
        len(plan.sentences), plan.short, len(files), len(shared), examples, list(left.values()), _linking(run, plan)
    )


def said_elsewhere(run: RunDir, plan: Plan) -> dict[str, str]:
    """The sentences that pages say which are not forgotten, and one page for each."""
    finder, urls = Finder(plan.sentences), frozenset(plan.urls)
    found: dict[str, str] = {}
    for path in _files(run):
        if path.relative_to(run.path).parts[0] in ("crawl", "clean"):
            for letters, owner in hits(run.path, path, finder):
                if owner and owner not in urls:
                    found.setdefault(letters, owner)
    return found


def hits(root: Path, path: Path, finder: Finder) -> Iterator[tuple[str, str]]:
    """The sentences that stand in a file, and the page that says each, where it is told."""
    tails = ["", ""]
    for piece in pieces(root, path):
        for number, text in enumerate(_forms(piece)):
            whole = tails[number] + skeleton(text)
            yield from ((letters, piece.owner) for letters in finder.found(whole))
            tails[number] = "" if piece.is_whole else whole[-finder.longest :]


def _forms(piece: Piece) -> Iterator[str]:
    yield piece.text
    if piece.is_markup:
        yield untagged(piece.text)


def _files(run: RunDir) -> Iterator[Path]:
    for path in sorted(run.path.rglob("*")):
        if path.is_file() and path not in (run.forgetting_file, run.path / "lock"):
            yield path


class _Target(msgspec.Struct):
    target: str = ""


class _Links(msgspec.Struct):
    links: tuple[_Target, ...] = ()


_links = msgspec.json.Decoder(_Links)


def _linking(run: RunDir, plan: Plan) -> int:
    """How many pages that stay have links to forgotten addresses."""
    manifest = run.manifest("clean")
    if manifest is None:
        return 0
    urls = frozenset(plan.urls)
    lines = (line for name in sorted(manifest.shards) for line in run.lines("clean", name))
    return sum(any(link.target in urls for link in _links.decode(line).links) for line in lines)
