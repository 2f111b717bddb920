"""Where in a config the options stand that something is wrong with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from polytrawl.errors import ConfigError, StageError

__all__ = ["placed"]


@contextmanager
def placed(where: str) -> Iterator[None]:
    """Errors that begin with the name of an option tell where it stands.

    >>> with placed("align.aligner"):
    ...     raise ConfigError("model: no such file")
    Traceback (most recent call last):
    polytrawl.errors.ConfigError: align.aligner.model: no such file
    """
    try:
        yield
    except (ConfigError, StageError) as err:
        if not str(err)[:1].isalpha():  # it begins with the path of a file of the run
            raise
        raise type(err)(f"{where}.{err}") from err
