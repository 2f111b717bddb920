"""The licence of a page: by its address where a link or tag names it, else by its name in the small print.

The name is looked for where pages tell about themselves, at their end and in what is boilerplate: an article about
Creative Commons is not under one of its licences by that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files

from polytrawl.records import Document, Link, replace

RELS = ("license", "cc:license", "dct:license", "dc:license", "dcterms:license", "schema:license")
_ADDRESS = re.compile(r"https?://(www\.)?creativecommons\.org/(licen[sc]es|publicdomain)/", re.IGNORECASE)
_BASE = "https://creativecommons.org/"
_LAST = 10  # paragraphs; guess
_MAX_CHARS = 600  # guess: a longer one is no small print

_VERSION = r"(?:[^\w.]{0,3}v?(?P<version>[1-4]\.[0-9]))?"
_SHORT = re.compile(rf"\bCC[\s-]{{1,2}}(?P<parts>BY(?:[-\s/](?:NC|ND|SA)){{0,2}})\b{_VERSION}", re.IGNORECASE)
_ZERO = re.compile(r"\bCC[\s-]?(?:0|Zero)\b|Creative\s+Commons\s+(?:CC0|Zero)", re.IGNORECASE)
_LONG = re.compile(r"Creative[\s-]+Commons\b.{0,160}", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"\b([1-4]\.0|2\.[15])\b")
_ORDER = ("by", "nc", "nd", "sa")
_WORDS: dict[str, list[str]] = tomllib.loads(files(__package__).joinpath("licence.toml").read_text(encoding="utf-8"))
_PART = {part: re.compile("|".join(_WORDS[part]), re.IGNORECASE) for part in _ORDER}


def licence_of(links: Iterable[Link]) -> str:
    """The address of the licence that a link names by rel=license, else a link to Creative Commons; empty without."""
    links = tuple(links)
    by_rel = (link.target for link in links if link.rel and not set(RELS).isdisjoint(link.rel.split()))
    by_address = (link.target for link in links if _ADDRESS.match(link.target))
    return next(by_rel, "") or next(by_address, "")


def licence_named(text: str) -> str:
    """The address of the Creative Commons licence that a text names; empty without.

    >>> licence_named("Content is available under CC BY-SA 4.0 unless otherwise noted.")
    'https://creativecommons.org/licenses/by-sa/4.0/'
    >>> licence_named("Creative Commons Namensnennung - Nicht-kommerziell 3.0 Deutschland")
    'https://creativecommons.org/licenses/by-nc/3.0/'
    """
    if short := _SHORT.search(text):
        return _address(re.split(r"[-\s/]", short["parts"].lower()), short["version"])
    if _ZERO.search(text):
        return f"{_BASE}publicdomain/zero/1.0/"
    long = _LONG.search(text)
    parts = [part for part in _ORDER if long and _PART[part].search(long[0])]
    version = _NUMBER.search(long[0]) if long else None
    return _address(parts, version[1] if version else None) if "by" in parts else ""


def with_licence(document: Document) -> Document:
    """The document with the licence that its small print names, where nothing else did."""
    if document.licence:
        return document
    named = (licence_named(text) for text in _small_print(document))
    licence = next(filter(None, named), "")
    return replace(document, licence=licence) if licence else document


def _small_print(document: Document) -> Iterator[str]:
    paragraphs = document.paragraphs
    first = len(paragraphs) - _LAST
    may_name_one = [number for number, one in enumerate(paragraphs) if "CC" in one.text or "ommons" in one.text]
    for number in may_name_one:
        text = paragraphs[number].text
        if (number >= first or paragraphs[number].reason) and len(text) <= _MAX_CHARS:
            yield text


def _address(parts: Iterable[str], version: str | None) -> str:
    code = "-".join(part for part in _ORDER if part in set(parts))
    return f"{_BASE}licenses/{code}/" + (f"{version}/" if version else "")
