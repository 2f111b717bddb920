"""The command line: thin. It parses, calls the API, and prints; results to stdout, talk to stderr."""

from __future__ import annotations

import io
import logging
import os
import sqlite3
import sys
import tempfile
import traceback
from pathlib import Path

from polytrawl.errors import ConfigError, PluginError, PolytrawlError

FAILED, USAGE = 1, 2


def main() -> None:
    """Run the command line; no traceback reaches a user."""
    from polytrawl.cli.app import app  # here: errors while loading are told like all others

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter shows its number
    if logging.lastResort:  # what no command listens to is told as all else
        logging.lastResort.setFormatter(logging.Formatter("polytrawl: %(message)s"))
    try:
        app()
    except (ConfigError, PluginError) as err:
        _stop(str(err), USAGE)
    except PolytrawlError as err:
        _stop(str(err), FAILED)
    except sqlite3.DatabaseError as err:
        _stop(f"frontier.sqlite of the run is damaged: {err}", FAILED)
    except OSError as err:
        _stop(f"{err.filename or 'the disk'}: {err.strerror or err}; what is finished is kept", FAILED)
    except Exception:  # noqa: BLE001 - a fault of polytrawl itself: kept whole for the report, told in one line
        _stop(f"a fault in polytrawl itself; please report it with {_keep_traceback()}", FAILED)


def _stop(message: str, code: int) -> None:
    print(f"polytrawl: {message}", file=sys.stderr)
    sys.exit(code)


def _keep_traceback() -> Path:
    handle, name = tempfile.mkstemp(prefix="polytrawl-crash-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{' '.join(sys.argv)}\n\n{traceback.format_exc()}")
    return Path(name)
