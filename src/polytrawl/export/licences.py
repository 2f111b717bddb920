"""Which licences are open, by their addresses.

Open means what the Open Definition says: everybody may use, change and share the text, at most naming its author and
keeping the terms. Creative Commons licences with NC or ND are not open. A program has found the address on a page; that
it holds for all of the page is not checked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

__all__ = ["Licence", "accepts", "creative_commons", "reason_against"]

Licence: TypeAlias = Literal["any", "named", "cc", "open"]

_CC = r"(?:www\.)?creativecommons\.org/"
_ANY_CC = re.compile(rf"https?://{_CC}(?:licen[sc]es|publicdomain)/", re.IGNORECASE)
_OPEN = re.compile(
    rf"""https?://(?:
    {_CC}(?:licen[sc]es/(?:by|by-sa|publicdomain)(?:/|$)|publicdomain/(?:zero|mark)(?:/|$))
    |(?:www\.)?gnu\.org/(?:licen[sc]es|copyleft)/(?:old-licenses/)?(?:fdl|gpl|lgpl|agpl)
    |(?:www\.)?opendatacommons\.org/licen[sc]es/(?:by|odbl|pddl)(?:/|$)
    |(?:www\.)?nationalarchives\.gov\.uk/doc/open-government-licence
    |(?:www\.)?etalab\.gouv\.fr/licence-ouverte
    |(?:www\.)?govdata\.de/dl-de/(?:by|zero)-
    |(?:www\.)?apache\.org/licenses/
    |(?:www\.)?opensource\.org/licen[sc]es?/
    |(?:www\.)?artlibre\.org/
    )""",
    re.IGNORECASE | re.VERBOSE,
)


_CC_NAME = re.compile(rf"https?://{_CC}(?:licen[sc]es/([a-z-]+)|publicdomain/(zero))/(?:(\d\.\d))?", re.IGNORECASE)


def creative_commons(licence: str) -> tuple[str, str] | None:
    """The short name of a Creative Commons licence and its version, which may be missing; None for all others.

    >>> creative_commons("https://creativecommons.org/licenses/BY-SA/4.0/deed.de")
    ('by-sa', '4.0')
    >>> creative_commons("http://creativecommons.org/publicdomain/zero/1.0/"), creative_commons("")
    (('zero', '1.0'), None)
    """
    match = _CC_NAME.match(licence)
    return ((match[1] or match[2]).lower(), match[3] or "") if match else None


@lru_cache(maxsize=1024)
def accepts(wanted: Licence, licence: str) -> bool:
    """Whether a licence is of the kind that is wanted.

    >>> accepts("open", "https://creativecommons.org/licenses/by-sa/4.0/")
    True
    >>> accepts("open", "https://creativecommons.org/licenses/by-nc/4.0/"), accepts("cc", "")
    (False, False)
    """
    match wanted:
        case "open":
            return _OPEN.match(licence) is not None
        case "cc":
            return _ANY_CC.match(licence) is not None
        case "named":
            return bool(licence)
    return True


def reason_against(wanted: Licence, licence: str) -> str:
    """The word for a page whose licence is not of the kind that is wanted; empty where it is."""
    if accepts(wanted, licence):
        return ""
    return "no-licence" if wanted == "named" else f"no-{wanted}-licence"
