"""From a word to the start of a run: terms and seeds by a bootstrap, multilingual sites among the seeds, and no file.

What is found on the way stays in the run directory, in `bootstrap/` and `sites/`; the same command goes on after a kill
and asks nobody twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from polytrawl.bootstrap.api.client import Manners
from polytrawl.bootstrap.api.source import WIKIPEDIA
from polytrawl.bootstrap.opening import open_source
from polytrawl.bootstrap.output import write
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.seeds import candidates
from polytrawl.bootstrap.start import Options, bootstrap
from polytrawl.config import overlaid
from polytrawl.crawl.politeness import is_local, stays_local
from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.seed_lists import read_list
from polytrawl.sites.api import search
from polytrawl.sites.growing import Plan
from polytrawl.sites.looking import Looker, for_visits
from polytrawl.urls import normalise
from polytrawl.work import Progress

__all__ = ["Start", "Word", "check_contact", "start_from"]

BOOTSTRAP, SITES = "bootstrap", "sites"
# Addresses of each language that are visited, those of the most linked sites first: a category of Wikipedia links to
# tens of thousands, and some requests to each would take days. Guess.
_CANDIDATES = 300


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """What a user says."""

    word: str
    languages: list[Lang]
    depth: int = 2
    wiki: str = WIKIPEDIA
    dumps: Path | None = None
    contact: str = ""
    sets: list[str] = []  # of the run; those about network and manners hold for the visits, too

    @property
    def crawl(self) -> dict[str, Any]:
        """What the user says about the crawl; `--set` goes before all else."""
        return dict(overlaid({"crawl": {"contact": self.contact}}, self.sets)["crawl"])


class Start(NamedTuple):
    """What a run needs."""

    topic: Path
    seeds: list[str]


def check_contact(asked: Word) -> None:
    """Refuse to ask the public web without saying whom its owners can write to."""
    crawl, wiki = asked.crawl, asked.wiki.replace("{lang}", asked.languages[0])
    if crawl.get("contact") or stays_local(str(crawl.get("connect_to", ""))):
        return
    if asked.dumps is None and (normalise(wiki) is None or is_local(wiki)):  # what is no address is told by the source
        return
    where = "the sites" if asked.dumps else f"{wiki} and the sites"
    raise ConfigError(
        f"crawl.contact: {where} that articles link to are on the public web, and their owners must be able to reach "
        "you; set an e-mail address or a URL, such as --contact me@example.org"
    )


def start_from(asked: Word, folder: Path, progress: Progress) -> Start:
    """Bootstrap, look at the sites that the articles link to, and take those that are multilingual."""
    found = _bootstrap(asked, folder / BOOTSTRAP, progress)
    topic = folder / BOOTSTRAP / "topic.tsv"
    if not found.seeds:
        raise ConfigError(_no_seeds(asked, found, topic))
    for note in found.notes:
        progress.say(f"bootstrap: {note}")
    chosen = [url for language in asked.languages for url in candidates(found, language, _CANDIDATES)]
    progress.end(f"bootstrap: {len(found.terms)} terms, {len(found.seeds)} seeds")
    if len(asked.languages) == 1:
        return Start(topic, chosen)
    return Start(topic, _multilingual(chosen, asked, folder / SITES, progress))


def _no_seeds(asked: Word, found: Bootstrap, topic: Path) -> str:
    """What to do where there is no address."""
    has_none = any("externallinks" in note for note in found.notes)  # for any word
    advice = "get that dump" if has_none else "a greater --depth may help"
    notes = f" ({'; '.join(found.notes)})" if found.notes else ""
    return (
        f"{asked.word}: no link from the articles of the category {found.category!r} to another site is known{notes}; "
        f"{advice}, or give addresses: polytrawl get URL... --topic {topic}"
    )


def _bootstrap(asked: Word, folder: Path, progress: Progress) -> Bootstrap:
    crawl = asked.crawl
    manners = Manners(contact=str(crawl["contact"]), allow_private=bool(crawl.get("allow_private")))
    with open_source(folder, progress=progress, wiki=asked.wiki, dumps=asked.dumps, manners=manners) as source:
        options = Options(depth=asked.depth)
        found = bootstrap(asked.word, asked.languages, source=source, options=options, progress=progress)
    write(found, folder, progress.say)
    return found


def _multilingual(chosen: list[str], asked: Word, folder: Path, progress: Progress) -> list[str]:
    """Where the multilingual sites start; the candidates themselves where there is none."""
    sets = for_visits(asked.sets)
    looker = Looker(folder=folder, languages=asked.languages, contact=asked.contact, sets=sets)
    found, _ = search(chosen, looker, Plan(), progress)
    if not found.accepted:
        progress.say(
            f"sites: none of {len(found.judged)} sites is in two of the languages ({folder / 'dropped.tsv'} tells why)"
            "; the crawl starts from all of them"
        )
        return chosen
    progress.say(f"sites: {len(found.accepted)} of {len(found.judged)} are multilingual")
    return [one.url for one in read_list(folder).urls]
