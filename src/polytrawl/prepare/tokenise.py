"""Text cut into tokens as Moses does it, by the best package that is there, and put together again.

`fast` is opus-fast-mosestokenizer, `sacremoses` the package of that name, `builtin` polytrawl's own rules. They differ
in details, so all text of a system must be cut by the same one: each says its name and version, which stands beside
what it made. Characters that mean something to Moses are escaped as its own scripts do it, whoever cuts.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

from polytrawl.characters import UNSPACED, squeeze
from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.prepare.rules import cut, join
from polytrawl.records import Lang

__all__ = ["ENGINES", "Tokeniser", "escape", "tokeniser", "unescape"]

ENGINES = ("auto", "fast", "sacremoses", "builtin")
_PACKAGES = {"fast": ("mosestokenizer", "opus-fast-mosestokenizer"), "sacremoses": ("sacremoses", "sacremoses")}
_VERSION = "1"  # of polytrawl's own rules
_ESCAPES = {"|": "&#124;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;", "[": "&#91;", "]": "&#93;"}
_ESCAPED = re.compile(r"[|<>'\"\[\]&]")
_ENTITY = re.compile(r"&(?:#124|lt|gt|apos|quot|#91|#93|amp);")
_CHARACTERS = {entity: char for char, entity in _ESCAPES.items()} | {"&amp;": "&"}
_UNSPACED = re.compile(f"([{UNSPACED}])")
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")  # elsewhere it closes a quotation
_GAPS = re.compile(f"(?<=[{UNSPACED}]) (?=[{UNSPACED}])")


def escape(token: str) -> str:
    """A token as Moses wants it.

    >>> escape("a|b"), escape("R&D"), unescape("&apos;s")
    ('a&#124;b', 'R&amp;D', "'s")
    """
    return _ESCAPED.sub(lambda char: _ESCAPES.get(char[0], "&amp;"), token)


def unescape(token: str) -> str:
    """A token as people want it."""
    return _ENTITY.sub(lambda entity: _CHARACTERS[entity[0]], token) if "&" in token else token


@dataclass(frozen=True)
class Tokeniser:
    """Cuts the text of one language."""

    language: Lang
    engine: str
    name: str  # package and version, to be kept with what it made
    _cut: Callable[[str], Iterable[str]]

    def cut(self, text: str) -> list[str]:
        """The tokens of a text, escaped. Where words are not parted by spaces every character is a token."""
        plain = _UNSPACED.sub(r" \1 ", _APOSTROPHE.sub("'", squeeze(text)))
        return [escape(token) for token in self._cut(plain) if token.strip()]

    def join(self, tokens: Iterable[str]) -> str:
        """The text that tokens may have come from."""
        return _GAPS.sub("", join([unescape(token) for token in tokens], self.language))


@cache
def tokeniser(language: Lang, engine: str = "auto") -> Tokeniser:
    """What cuts the text of a language; with `auto` the first engine that is installed."""
    if engine not in ENGINES:
        raise ConfigError(f"there is no tokeniser {engine!r}{did_you_mean(engine, ENGINES)}")
    if engine == "auto":
        engine = next((name for name, (module, _) in _PACKAGES.items() if importlib.util.find_spec(module)), "builtin")
    short = language.partition("-")[0]
    if engine == "builtin":
        return Tokeniser(language, engine, f"builtin {_VERSION}", partial(cut, language=language))
    module, package = _PACKAGES[engine]
    if not importlib.util.find_spec(module):
        raise ConfigError(f"the tokeniser {engine} needs {package}; install it with: pip install {package}")
    name = f"{package} {importlib.metadata.version(package)}"
    found, used = _fast(short) if engine == "fast" else _sacremoses(short)
    return Tokeniser(language, engine, name if used == short else f"{name} with the rules of {used}", found)


def _fast(language: Lang) -> tuple[Callable[[str], Iterable[str]], Lang]:
    """The package's tokeniser, and the language whose rules it has: English where it does not know the one wanted."""
    from mosestokenizer import MosesTokenizer  # noqa: PLC0415 - an extra

    try:
        return MosesTokenizer(language).tokenize, language
    except RuntimeError:  # it knows no abbreviations of the language
        return MosesTokenizer("en").tokenize, "en"


def _sacremoses(language: Lang) -> tuple[Callable[[str], Iterable[str]], Lang]:
    from sacremoses import MosesTokenizer  # noqa: PLC0415 - an extra

    return partial(MosesTokenizer(language).tokenize, escape=False), language  # it takes English rules by itself
