"""True case: words at the beginning of sentences as they are written elsewhere.

A word's true form is the one it has most often where its case is free: not as the first word, nor behind a full stop,
colon, question or exclamation mark. Words at beginnings take their true form; elsewhere only those forms that were
never seen do (`HEADINGS IN CAPITALS`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.files import writing_whole

__all__ = ["Truecaser", "recased"]

_HEADER = "# truecase"
_ENDS = frozenset({".", ":", "?", "!"})
# What may stand before the first word of a sentence, as Moses writes it.
_OPENING = frozenset(
    {"(", "&#91;", '"', "'", "&quot;", "&apos;", "“", "‘", "«", "„", "-", "¿", "¡", "*", "•", "–", "—"}
)


class Truecaser:
    """Learns true forms from tokens, and applies them."""

    def __init__(self) -> None:
        self._forms: Counter[str] = Counter()
        self._best: dict[str, str] | None = None

    def learn(self, tokens: Sequence[str]) -> None:
        """Take in a sentence."""
        self._best = None
        free = (token for token, is_start in zip(tokens, _starts(tokens), strict=True) if not is_start)
        self._forms.update(token for token in free if token[:1].isalpha())

    def apply(self, tokens: Sequence[str]) -> list[str]:
        """The sentence in true case."""
        best, forms = self._true_forms(), self._forms
        return [
            token if not is_start and token in forms else best.get(token.lower(), token)
            for token, is_start in zip(tokens, _starts(tokens), strict=True)
        ]

    def _true_forms(self) -> dict[str, str]:
        """Of each word in small letters its most frequent form; of two alike the one with more small letters."""
        if self._best is None:
            self._best = {}
            for form, _ in sorted(self._forms.items(), key=lambda one: (-one[1], one[0].swapcase())):
                self._best.setdefault(form.lower(), form)
        return self._best

    def write(self, path: Path) -> None:
        """Write the forms with their counts, as a table with a tab."""
        with writing_whole(path) as file:
            file.write(f"{_HEADER}\n".encode())
            for form, number in sorted(self._forms.items(), key=lambda one: (-one[1], one[0])):
                file.write(f"{form}\t{number}\n".encode("utf-8", "replace"))

    @classmethod
    def read(cls, path: Path) -> Truecaser:
        """The forms in a file; `ConfigError` tells the line that is wrong."""
        made = cls()
        try:
            with path.open(encoding="utf-8", newline="\n") as lines:
                if lines.readline().strip() != _HEADER:
                    raise ConfigError(f"{path}: its first line is not `{_HEADER}`: is it a model of true case?")
                for number, line in enumerate(lines, start=2):
                    form, _, count = line.rstrip("\n").partition("\t")
                    if not form or not count.isdecimal():
                        raise ConfigError(f"{path}, line {number}: expected a word, a tab and how often it was seen")
                    made._forms[form] = int(count)
        except (OSError, UnicodeDecodeError) as err:
            raise ConfigError(f"{path}: cannot be read: {err}") from err
        return made


def _starts(tokens: Iterable[str]) -> list[bool]:
    """Whether each token stands where any word would have a capital."""
    found, is_start = [], True
    for token in tokens:
        found.append(is_start)
        is_start = token in _ENDS or (is_start and token in _OPENING)
    return found


def recased(tokens: Sequence[str]) -> list[str]:
    """A sentence with a capital at its beginning, as people want it of text in true case.

    >>> recased(["¿", "qué", "?"])
    ['¿', 'Qué', '?']
    """
    first = next((place for place, token in enumerate(tokens) if token not in _OPENING), 0)
    return [token[:1].upper() + token[1:] if place == first else token for place, token in enumerate(tokens)]
