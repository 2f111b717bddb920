"""From a word to the start of a run: terms and seeds by a bootstrap, multilingual sites among the seeds, and no file.

What is found on the way stays in the run directory, in `bootstrap/` and `sites/`; the same command goes on after a kill
and asks nobody twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from polytrawl.bootstrap.api.client import Manners
from polytrawl.bootstrap.api.source import WIKIPEDIA
from polytrawl.bootstrap.opening import open_source
from polytrawl.bootstrap.output import write
from polytrawl.bootstrap.result import Bootstrap, Seed
from polytrawl.bootstrap.start import Options, bootstrap
from polytrawl.config import overlaid
from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.seed_lists import read_list
from polytrawl.sites.api import search
from polytrawl.sites.growing import Plan
from polytrawl.sites.looking import Looker
from polytrawl.work import Progress

__all__ = ["Start", "Word", "start_from"]

BOOTSTRAP, SITES = "bootstrap", "sites"
# Addresses of each language that are visited, the most linked first: a category of Wikipedia links to tens of
# thousands, and some requests to each would take days. Guess.
_CANDIDATES = 300
_SAMPLE = 20  # pages of a site, as the command `sites` has it


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """What a user says."""

    word: str
    languages: list[Lang]
    depth: int = 2
    wiki: str = WIKIPEDIA
    dumps: Path | None = None
    contact: str = ""
    sets: list[str] = []  # of the run; the crawl's hold for the visits, too


class Start(NamedTuple):
    """What a run needs."""

    topic: Path
    seeds: list[str]


def start_from(asked: Word, folder: Path, progress: Progress) -> Start:
    """Bootstrap, look at the sites that the articles link to, and take those that are multilingual."""
    found = _bootstrap(asked, folder / BOOTSTRAP, progress)
    topic = folder / BOOTSTRAP / "topic.tsv"
    if not found.seeds:
        raise ConfigError(
            f"{asked.word}: the articles of the category {found.category!r} link to no other site; a greater --depth "
            f"may help, or give addresses: polytrawl get URL... --topic {topic}"
        )
    candidates = [seed.url for language in asked.languages for seed in _most_linked(found, language)]
    progress.end(f"bootstrap: {len(found.terms)} terms, {len(found.seeds)} seeds")
    if len(asked.languages) == 1:
        return Start(topic, candidates)
    return Start(topic, _multilingual(candidates, asked, folder / SITES, progress))


def _bootstrap(asked: Word, folder: Path, progress: Progress) -> Bootstrap:
    crawl = overlaid({}, asked.sets).get("crawl", {})
    manners = Manners(contact=asked.contact, allow_private=bool(crawl.get("allow_private")))
    with open_source(folder, progress=progress, wiki=asked.wiki, dumps=asked.dumps, manners=manners) as source:
        options = Options(depth=asked.depth)
        found = bootstrap(asked.word, asked.languages, source=source, options=options, progress=progress)
    write(found, folder)
    return found


def _most_linked(found: Bootstrap, language: Lang) -> list[Seed]:
    return [seed for seed in found.seeds if seed.language == language][:_CANDIDATES]


def _multilingual(candidates: list[str], asked: Word, folder: Path, progress: Progress) -> list[str]:
    """Where the multilingual sites start; the candidates themselves where there is none."""
    looker = Looker(
        folder=folder, languages=asked.languages, sample_pages=_SAMPLE, contact=asked.contact, sets=asked.sets
    )
    found, _ = search(candidates, looker, Plan(), progress)
    if not found.accepted:
        progress.say(
            f"sites: none of {len(found.judged)} sites is in two of the languages ({folder / 'dropped.tsv'} tells why)"
            "; the crawl starts from all of them"
        )
        return candidates
    progress.say(f"sites: {len(found.accepted)} of {len(found.judged)} are multilingual")
    return [one.url for one in read_list(folder).urls]
