"""Files beside the stages that may hold what a page said: texts of topics, samples for judging, evaluations, errors."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import msgspec

from polytrawl.files import write_json, write_whole
from polytrawl.forget.plan import Plan
from polytrawl.forget.proof import hits
from polytrawl.forget.search import Finder, skeleton
from polytrawl.plugin import STAGES
from polytrawl.rundir import RunDir
from polytrawl.stats.files import FOLDER as STATS
from polytrawl.topic_texts import FOLDER, INDEX
from polytrawl.urls import normalise

__all__ = ["clear_others", "clear_topic_texts"]

_QUOTES = str.maketrans(dict.fromkeys("'\"<>()\\,", " "))
_MADE_OF_ALL = (STATS, "prepare", "adapt")
_BY_LINE = (".tsv", ".jsonl", ".csv", ".txt")


def clear_topic_texts(run: RunDir, plan: Plan) -> None:
    """Remove the texts of pages that were fetched for the topic."""
    index = run.path / FOLDER / INDEX
    if not index.exists():
        return
    known: dict[str, Any] = msgspec.json.decode(index.read_bytes())  # names of files, or why there is none
    gone = {one for one in known if (normalise(one) or one) in plan.urls}
    names = {known[one] for one in gone if isinstance(known[one], str)}
    names -= {name for one, name in known.items() if one not in gone and isinstance(name, str)}
    for name in names:
        (run.path / FOLDER / name).unlink(missing_ok=True)
    write_json(index, {one: name for one, name in known.items() if one not in gone})


def clear_others(run: RunDir, plan: Plan, shared: Mapping[str, str]) -> None:
    """Remove lines, or whole files, in which only forgotten pages speak or are named."""
    finder = Finder(plan.sentences.keys() - shared.keys())
    names = frozenset((*plan.urls, *plan.pages, *plan.documents, *plan.others))

    def is_trace(line: str) -> bool:
        return any(True for _ in finder.found(skeleton(line))) or not names.isdisjoint(_words(line))

    # These are made of all pages together, and are made again by their commands of those that are left.
    for folder in _MADE_OF_ALL:
        shutil.rmtree(run.path / folder, ignore_errors=True)
    for path in _files(run):
        if path.suffix in _BY_LINE:
            _strip(path, is_trace)
        elif any(True for _ in hits(run.path, path, finder)) or is_trace(path.read_text("utf-8", "replace")):
            path.unlink()


def _files(run: RunDir) -> Iterator[Path]:
    yield from (path for path in (run.errors_file(stage) for stage in STAGES) if path.exists())
    yield from sorted(path for path in (run.path / "evaluate").rglob("*") if path.is_file())
    yield from sorted(run.path.glob("judge.*"))  # sheets of older versions


def _words(line: str) -> Iterator[str]:
    """What may be a name: addresses may be escaped, and the id of a paragraph is that of its document and a number."""
    for text in (line, unescape(line)):
        for word in text.translate(_QUOTES).split():
            yield word
            yield word.partition(":")[0]


def _strip(path: Path, is_trace: Callable[[str], bool]) -> None:
    lines = path.read_text("utf-8", "surrogateescape").splitlines(keepends=True)
    kept = [line for line in lines if not is_trace(line)]
    if len(kept) < len(lines):
        write_whole(path, "".join(kept).encode("utf-8", "surrogateescape"))
