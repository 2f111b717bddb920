"""What the JSON-LD of a page says: title, author, date, site, keywords, licence, in the words of schema.org."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from polytrawl.characters import squeeze

_MAX_CHARS = 200_000  # of one script; a list of products may be longer, but says nothing of the page
_MAX_OBJECTS = 50
_WORTH_READING = re.compile(r"\"(?:datePublished|author|publisher|license|keywords|inLanguage)\"")
_TYPES = re.compile(r"Article|Posting|Report|NewsArticle|WebPage|CreativeWork|Book|Recipe|HowTo|QAPage|Dataset|Review")
_LISTS = ("@graph", "mainEntity", "mainEntityOfPage")
_Object = dict[str, Any]  # Any: what JSON holds


def read_jsonld(scripts: Iterable[str]) -> dict[str, str]:
    """Names and values, the first that is found of each.

    >>> read_jsonld(['{"@type": "Article", "author": {"name": "Ann"}, "datePublished": "2024-05-01"}'])
    {'author': 'Ann', 'datePublished': '2024-05-01'}
    """
    found: dict[str, str] = {}
    for script in scripts:
        if len(script) <= _MAX_CHARS and _WORTH_READING.search(script):
            for one in _objects(script):
                for name, value in _facts(one):
                    found.setdefault(name, value)
    return found


def _objects(script: str) -> Iterator[_Object]:
    """The objects that describe the page or a part of it. What is no JSON says nothing."""
    try:
        waiting: list[Any] = [msgspec.json.decode(script.strip().rstrip(";"), strict=False)]
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return
    for _ in range(_MAX_OBJECTS):
        if not waiting:
            return
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting = one[:_MAX_OBJECTS] + waiting
        elif isinstance(one, dict):
            yield one
            waiting += [one[key] for key in _LISTS if isinstance(one.get(key), list | dict)]


def _facts(one: _Object) -> Iterator[tuple[str, str]]:
    kind = " ".join(map(str, _listed(one.get("@type"))))
    names = {"author": "author", "publisher": "site"}
    if _TYPES.search(kind):
        for key in (
            "headline",
            "description",
            "author",
            "publisher",
            "datePublished",
            "keywords",
            "inLanguage",
            "license",
        ):
            value = _text(one.get(key))
            if value:
                yield names.get(key, key), value
    elif "WebSite" in kind:
        yield from (
            (name, value) for name, key in (("site", "name"), ("license", "license")) if (value := _text(one.get(key)))
        )


def _text(value: object) -> str:
    """A value as text; objects by their name or address, several joined by commas."""
    texts = []
    for one in _listed(value)[:_MAX_OBJECTS]:
        told = (one.get("name") or one.get("url") or one.get("@id")) if isinstance(one, dict) else one
        if isinstance(told, str) and told.strip():
            texts.append(squeeze(told))
    return ", ".join(texts)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
