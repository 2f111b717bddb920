"""Writes the versions of all packages, and the hashes of their files: a file whose hash is not listed is not installed.

    python tools/lock.py [NAME==VERSION...]

`constraints.txt` has what stands in this environment, `build-constraints.txt` what packages are built with: what it had
before, and what is named here. The files are those for Python 3.11 and newer on Linux and macOS, so that the same lists
serve all machines.
"""

from __future__ import annotations

import html.parser
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

_ROOT = Path(__file__).parent.parent
_INSTALLED, _BUILT_WITH = _ROOT / "constraints.txt", _ROOT / "build-constraints.txt"
_INDEX = "https://pypi.org/simple"
_PYTHON = re.compile(r"py[23]|cp3(?:1[1-4])?$")  # or any older one, of a wheel that serves all that came after
_PLATFORM = re.compile(r"any$|(?:many|musl)linux.*_(?:x86_64|aarch64)$|linux_x86_64$|macosx_")


class _Files(html.parser.HTMLParser):
    """The addresses on a page of the index."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


class Pin(NamedTuple):
    """A package of one version."""

    name: str
    version: str

    def line(self) -> str:
        """What the list says of it; raises where the index has no file of this version."""
        address = f"{_INDEX}/{canonicalize_name(self.name)}/"
        with urllib.request.urlopen(address, timeout=180) as answer:  # noqa: S310 - the address is ours
            page = _Files()
            page.feed(answer.read().decode())
        hashes = sorted({urldefrag(one).fragment for one in page.found if self._is_wanted(one)})
        if not hashes:
            raise SystemExit(f"{self.name} {self.version}: {address} has no file of it for these machines")
        return " \\\n".join(
            [f"{self.name}=={self.version}", *(f"    --hash={one.replace('=', ':')}" for one in hashes)]
        )

    def _is_wanted(self, address: str) -> bool:
        file = unquote(urldefrag(address).url.rpartition("/")[2])
        try:
            if not file.endswith(".whl"):
                return file.endswith((".tar.gz", ".zip")) and parse_sdist_filename(file)[1] == Version(self.version)
            _, version, _, tags = parse_wheel_filename(file)
        except (InvalidWheelFilename, ValueError):
            return False
        fits = any(
            (tag.abi == "abi3" or _PYTHON.match(tag.interpreter)) and _PLATFORM.match(tag.platform) for tag in tags
        )
        return version == Version(self.version) and fits


def write(target: Path, wanted: list[str]) -> None:
    """Write one of the lists."""
    pins = sorted((Pin(*one.split("==")) for one in wanted), key=lambda pin: pin.name.lower())
    with ThreadPoolExecutor(8) as pool:
        target.write_text("\n".join([*pool.map(Pin.line, pins), ""]), encoding="utf-8")


def main() -> None:
    """Write both lists."""
    command = [sys.executable, "-m", "pip", "freeze", "--all", "--exclude-editable"]
    write(_INSTALLED, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())  # noqa: S603 - ours
    known = re.findall(r"^\S+==\S+", _BUILT_WITH.read_text(encoding="utf-8"), flags=re.MULTILINE)
    versions = dict(one.split("==") for one in (*known, *sys.argv[1:]))
    write(_BUILT_WITH, [f"{name}=={version}" for name, version in versions.items()])


if __name__ == "__main__":
    main()
