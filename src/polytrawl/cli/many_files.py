"""Options that take several files in a row, as a shell writes them for *.gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from typer.core import TyperCommand

_MANY = ("--gold", "--test", "--left", "--right", "--references", "--systems", "--corpora")


class ManyFiles(TyperCommand):
    """A command whose options take several files in a row, as a shell writes them for *.gold."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own click
        """Repeat the option for each of its files."""
        return super().parse_args(ctx, list(_repeated(args)))


def _repeated(args: Sequence[str]) -> Iterator[str]:
    """What was typed, with the option before every file.

    >>> list(_repeated(["--gold", "a", "b", "--json"]))
    ['--gold', 'a', '--gold', 'b', '--json']
    """
    option, is_first = "", False
    for word in args:
        if word.startswith("-"):
            option, is_first = word if word in _MANY else "", True
        elif option and not is_first:
            yield option
        else:
            is_first = False
        yield word
