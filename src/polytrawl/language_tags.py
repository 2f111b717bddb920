"""Language tags: which of them name the same language, and how the user spelled it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from polytrawl.records import Lang

# Identifiers say "nb" where sites and users say "no", and the other way round; old tags live on in `<html lang>`.
_SAME = {"no": "nb", "iw": "he", "in": "id", "ji": "yi", "tl": "fil", "mo": "ro", "sh": "sr", "cmn": "zh", "zsm": "ms"}
# Regions that say how Chinese is written.
_SCRIPT_OF_REGION = {"cn": "hans", "sg": "hans", "tw": "hant", "hk": "hant", "mo": "hant"}
_SCRIPT_LENGTH = 4


@lru_cache(maxsize=4096)  # asked a hundred times for each paragraph
def primary(tag: Lang) -> Lang:
    """The language of a tag, without region or script.

    >>> primary("pt-br"), primary("no")
    ('pt', 'nb')
    """
    subtag = tag.partition("-")[0]
    return _SAME.get(subtag, subtag)


@lru_cache(maxsize=4096)
def script(tag: Lang) -> str:
    """The script that a tag names; empty where it names none.

    >>> script("sr-latn-rs"), script("zh-tw"), script("pt-br")
    ('latn', 'hant', '')
    """
    language, *rest = tag.split("-")
    named = next((part for part in rest if len(part) == _SCRIPT_LENGTH and part.isalpha()), "")
    if named or primary(language) != "zh":
        return named
    return next((_SCRIPT_OF_REGION[part] for part in rest if part in _SCRIPT_OF_REGION), "")


def same_language(left: Lang, right: Lang) -> bool:
    """Whether two tags name the same language, whatever the region; scripts count where both name one."""
    if primary(left) != primary(right):
        return False
    scripts = script(left), script(right)
    return scripts[0] == scripts[1] or not all(scripts)


def as_asked(found: Lang, asked: Sequence[Lang], declared: Lang = "") -> Lang:
    """The tag under which the user asked for the language; as found where he did not.

    An identifier hears Portuguese, not Brazil: of several asked tags the declared one is taken, else the first.

    >>> as_asked("pt", ("de", "pt-br")), as_asked("fr", ("de",)), as_asked("pt", ("pt-br", "pt-pt"), "pt-pt")
    ('pt-br', 'fr', 'pt-pt')
    >>> as_asked("zh-hant", ("zh-hans", "zh-tw")), as_asked("zh-hant", ("zh-hans",)), as_asked("zh-hant", ("zh",))
    ('zh-tw', 'zh-hant', 'zh')
    """
    fitting = [tag for tag in asked if same_language(tag, found)]
    if declared in fitting:
        return declared
    return fitting[0] if fitting else found
