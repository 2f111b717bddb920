"""What users type, read in one way by all commands: lists of languages, and words that become names of folders."""

from __future__ import annotations

import re
from collections import Counter

from polytrawl.errors import ConfigError
from polytrawl.records import Lang

__all__ = ["folder_name", "languages_of"]

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")  # as `languages` in run.toml has them
_NO_NAME = re.compile(r"[^\w-]+")


def languages_of(text: str) -> list[Lang]:
    """The languages that a user lists, with commas between them.

    >>> languages_of("en, DE,pt_BR")
    ['en', 'de', 'pt-br']
    """
    found = [part.strip().lower().replace("_", "-") for part in text.split(",") if part.strip()]
    wrong = [one for one in found if not _LANGUAGE.fullmatch(one)]
    if wrong or not found:
        raise ConfigError(
            f"--langs {text}: {wrong[0] if wrong else 'nothing'} is no language; write codes, such as en,de"
        )
    twice = [one for one, number in Counter(found).items() if number > 1]
    if twice:
        raise ConfigError(f"--langs {text}: {twice[0]} stands there twice; write each language once")
    return found


def folder_name(word: str) -> str:
    """A word as the name of a folder: never empty, and never a path.

    >>> folder_name("Health & Safety"), folder_name("St. Louis"), folder_name("..")
    ('health-safety', 'st-louis', 'word')
    """
    return _NO_NAME.sub("-", word.lower()).strip("-") or "word"
