"""Blocks of a run with site evidence against the same pages one by one, where the markup tells what is content.

    python benchmarks/site_evidence.py RUN     a run directory, at least up to clean

The run should be over manuals made by DocBook, Sphinx or Texinfo, such as those of Debian packages: bars, sidebars and
footers have classes of their own there, and all else is content but for tables of contents, which are not judged. Nor
is a text that stands both in a bar and outside of bars on the same page. P and R are precision and recall of content,
means over sites; "found" is the share of the blocks in bars that are not taken for content.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

import polytrawl
from polytrawl.records import Document, Page, Paragraph
from polytrawl.rundir import RunDir

_BARS = ".navheader, .navfooter, .sphinxsidebar, .related, .footer, .nav_table, #tocframe, #footer"
_CONTENTS = ".toc, .contents, [class^=toctree]"
_MIN_PAGES = 5  # of a site

Outcomes = Counter[tuple[bool, bool]]  # how many blocks are content, and are taken for content


def main() -> None:
    """Print the table."""
    run = RunDir.open(Path(sys.argv[1]))
    documents = {one.page: one for one in run.records("clean") if isinstance(one, Document)}
    found: dict[str, defaultdict[str, Outcomes]] = {"alone": defaultdict(Counter), "site": defaultdict(Counter)}
    pages: Counter[str] = Counter()
    with run.page_reader() as reader:
        for listed in run.records("crawl"):
            page = reader.fill(listed) if isinstance(listed, Page) and listed.id in documents else None
            if isinstance(page, Page):
                pages[page.site] += 1
                _judge(page, documents[page.id], found)
    sites = [site for site, number in pages.items() if number >= _MIN_PAGES]
    print(f"{sum(pages[site] for site in sites)} pages of {len(sites)} sites\n")
    print("| | P | R | F1 | found |\n|---|---|---|---|---|")
    for name, word in (("alone", "page by page"), ("site", "with site evidence")):
        print(f"| {word} | {_row([found[name][site] for site in sites])} |")


def _judge(page: Page, document: Document, found: dict[str, defaultdict[str, Outcomes]]) -> None:
    alone = polytrawl.extract(page.content, page.url)
    bars, content = _labels(page)
    if [one.text for one in alone.paragraphs] != [one.text for one in document.paragraphs]:
        return  # made by another extractor
    for name, paragraphs in (("alone", alone.paragraphs), ("site", document.paragraphs)):
        found[name][page.site] += _outcomes(paragraphs, bars, content)


def _labels(page: Page) -> tuple[set[str], set[str]]:
    """The texts of the blocks in bars, and of those that are content."""
    everything = _texts(page, "")
    without_bars, content = _texts(page, _BARS), _texts(page, f"{_BARS}, {_CONTENTS}")
    bars = set(everything - without_bars)
    return bars - set(without_bars), set(content) - bars - set(without_bars - content)


def _texts(page: Page, taken_out: str) -> Counter[str]:
    """The texts of a page without some elements."""
    tree = LexborHTMLParser(page.content)
    for node in tree.css(taken_out) if taken_out else ():
        if node.parent is not None:  # else it went with one that it stood in
            node.decompose()
    return Counter(one.text for one in polytrawl.extract(tree.html or "", page.url).paragraphs)


def _outcomes(paragraphs: Iterable[Paragraph], bars: set[str], content: set[str]) -> Outcomes:
    judged = (one for one in paragraphs if one.text in bars or one.text in content)
    return Counter((one.text in content, not one.reason) for one in judged)


def _row(sites: list[Outcomes]) -> str:
    precision = _mean(one[True, True] / (one[True, True] + one[False, True]) for one in sites)
    recall = _mean(one[True, True] / (one[True, True] + one[True, False]) for one in sites)
    share = _mean(one[False, False] / (one[False, False] + one[False, True]) for one in sites)
    f1 = 2 * precision * recall / (precision + recall)
    return " | ".join(f"{value:.3f}" for value in (precision, recall, f1, share))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


if __name__ == "__main__":
    main()
