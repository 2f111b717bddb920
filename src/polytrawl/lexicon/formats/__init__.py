"""Dictionaries of every form that is read, told by their names: couples of words, clean, with what was left out."""

from __future__ import annotations

import lzma
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.lexicon.formats.apertium import read_apertium
from polytrawl.lexicon.formats.base import Couple, Damaged, Reader, Wanted
from polytrawl.lexicon.formats.dictd import index_of, read_dictd
from polytrawl.lexicon.formats.opened import unpacked_name
from polytrawl.lexicon.formats.table import read_table, table_languages
from polytrawl.lexicon.formats.tei import read_tei
from polytrawl.lexicon.formats.wiktextract import read_wiktextract
from polytrawl.records import Lang

__all__ = [
    "FORMS",
    "Couple",
    "Damaged",
    "Wanted",
    "languages_of",
    "origin_of",
    "read_couples",
    "tells_languages",
    "two_letters",
]

FORMS = (
    "two columns with a tab between them, a lexicon of polytrawl, the .index of a dictd dictionary, a .tei of "
    "FreeDict, a .dix of Apertium, or .jsonl of wiktextract"
)
_READERS: dict[str, Reader] = {
    ".tei": read_tei,
    ".index": read_dictd,
    ".dict": read_dictd,
    ".dix": read_apertium,
    ".jsonl": read_wiktextract,
}
_NAMED = re.compile(r"(?:^|[-._])([a-z]{2,3})-([a-z]{2,3})$", re.IGNORECASE)
_MAKERS = ("freedict", "apertium")
_ORIGINS = {".jsonl": "wiktionary", ".tei": "freedict", ".dix": "apertium"}
_TWO = len("de")


def read_couples(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples of a dictionary as they are read; `Damaged` where it cannot be read on."""
    read = _READERS.get(unpacked_name(path).suffix.lower(), read_table)
    try:
        yield from read(path, wanted)
    except ConfigError as err:
        raise Damaged(str(err)) from err
    except (EOFError, zlib.error, lzma.LZMAError) as err:
        raise Damaged(f"it is cut or broken: {err}") from err
    except OSError as err:
        raise Damaged(err.strerror or str(err)) from err


def languages_of(path: Path) -> tuple[Lang, Lang] | None:
    """The left and the right language of a dictionary, by its first line or its name; None where neither tells.

    >>> languages_of(Path("freedict-eng-deu.index")), languages_of(Path("apertium-eng-spa.eng-spa.dix"))
    (('en', 'de'), ('en', 'es'))
    >>> languages_of(Path("my-words.tsv"))
    """
    if unpacked_name(path).suffix.lower() not in _READERS and path.is_file():
        told = table_languages(path)
        if told:
            return told
    found = _NAMED.search(_stem(path))
    return (two_letters(found[1]), two_letters(found[2])) if found and all(map(_is_known, found.groups())) else None


def tells_languages(path: Path) -> bool:
    """Whether it tells its languages for certain: a lexicon does, and names of FreeDict and Apertium do, if any."""
    is_table = unpacked_name(path).suffix.lower() not in _READERS
    is_named = path.name.startswith(_MAKERS) or unpacked_name(path).suffix.lower() == ".tei"
    return is_named or (is_table and path.is_file() and table_languages(path) is not None)


def origin_of(path: Path) -> str:
    """Where the entries of a file are from, as lexicons name it.

    >>> origin_of(Path("/usr/share/dictd/freedict-eng-deu.index")), origin_of(Path("apertium-eng-spa.eng-spa.dix"))
    ('freedict:eng-deu', 'apertium:eng-spa')
    >>> origin_of(Path("kaikki.org-de.jsonl.gz")), origin_of(Path("my words.tsv"))
    ('wiktionary:kaikki.org-de', 'file:my_words')
    """
    stem = "_".join(_stem(path).replace(";", "_").split())
    maker = next((one for one in _MAKERS if stem.startswith(one)), "")
    if maker:
        return f"{maker}:{stem.removeprefix(maker + '-').partition('.')[0]}"
    return f"{_ORIGINS.get(unpacked_name(path).suffix.lower(), 'file')}:{stem}"


def _stem(path: Path) -> str:
    return index_of(path).stem if path.name.endswith((".dict.dz", ".dict", ".index")) else unpacked_name(path).stem


def two_letters(code: str) -> Lang:
    """A language as polytrawl names it, by the shortest code: `deu` is `de`; `ConfigError` where it is none.

    >>> two_letters("deu"), two_letters("pt-BR"), two_letters("fil")
    ('de', 'pt-br', 'fil')
    """
    from langcodes import standardize_tag, tag_is_valid  # noqa: PLC0415 - a tenth of a second that few commands need

    primary, _, rest = code.lower().partition("-")
    if not tag_is_valid(code):
        raise ConfigError(f"{code!r} is no language; name languages by their codes, as in en or pt-br")
    short = standardize_tag(primary, macro=True).lower() if len(primary) > _TWO else primary
    return f"{short}-{rest}" if rest else short


def _is_known(code: str) -> bool:
    from langcodes import tag_is_valid  # noqa: PLC0415 - as above

    return tag_is_valid(code)
