"""Forum extraction: DyCorC with each of its distances and `posts`, beside jusText and boilerpy3, on the same pages.

Precision, recall and F1 are over the words of a page, and the mean over pages. Beside them stands what the paper
(Manad, Pappa and Bernard 2018) reports in its Tables II and VIII on pages of its own: eight forums,
each weighing the same. The two sides can be compared in their order, not in their numbers.

jusText gets its own stop words for the language of each page, or works without them where it has none. Boilerpy3 stands
for the Boilerpipe in Apache Nutch. Both are installed once into an environment of their own under build/bench.

The weights of `posts` come from the same pages, so its F1 is also told with weights fitted to other sites.

    python benchmarks/extract_forum.py [--every N]       every Nth page only, for a quick look
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
from fit_posts import cross_validated
from pages import GoldPage, Scores, mean, read_pages, score, words

from polytrawl.clean.base import Extractor
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.extractors.forum import Forum
from polytrawl.clean.extractors.posts import Posts
from polytrawl.clean.forum_distance import DISTANCES
from polytrawl.records import Page

_CACHE = Path(__file__).parent.parent / "build" / "bench"
_PEERS = ("justext", "boilerpy3")
# F1, precision and recall in per cent: Table II by distance, Table VIII by system. In the copy of the paper at hand the
# first column of Table II is lost; its rows are given to the distances by what the text says about each of them.
_PAPER = {
    "feature": (91.25, 93.75, 91.76),
    "levenshtein": (91.22, 93.70, 91.76),
    "damerau": (91.21, 93.70, 91.76),
    "jaro": (56.54, 57.29, 56.38),
    "jaro-winkler": (56.54, 57.29, 56.38),
    "lcs": (56.63, 56.90, 56.38),
    "jaccard": (48.51, 56.22, 49.46),
    "justext": (58.29, 43.76, 100.0),
    "boilerpy3": (52.5, 61.53, 75.03),  # Apache Nutch
}
_STOP_LISTS = {
    "ar": "Arabic",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
}

_PEER_SCRIPT = """
import json, sys, time
name = sys.argv[1]
if name == "justext":
    import justext
    def extract(html, stop_list):
        options = {} if stop_list else {"stopwords_low": 0, "stopwords_high": 0}
        words = justext.get_stoplist(stop_list) if stop_list else frozenset()
        paragraphs = justext.justext(html.encode("utf-8", "replace"), words, encoding="utf-8", **options)
        return "\\n".join(one.text for one in paragraphs if not one.is_boilerplate)
else:
    from boilerpy3 import extractors
    extractor = extractors.DefaultExtractor(raise_on_failure=False)
    def extract(html, stop_list):
        return extractor.get_content(html)
for line in sys.stdin:
    html, stop_list = json.loads(line)
    start = time.process_time()
    text = extract(html, stop_list)
    print(json.dumps([text, time.process_time() - start]), flush=True)
"""


class Found(NamedTuple):
    """The mean scores of one extractor, and its time."""

    scores: Scores
    ms: float


def _ours(pages: Iterable[GoldPage], extractor: Extractor) -> Found:
    def text(page: GoldPage) -> tuple[str, float]:
        start = time.process_time()
        made = extractor.extract(Page(id="g-0", url=page.url or "", site=page.site), page.html)
        return made.text, time.process_time() - start

    return _measure(pages, text)


def _peer(pages: Iterable[GoldPage], name: str) -> Found:
    """The same for a library in an environment of its own."""
    python = _CACHE / "extract-peers/bin/python"
    command = [str(python), "-c", _PEER_SCRIPT, name]
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}  # boilerpy3 talks a lot
    with subprocess.Popen(command, **ends) as process:  # noqa: S603 - ours
        asked, answered = process.stdin, process.stdout
        if asked is None or answered is None:
            sys.exit(f"{name} cannot be reached")

        def text(page: GoldPage) -> tuple[str, float]:
            asked.write(msgspec.json.encode((page.html, _STOP_LISTS.get(page.lang, ""))) + b"\n")
            asked.flush()
            answer = answered.readline()
            if not answer:
                sys.exit(f"{name} stopped at {page.id}")
            return msgspec.json.decode(answer, type=tuple[str, float])

        return _measure(pages, text)


def _measure(pages: Iterable[GoldPage], extract: Callable[[GoldPage], tuple[str, float]]) -> Found:
    scores, seconds = list[Scores](), list[float]()
    for page in pages:
        text, took = extract(page)
        scores.append(score(words(text), words(page.gold_text)))
        seconds.append(took)
    return Found(mean(scores), 1000 * sum(seconds) / len(seconds))


def _prepare() -> None:
    """Install the peers, once."""
    folder = _CACHE / "extract-peers"
    if not (_CACHE / "extract-peers.done").exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)  # noqa: S603 - ours
        subprocess.run([folder / "bin/pip", "install", "-q", *_PEERS, "lxml_html_clean"], check=True)  # noqa: S603 - ours
        (_CACHE / "extract-peers.done").touch()


def _row(name: str, found: Found, paper: str = "") -> None:
    scores = found.scores
    line = f"{name:22} {scores.f1:6.3f} {scores.precision:6.3f} {scores.recall:6.3f} {found.ms:8.1f}"
    told = _PAPER.get(paper)
    print(line + ("   " + " ".join(f"{value / 100:6.3f}" for value in told) if told else ""), flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="take every Nth page only")
    pages = list(read_pages("forum"))[:: parser.parse_args().every]
    _prepare()
    print(f"{len(pages)} forum pages of {len({page.site for page in pages})} sites; CPU time in milliseconds a page\n")
    print(f"{'':22} {'measured here':>20} {'':9} {'the paper, its own pages':>27}")
    print(f"{'':22} {'F1':>6} {'P':>6} {'R':>6} {'ms':>8}   {'F1':>6} {'P':>6} {'R':>6}")
    for name in DISTANCES:
        _row(f"forum, {name}", _ours(pages, Forum(distance=name)), name)
    _row("forum, auto", _ours(pages, Forum()))
    _row("posts", _ours(pages, Posts()))
    print(f"{'posts, other sites':22} {cross_validated():6.3f}   weights fitted to other sites; without the title")
    _row("blocks", _ours(pages, Blocks()))
    for name in _PEERS:
        _row(name, _peer(pages, name), name)
    print("\nBeside boilerpy3 stands the paper's Apache Nutch, which uses Boilerpipe. BootCaT there: .492 .367 .969.")


if __name__ == "__main__":
    main()
