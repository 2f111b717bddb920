"""The links of a page as records: absolute, with anchor text and the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polytrawl import urls
from polytrawl.characters import squeeze
from polytrawl.clean.walk import Walk
from polytrawl.records import Link

_FLAG = re.compile(r"(?i)(?<![a-z])(?:flags?|lang|languages?)(?![a-z])|(?:^|/)[a-z]{2}\.\w+$")


def read_links(walk: Walk, *, url: str, base: str | None, depth: int) -> Iterator[Link]:
    """The links of a page in page order; what is no web address is left out."""
    targets: dict[str, str | None] = {"": None}
    for address, anchor, context, rel, hreflang, label, picture in walk.links:
        if address not in targets:
            targets[address] = urls.normalise(address, base)
        if target := targets[address]:
            yield Link(
                source=url,
                target=target,
                anchor=anchor or squeeze(label) or _flag(picture),
                context=context,
                rel=rel.lower(),
                hreflang=hreflang.lower(),
                depth=depth,
            )


def _flag(picture: str) -> str:
    """The file name of a picture that is a flag: it names a language."""
    source = picture.partition("?")[0]
    return squeeze(source.rpartition("/")[2]) if source and _FLAG.search(source) else ""
