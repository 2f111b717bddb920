"""Which language edition of Wikipedia a language tag means."""

from __future__ import annotations

from polytrawl.language_tags import primary
from polytrawl.records import Lang

__all__ = ["edition"]

# Editions that are not called as their language is.
_EDITIONS = {"nb": "no", "gsw": "als", "fil": "tl", "cmn": "zh", "yue": "zh-yue", "nan": "zh-min-nan", "rup": "roa-rup"}


def edition(language: Lang) -> str:
    """The code of the edition.

    >>> [edition(tag) for tag in ("de", "pt-br", "nb", "zh-hant")]
    ['de', 'pt', 'no', 'zh']
    """
    code = primary(language.lower().replace("_", "-"))
    return _EDITIONS.get(code, code)
