"""Word alignment by eflomal, which the extra `mt` brings; it draws samples, so no two runs give quite the same."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from polytrawl.errors import ConfigError, PolytrawlError
from polytrawl.lexicon.symmetrise import Bitext, Link, Ways

__all__ = ["by_eflomal"]


def by_eflomal(bitext: Bitext) -> Ways:
    """The links of each sentence pair, from either side."""
    try:
        from eflomal import Aligner  # noqa: PLC0415 - an extra
    except ImportError as err:
        raise ConfigError(
            "--method eflomal: this needs eflomal; install it with: pip install 'polytrawl[mt]' (which compiles it: a "
            "C compiler is needed), or take --method association"
        ) from err
    with tempfile.TemporaryDirectory(prefix="polytrawl-eflomal-") as folder:
        files = Path(folder, "forth"), Path(folder, "back")
        lines = ([" ".join(pair[side]) for pair in bitext] for side in (0, 1))
        try:
            Aligner().align(*lines, links_filename_fwd=str(files[0]), links_filename_rev=str(files[1]))
        except (subprocess.CalledProcessError, OSError) as err:
            raise PolytrawlError(f"eflomal stopped: {err}; --method association does not need it") from err
        with files[0].open() as forth, files[1].open() as back:
            yield from zip(map(_links, forth), map(_links, back), strict=True)


def _links(line: str) -> list[Link]:
    return [(int(i), int(j)) for i, _, j in (link.partition("-") for link in line.split())]
