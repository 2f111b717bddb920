"""polytrawl trawls the web for domain-specific monolingual, comparable and parallel corpora.

run = polytrawl.open_run("runs/health")        # read a run directory
document = polytrawl.extract(html, url)         # the main text of one page
units = polytrawl.align(left, right, languages=("de", "it"))
pairs = polytrawl.pair(documents)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from polytrawl.align.api import align
    from polytrawl.one_page import extract
    from polytrawl.pair.api import pair
    from polytrawl.run import open_run

__all__ = ["align", "extract", "open_run", "pair"]

_HOME = {"align": "align.api", "extract": "one_page", "open_run": "run", "pair": "pair.api"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load a public name when it is first used, so that `import polytrawl` stays fast."""
    if name not in _HOME:
        raise AttributeError(f"module 'polytrawl' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only when a name is wanted

    return getattr(import_module(f"polytrawl.{_HOME[name]}"), name)
