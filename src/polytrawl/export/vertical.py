"""Vertical text, as CWB and (No)Sketch Engine read it: a token a line, and tags for documents, paragraphs, sentences.

Facts about `cwb-encode` 3.5 that the form follows: a line has less than 65,536 bytes; an annotation is cut at 4,096; a
tag ends with its line; in values of attributes, and with `-x` in tokens, `&lt;`, `&gt;`, `&amp;` and `&quot;` are read,
and no other entities.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from functools import lru_cache

from polytrawl.characters import one_line
from polytrawl.records import Document, Lang, Paragraph
from polytrawl.sentences import split
from polytrawl.tokens import tokenise
from polytrawl.views.xml import text as escaped

__all__ = ["ATTRIBUTES", "encode_script", "registry", "render"]

GLUE = "<g/>"  # no space stands before the token that follows
ATTRIBUTES = (
    *("id", "url", "site", "title", "author", "date", "licence", "terms", "page_type", "topics", "relevance"),
    "fetched",
)
_LONGEST = 650  # characters: no value is longer than 4,000 bytes, were each of them written as `&quot;`


def render(document: Document) -> Iterator[str]:
    """The main text of a document as lines, without line ends."""
    language = document.language or "und"
    yield f"<doc {' '.join(_attribute(*one) for one in _facts(document))}>"
    for paragraph in document.main:
        yield from _paragraph(paragraph, language)
    yield "</doc>"


def _paragraph(paragraph: Paragraph, language: Lang) -> Iterator[str]:
    sentences = [lines for one in split(paragraph.text, language) if (lines := _sentence(one, language))]
    if sentences:
        yield f"<p {_attribute('type', paragraph.kind)}>"
        for lines in sentences:
            yield "<s>"
            yield from lines
            yield "</s>"
        yield "</p>"


def _sentence(sentence: str, language: Lang) -> list[str]:
    lines: list[str] = []
    for token, is_glued in tokenise(sentence, language):
        for part, line in enumerate(_lines(token)):
            if lines and (is_glued or part):
                lines.append(GLUE)
            lines.append(line)
    return lines


@lru_cache(maxsize=1 << 16)  # escaping takes longer than all else
def _lines(token: str) -> tuple[str, ...]:
    """A token as it is written: none where XML cannot hold it, several that are glued where it would be cut."""
    parts = (token[start : start + _LONGEST] for start in range(0, len(token), _LONGEST))
    return tuple(filter(None, map(str, map(escaped, parts))))


def _facts(document: Document) -> Iterator[tuple[str, str]]:
    relevance = "" if document.relevance is None else f"{document.relevance:.4f}"
    said = (
        *(document.id, document.url, document.site, document.title, document.author, document.date, document.licence),
        *(" ".join(document.terms), document.page_type, " ".join(document.subtopics), relevance, document.fetched_at),
    )
    yield from zip(ATTRIBUTES, said, strict=True)


def _attribute(name: str, value: str) -> str:
    quoted = escaped(one_line(value)[:_LONGEST]).replace('"', "&quot;")
    return f'{name}="{quoted}"'


def corpus_name(language: Lang) -> str:
    """The name of a corpus, as CWB takes it: small letters, digits and underscores."""
    return f"polytrawl_{language.replace('-', '_')}"


_SCRIPT = """\
#!/bin/sh
# Makes corpora of the vertical files in this folder with the IMS Open Corpus Workbench (CWB):
#     sh encode.sh DATA REGISTRY
# DATA and REGISTRY are folders, which are made where they are not there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:?name a folder for data}" "${2:?name a folder for the registry}"
data=$(cd "$1" && pwd)
registry=$(cd "$2" && pwd)
"""


def encode_script(languages: Iterable[Lang]) -> str:
    """A shell script that encodes the files of these languages with CWB."""
    return _SCRIPT + "".join(map(_encode, languages))


def _encode(language: Lang) -> str:
    name = corpus_name(language)
    attributes = "+".join(ATTRIBUTES)
    return f"""
mkdir -p "$data/{name}"
cwb-encode -d "$data/{name}" -f "$here"/{shlex.quote(f"{language}.vert")} -R "$registry/{name}" -c utf8 -xsB \\
    -S doc:0+{attributes} -S p:0+type -S s:0 -0 g
cwb-makeall -r "$registry" -V {name.upper()}
"""


def registry(language: Lang) -> str:
    """The registry file of a language for NoSketch Engine; the two paths are to be filled in."""
    attributes = "\n".join(f"    ATTRIBUTE {name}" for name in ATTRIBUTES)
    return f"""\
NAME "polytrawl {language}"
PATH "/var/lib/manatee/data/{corpus_name(language)}"
VERTICAL "/var/lib/manatee/vertical/{language}.vert"
ENCODING "utf-8"
ATTRIBUTE word
STRUCTURE doc {{
{attributes}
}}
STRUCTURE p {{
    ATTRIBUTE type
}}
STRUCTURE s
STRUCTURE g {{
    DISPLAYTAG 0
    DISPLAYBEGIN "_EMPTY_"
}}
"""
