"""Which words of sentence pairs translate each other, as links between their places.

Two methods give links from each side: `eflomal`, a Bayesian model with HMM and fertility (Östling and Tiedemann 2016),
which the extra `mt` brings, and `association`, polytrawl's own lexicon, which needs nothing. What they give is
symmetrised in the same way.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable, Iterator
from functools import cache

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.lexicon.by_association import by_association
from polytrawl.lexicon.by_eflomal import by_eflomal
from polytrawl.lexicon.symmetrise import Bitext, Link, Ways, grow_diag_final_and

__all__ = ["LONGEST", "METHODS", "aligned_words", "best_method"]

log = logging.getLogger(__name__)

LONGEST = 200  # words of a sentence; longer ones are tables and lists, and eflomal takes none of more than 1023
METHODS: dict[str, Callable[[Bitext], Ways]] = {"eflomal": by_eflomal, "association": by_association}


def best_method() -> str:
    """The best method that is installed; where it is not the best of all, that is said, once."""
    if importlib.util.find_spec("eflomal"):
        return "eflomal"
    _tell_missing()
    return "association"


@cache
def _tell_missing() -> None:
    log.warning(
        "eflomal is missing, so words are aligned by association, polytrawl's own method; pip install 'polytrawl[mt]' "
        "(it compiles: a C compiler is needed)"
    )


def aligned_words(bitext: Bitext, method: str) -> Iterator[list[Link]]:
    """The links of each sentence pair, of which every sentence has 1 to `LONGEST` words in small letters."""
    if method not in METHODS:
        raise ConfigError(f"--method: no such method {method!r}{did_you_mean(method, METHODS)}")
    for forth, back in METHODS[method](bitext):
        yield grow_diag_final_and(forth, back)
