"""Told pairs that the list of known pairs calls wrong, as a reader judged them.

Known pairs are made from equal names of files, and some manuals renamed a chapter in one language: then a right pair
counts as a wrong one. `judged_pairs.tsv` names pages by the language whose part of the site they are in and by their
key, which are the same whatever the addresses are. Only benchmarks read it: nothing is fitted to it.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from served_sites import PAIRS, TOOLS, Gold, Shape, data

_FILE = Path(__file__).parent / "judged_pairs.tsv"


class Judged(NamedTuple):
    """What a reader said of pairs, by site and language pair; pages by their URLs in one shape."""

    pairs: Mapping[tuple[str, str], Mapping[tuple[str, str], str]]

    def beside(self, gold: Gold) -> Gold:
        """The known pairs; those that a reader found to be translations count neither way."""
        ignored = dict(gold.ignored)
        for key, pairs in self.pairs.items():
            ignored[key] = ignored.get(key, frozenset()) | {one for one, said in pairs.items() if said == "translation"}
        return gold._replace(ignored=ignored)

    def is_unread(self, site: str, languages: str, urls: tuple[str, str], gold: Gold) -> bool:
        """Whether a pair counts as wrong without having been read."""
        key = site, languages
        known = (gold.pairs.get(key, ()), gold.ignored.get(key, ()), self.pairs.get(key, ()))
        return languages in PAIRS and not any(urls in pairs for pairs in known)


def judged_in(shape: Shape) -> Judged:
    """All judgements, in terms of the URLs of a shape."""
    urls = {page: url for url, page in names_of(shape).items()}
    found: dict[tuple[str, str], dict[tuple[str, str], str]] = defaultdict(dict)
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            site, languages, left, right, said, _ = line.split("\t")
            if (site, left) in urls and (site, right) in urls:
                found[site, languages][urls[site, left], urls[site, right]] = said
    return Judged(found)


def names_of(shape: Shape) -> dict[str, tuple[str, str]]:
    """The site of each URL of a shape, and its page: `de/guide/intro`; of a list that the server adds its number."""
    found = {}
    for site in _sites(shape):
        found |= {f"http://{one.host}{one.url}": (site.name, f"{one.lang}/{one.key}") for one in site.pages.values()}
        lists = site.listing_index().items()
        found |= {f"http://{site.host}{url}": (site.name, f"{lang}/(list {number})") for url, (lang, number) in lists}
    return found


def _sites(shape: Shape) -> list[Any]:
    """The sites as the server has them; its classes are not part of the project."""
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    library = importlib.import_module("sitelib")
    parser = argparse.ArgumentParser()
    library.add_options(parser)
    found: list[Any] = library.load(parser.parse_args(["--data", str(data()), *shape.options]))
    return found
