"""Word alignment by eflomal, which the extra `mt` brings.

It draws samples, takes its seed from /dev/urandom, and has no option for another. So a copy of its program is run that
reads a file of ours in its place, whose name is as long; one thread for each direction, for more of them draw in the
order in which they come. Where no such copy can be made or run, it runs as it is, and no two runs are quite the same.
"""

from __future__ import annotations

import logging
import math
import os
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from polytrawl.errors import ConfigError, PolytrawlError
from polytrawl.lexicon.symmetrise import Bitext, Link, Ways

__all__ = ["by_eflomal"]

log = logging.getLogger(__name__)

_SEED = 0x9E3779B97F4A7C15  # any but 0
_SEED_FILE = "eflomal.seed"
_THEIRS, _OURS = b"\0/dev/urandom\0", f"\0{_SEED_FILE}\0".encode()
_SAMPLERS = 3  # as eflomal's own interface has it


def by_eflomal(bitext: Bitext) -> Ways:
    """The links of each sentence pair, from either side; equal texts give equal ones."""
    try:
        import eflomal  # noqa: PLC0415 - an extra
    except ImportError as err:
        raise ConfigError(
            "--method eflomal: this needs eflomal; install it with: pip install 'polytrawl[mt]' (which compiles it: a "
            "C compiler is needed), or take --method association"
        ) from err
    with tempfile.TemporaryDirectory(prefix="polytrawl-eflomal-") as folder:
        try:
            if not _align_seeded(bitext, Path(folder), eflomal):
                _tell_unseeded()
                _align(bitext, Path(folder), eflomal)
        except (subprocess.CalledProcessError, OSError) as err:
            raise PolytrawlError(f"eflomal stopped: {err}; --method association does not need it") from err
        with Path(folder, "forth").open() as forth, Path(folder, "back").open() as back:
            yield from zip(map(_links, forth), map(_links, back), strict=True)


def _align_seeded(bitext: Bitext, folder: Path, eflomal: ModuleType) -> bool:
    """Align from a seed, in files `forth` and `back`; whether that was possible."""
    if not _seeded_program(Path(str(eflomal.__file__)).parent / "bin" / "eflomal", folder):
        return False
    with (folder / "source").open("wb") as source, (folder / "target").open("wb") as target:
        eflomal.Aligner().prepare_files(_lines(bitext, 0), source, _lines(bitext, 1), target, None, None)
    rounds = max(2, round(5000 / math.sqrt(max(1, len(bitext)))))  # as eflomal's own interface counts them
    fewer = max(1, rounds // 4)
    words = [str(folder / "eflomal"), "-q", "-m", "3", "-s", "source", "-t", "target", "-N", "0.2"]
    words += ["-n", str(_SAMPLERS), "-1", str(max(2, fewer)), "-2", str(fewer), "-3", str(rounds)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    running = []
    try:
        for option, name in (("-f", "forth"), ("-r", "back")):
            running.append(subprocess.Popen([*words, option, name], cwd=folder, env=environment))  # noqa: S603 - no shell
    except OSError:  # a folder from which nothing may be run
        return False
    finally:
        codes = [one.wait() for one in running]
    for code in filter(None, codes):
        raise subprocess.CalledProcessError(code, "eflomal")
    return True


def _seeded_program(program: Path, folder: Path) -> bool:
    """Put a copy of eflomal that reads its seed from a file into a folder, and that file; whether that was possible."""
    content = program.read_bytes() if program.is_file() else b""
    if not content.startswith(b"\x7fELF") or content.count(_THEIRS) != 1:
        return False
    (folder / _SEED_FILE).write_bytes(_SEED.to_bytes(8, "little"))
    copy = folder / "eflomal"
    copy.write_bytes(content.replace(_THEIRS, _OURS))
    copy.chmod(0o700)
    return True


def _align(bitext: Bitext, folder: Path, eflomal: ModuleType) -> None:
    lines = _lines(bitext, 0), _lines(bitext, 1)
    files = str(folder / "forth"), str(folder / "back")
    eflomal.Aligner().align(*lines, links_filename_fwd=files[0], links_filename_rev=files[1])


@cache
def _tell_unseeded() -> None:
    log.warning("this eflomal takes no seed, so no two runs give quite the same; --method association does")


def _lines(bitext: Bitext, side: int) -> Iterator[str]:
    return (" ".join(pair[side]) for pair in bitext)


def _links(line: str) -> list[Link]:
    return [(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())]
