"""Main text beside other libraries: F1 on pages with known main text, and CPU time for each page in one process.

The parameters that come with polytrawl were made from these very pages, so its F1 here says nothing about other sites:
`fit_clean.py` prints that, cross-validated by site. The other libraries' rows are what to compare it with. Peers are
installed once, into an environment in build/bench; all are run in it, each page by all of them in turn.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_CACHE = _ROOT / "build" / "bench" / "extract"
_PEERS = ("trafilatura", "readability-lxml", "resiliparse", "lxml_html_clean")


def _prepare() -> Path:
    """The Python that has polytrawl and its peers."""
    python = _CACHE / "bin" / "python"
    if not (_CACHE / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", _CACHE], check=True)  # noqa: S603 - ours
        versions = re.findall(r"^\S+==\S+", (_ROOT / "constraints.txt").read_text(), flags=re.MULTILINE)
        (_CACHE / "versions.txt").write_text("\n".join(versions))  # without hashes, since the peers have none there
        install = [python, "-m", "pip", "install", "-q", "-c", _CACHE / "versions.txt"]
        subprocess.run([*install, "--upgrade", "pip"], check=True)  # noqa: S603 - that of Python 3.11 trips over lxml's extras
        subprocess.run([*install, "-e", _ROOT, *_PEERS], check=True)  # noqa: S603 - ours
        (_CACHE / "done").touch()
    return python


def _extractors() -> dict[str, Callable[[str], str]]:
    import readability  # noqa: PLC0415 - peers are not there where this file is started
    import trafilatura  # noqa: PLC0415 - as above
    from lxml import html as lxml_html  # noqa: PLC0415 - as above
    from resiliparse.extract.html2text import extract_plain_text  # noqa: PLC0415 - as above

    from polytrawl.clean.api import extract  # noqa: PLC0415 - as above

    def by_readability(html: str) -> str:
        return str(lxml_html.fromstring(readability.Document(html).summary()).text_content())

    return {
        "polytrawl": lambda html: extract(html).text,
        "trafilatura": lambda html: trafilatura.extract(html) or "",
        "readability": by_readability,
        "resiliparse": lambda html: extract_plain_text(html, main_content=True, list_bullets=False, links=False),
    }


def compare(every: int) -> None:
    """Print the table."""
    from pages import mean, read_pages, score, words  # noqa: PLC0415 - beside this file

    found, seconds = defaultdict(lambda: defaultdict(list)), defaultdict(float)
    extractors = _extractors()
    for work in extractors.values():
        work("<html><body><p>To warm up.</p></body></html>")
    pages = list(read_pages())[::every]
    for page in pages:
        kind = page.page_type if page.page_type in ("article", "forum") else "other"
        gold = words(page.gold_text)
        for name, work in extractors.items():
            began = time.process_time()
            try:
                text = work(page.html)
            except Exception as err:  # noqa: BLE001 - a peer's trouble is its own
                print(f"{name}: {page.id}: {type(err).__name__}", file=sys.stderr)
                text = ""
            seconds[name] += time.process_time() - began
            found[name][kind].append(score(words(text), gold))
    print(f"{len(pages)} pages\n{'':12} {'article':>8} {'forum':>8} {'other':>8} {'ms/page':>8} {'of trafilatura':>15}")
    for name in extractors:
        scores = " ".join(f"{mean(found[name][kind]).f1:8.3f}" for kind in ("article", "forum", "other"))
        ratio = f"1/{seconds['trafilatura'] / seconds[name]:.1f}"
        print(f"{name:12} {scores} {seconds[name] / len(pages) * 1e3:8.1f} {ratio:>15}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="take every n-th page only, for a quick look")
    parser.add_argument("--here", action="store_true", help="run in this environment, which has the peers")
    arguments = parser.parse_args()
    if arguments.here:
        compare(arguments.every)
    else:
        command = [_prepare(), __file__, "--here", "--every", str(arguments.every)]
        sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603 - ours


if __name__ == "__main__":
    main()
