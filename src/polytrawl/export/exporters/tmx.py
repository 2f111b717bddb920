"""TMX 1.4b: one translation memory per language pair, written as a stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.options import option
from polytrawl.records import Lang, SentencePair

# What XML 1.0 cannot hold, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="polytrawl" creationtoolversion={version} segtype="sentence" o-tmf="polytrawl" \
adminlang="en" srclang={source} datatype="plaintext"/>
<body>
"""
_TAIL = "</body>\n</tmx>\n"


@dataclass(kw_only=True)
class Tmx(Exporter, name="tmx"):
    """Translation memories, `<l1>-<l2>.tmx`, that every CAT tool opens."""

    properties: bool = option(True, "tell for every unit where it comes from and how sure it is")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per language pair that has units."""
        files: dict[tuple[Lang, Lang], TextIO] = {}
        with ExitStack() as stack:
            for unit in selection.units():
                pair = unit.source_language, unit.target_language
                if pair not in files:
                    path = folder / f"{pair[0]}-{pair[1]}.tmx"
                    files[pair] = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
                    files[pair].write(_HEAD.format(version=quoteattr(_version()), source=quoteattr(pair[0])))
                files[pair].writelines(self._unit(unit))
            for file in files.values():
                file.write(_TAIL)

    def _unit(self, unit: SentencePair) -> Iterator[str]:
        yield f"<tu tuid={quoteattr(unit.id)}>\n"
        if self.properties:
            facts = {
                "score": f"{unit.score:.4f}",
                "alignment": unit.bead,
                "page-pair": unit.pair,
                "licence": unit.licence,
            }
            yield from (_property(name, value) for name, value in facts.items() if value)
        yield _variant(unit.source_language, unit.source_url, unit.source)
        yield _variant(unit.target_language, unit.target_url, unit.target)
        yield "</tu>\n"


def _property(name: str, value: str) -> str:
    return f'<prop type="{name}">{_text(value)}</prop>\n'


def _variant(language: Lang, url: str, text: str) -> str:
    source = _property("source-url", url).rstrip()
    return f"<tuv xml:lang={quoteattr(language)}>{source}<seg>{_text(text)}</seg></tuv>\n"


def _text(text: str) -> str:
    return escape(_ILLEGAL.sub("", text))


def _version() -> str:
    try:
        return version("polytrawl")
    except PackageNotFoundError:
        return "0"
