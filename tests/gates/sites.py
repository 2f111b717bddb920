"""What a run finds on thirty pages of six small sites, block by block, and what it finds on each of them alone.

The pages are in `tests/clean/sites`, a folder for each site, shaped like those of real ones and written for this.
Beside each page stand its blocks, `+` for content and `-` for the rest, as a reader labelled them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import xxhash

import polytrawl
from polytrawl.records import Document
from polytrawl.run import new_run
from support import Quiet

SITES = Path(__file__).parent.parent / "clean" / "sites"
PAGES = sorted(SITES.glob("*/*.html"))


def fingerprint_of_sites() -> str:
    """What pages and labels hash to."""
    digest = xxhash.xxh3_64()
    for page in PAGES:
        digest.update(page.read_bytes() + page.with_suffix(".txt").read_bytes())
    return digest.hexdigest()


def labels(page: Path) -> list[tuple[str, bool]]:
    """The blocks of a page in order, and whether each is content."""
    lines = page.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return [(line[2:], line[0] == "+") for line in lines]


def run_over_sites(folder: Path, *, site_evidence: bool) -> dict[str, Document]:
    """The documents of a run over all sites, by site and page: `manual-de/mehl.html`."""
    table = {
        "languages": ["en"],
        "folders": [str(path) for path in sorted(SITES.iterdir())],
        "workers": 1,
        "clean": {"site_evidence": site_evidence},
    }
    run = new_run(folder, table)
    run.go(Quiet(), last="clean")
    documents = (one for one in run.directory.records("clean") if isinstance(one, Document))
    return {"/".join(one.url.split("/")[-2:]): one for one in documents}


def measure_sites(folder: Path) -> dict[str, float]:
    """Precision and recall of blocks, page by page and with site evidence."""
    alone = _blocks(run_over_sites(folder / "alone", site_evidence=False))
    site = _blocks(run_over_sites(folder / "site", site_evidence=True))
    return {f"page_{name}": value for name, value in alone.items()} | {
        f"site_{name}": value for name, value in site.items()
    }


def _blocks(documents: dict[str, Document]) -> dict[str, float]:
    outcomes: Counter[tuple[bool, bool]] = Counter()
    for page in PAGES:
        found = documents[f"{page.parent.name}/{page.name}"].paragraphs
        for paragraph, (text, is_content) in zip(found, labels(page), strict=True):
            assert paragraph.text == text, f"{page.name}: the label file has other blocks than the page"
            outcomes[not paragraph.reason, is_content] += 1
    right = outcomes[True, True]
    return {
        "block_precision": right / (right + outcomes[True, False]),
        "block_recall": right / (right + outcomes[False, True]),
    }


def measure_words() -> dict[str, float]:
    """Word F1 of `polytrawl.extract` by kind of site, means over pages."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for page in PAGES:
        document = polytrawl.extract(page.read_bytes(), f"http://{page.parent.name}.test/{page.name}")
        wanted = _words(text for text, is_content in labels(page) if is_content)
        kind = page.parent.name.partition("-")[0]
        found[f"words_{kind}"].append(_f1(_words([document.text]), wanted))
    return {name: sum(values) / len(values) for name, values in sorted(found.items())}


def _words(texts: Iterable[str]) -> Counter[str]:
    """Words; of scripts that put no spaces between them, letters."""
    words: Counter[str] = Counter()
    for text in texts:
        for word in text.split():
            words.update(word if any("\u3040" <= char <= "\u9fff" for char in word) else [word])
    return words


def _f1(found: Counter[str], wanted: Counter[str]) -> float:
    return 2 * (found & wanted).total() / (found.total() + wanted.total())
