"""Page pairs on real sites with known ones, in many shapes: each method alone, all together, and how time grows.

All sites are served on this machine and crawled whole, once for each shape. Printed are micro F1, precision and recall
over all sites and seven language pairs; a gold pair whose page was not fetched counts as missed. Then with 30 % of the
pages missing, with the texts of one language under each other's URLs, and the time for generated sites.

Precision by language pair stands twice: as the known pairs have it, and where wrong pairs that a reader found to be
translations (`judged_pairs.tsv`) count neither way. The last number is that of wrong pairs that nobody has read.

    python benchmarks/pair.py [--shapes dir,opaque-bare] [--methods all,urls] [--sites faq,udhr] [--scale 5000,20000]
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from judged import Judged, judged_in
from served_sites import (
    LANGUAGES,
    PAIRS,
    SITES,
    Gold,
    Score,
    Shape,
    crawled,
    documents_of,
    gold_of,
    named,
    scored,
    shuffled,
    without_some,
)

from polytrawl.pair import api
from polytrawl.pair.markers import languages_of
from polytrawl.records import Document, Link, Paragraph, make_id

SHAPES = (
    *(Shape(urls, urls) for urls in ("native", "dir", "suffix", "infix", "query", "host", "word")),
    *(Shape(urls, urls, switch="none", strip=True) for urls in ("slug", "opaque")),
    Shape("opaque-bare", "opaque", switch="none", images="hash", strip=True),
)
# A language to which no link leads: how many of its pages are found by their URLs.
HIDDEN = tuple(Shape(f"{urls}-hidden", urls, hide="it") for urls in ("dir", "suffix"))
METHODS = ("all", "fixed-list", "links", "urls", "images", "digits", "structure", "fingerprint", "content")
_Found = Iterable[tuple[str, tuple[str, str]]]


def pairs_of(documents: Sequence[Document], method: str) -> _Found:
    """The pairs that a method finds on a site."""
    if method == "fixed-list":
        return _by_fixed_list(documents)
    chosen = None if method == "all" else (method,)
    return [named(one.left, one.right) for one in api.pair(documents, LANGUAGES, pairers=chosen)]


def _by_fixed_list(documents: Sequence[Document]) -> _Found:
    """What people do by hand: URLs that are equal once codes and names of languages are taken out."""
    groups: dict[str, dict[str, Document]] = {}
    for one in documents:
        parts = "".join(part if part.isalnum() else " " for part in one.url).split()
        key = " ".join("*" if languages_of(part) & {*LANGUAGES} else part for part in parts)
        groups.setdefault(key, {}).setdefault(one.language or "", one)
    for group in groups.values():
        own = sorted(group)
        yield from (named(group[one], group[other]) for n, one in enumerate(own) for other in own[n + 1 :])


def _of_sites(gold: Gold, names: Sequence[str]) -> Gold:
    return Gold(*({key: pairs for key, pairs in table.items() if key[0] in names} for table in gold))


class Result(NamedTuple):
    """Scores by language pair, those beside a reader's judgements, and how many wrong pairs he has not seen."""

    scores: dict[str, Score]
    judged: dict[str, Score]
    unread: int


def _whole(sites: dict[str, list[Document]], gold: Gold, judged: Judged, method: str) -> Result:
    raw, beside, unread = dict.fromkeys(PAIRS, Score()), dict.fromkeys(PAIRS, Score()), 0
    for site, documents in sites.items():
        found = list(pairs_of(documents, method))
        for total, known in ((raw, gold), (beside, judged.beside(gold))):
            for languages, score in scored(site, found, known).items():
                total[languages] += score
        unread += sum(judged.is_unread(site, languages, urls, gold) for languages, urls in found)
    return Result(raw, beside, unread)


def _print(label: str, result: Result) -> None:
    whole = sum(result.scores.values(), Score())
    by_pair = "  ".join(f"{one.f1:.3f}" for one in result.scores.values())
    precise = ["  ".join(f"{one.precision:.3f}" for one in scores.values()) for scores in result[:2]]
    columns = f"{whole.precision:9.3f} {whole.recall:7.3f} {whole.f1:7.3f}   {by_pair}   {'   '.join(precise)}"
    print(f"{label:26} {columns}   {result.unread}", flush=True)


def _known(sites: dict[str, list[Document]], gold: Gold) -> Gold:
    """The gold pairs whose pages are there."""
    there = {one.url for documents in sites.values() for one in documents}
    kept = {key: frozenset(pair for pair in pairs if there.issuperset(pair)) for key, pairs in gold.pairs.items()}
    return gold._replace(pairs=kept)


def _crawled_ahead(shapes: Sequence[Shape], names: Sequence[str], to: str) -> Iterator[tuple[Shape, Path]]:
    """The runs of all shapes; the next ones are crawled while one is looked at."""
    ahead = ThreadPoolExecutor(1)
    try:
        runs = [ahead.submit(crawled, shape, names, to=to) for shape in shapes]
        yield from ((shape, run.result()) for shape, run in zip(shapes, runs, strict=True))
    finally:
        ahead.shutdown(cancel_futures=True)


def table(shapes: Sequence[Shape], methods: Sequence[str], names: Sequence[str] = SITES) -> None:
    """Print the table of shapes and methods over some sites."""
    print(f"{'':26} {'precision':>9} {'recall':>7} {'F1':>7}   F1 of {', '.join(PAIRS)}; precision; judged; unread")
    for shape, folder in _crawled_ahead(shapes, names, "topic"):
        sites, gold, judged = documents_of(folder), _of_sites(gold_of(shape), names), judged_in(shape)
        for method in methods:
            _print(f"{shape.name} {method}", _whole(sites, gold, judged, method))
        some = {site: without_some(documents, 0.3) for site, documents in sites.items()}
        _print(f"{shape.name} 30 % missing", _whole(some, _known(some, gold), judged, "all"))
        if shape.urls == "dir":
            _control(sites)


def hidden(shapes: Sequence[Shape], names: Sequence[str] = SITES) -> None:
    """Print how many pages of a hidden language were found."""
    for shape, folder in _crawled_ahead(shapes, names, "pair"):
        met = {one.url for documents in documents_of(folder).values() for one in documents}
        known = _of_sites(gold_of(shape), names).pairs.items()
        there = {
            url for (_, languages), pairs in known if "it" in languages.split("-") for pair in pairs for url in pair
        }
        pages = {url for url in there if _language(url, shape) == "it"}
        share = len(pages & met) / max(len(pages), 1)
        print(f"{shape.name}: {len(pages & met)} of {len(pages)} pages of it found ({share:.3f})", flush=True)


def _language(url: str, shape: Shape) -> str:
    """The language that a URL of a known shape names."""
    path = url.partition("://")[2].partition("/")[2]
    return path.partition("/")[0] if shape.urls == "dir" else path.rsplit(".", 2)[-2]


def _control(sites: dict[str, list[Document]]) -> None:
    """How many pairs by URL are refused when the German texts stand under each other's URLs."""
    false = refused = 0
    for documents in sites.values():
        moved, whose = shuffled(documents, "de")
        by_url = {one for one in pairs_of(documents, "urls") if "de" in one[0].split("-")}
        lying = {one for one in by_url if any(whose.get(url, url) != url for url in one[1])}
        false += len(lying)
        refused += len(lying - set(pairs_of(moved, "all")))
    print(f"texts shuffled: {refused} of {false} false pairs by URL are refused ({refused / max(false, 1):.3f})")


def generated(pages: int) -> list[Document]:
    """A site in two made-up languages; each page has its own mixture of words, some names, and two neighbours."""
    words = {code: [f"{code}{make_id('', code, str(n))[:6]}" for n in range(5000)] for code in ("de", "it")}
    found = []
    for number in range(pages // 2):
        for code, own in words.items():
            drawn = random.Random(number)  # noqa: S311 - the same for both languages
            text = [
                " ".join(own[int(drawn.random() ** 3 * len(own))] for _ in range(drawn.randint(5, 40)))
                for _ in range(drawn.randint(5, 15))
            ]
            text[0] += f" Name{drawn.randint(0, pages)} {drawn.randint(0, 99_999)}"
            url = f"http://a.test/{make_id('', code, str(number))}"
            near = [f"http://a.test/{make_id('', code, str(one))}" for one in (number - 1, number + 1)]
            found.append(
                Document(
                    id=make_id("d", url),
                    page=make_id("g", url),
                    url=url,
                    site="a.test",
                    language=code,
                    paragraphs=tuple(Paragraph(text=one) for one in text),
                    links=tuple(Link(source=url, target=target) for target in near),
                )
            )
    return found


def scale(sizes: Sequence[int]) -> None:
    """Print time and memory for generated sites."""
    print(f"{'pages':>7} {'seconds':>8} {'MB':>6}  pairs")
    for pages in sizes:
        documents = generated(pages)
        began = time.process_time()
        found = api.pair(documents, ("de", "it"))
        took, peak = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"{pages:7} {took:8.1f} {peak:6}  {len(found)}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", default=",".join(shape.name for shape in (*SHAPES, *HIDDEN)))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--sites", default=",".join(SITES))
    parser.add_argument("--scale", default="5000,10000,20000")
    arguments = parser.parse_args()
    chosen = arguments.shapes.split(",")
    shapes = [shape for shape in SHAPES if shape.name in chosen]
    table(shapes, [one for one in arguments.methods.split(",") if one], arguments.sites.split(","))
    hidden([shape for shape in HIDDEN if shape.name in chosen], arguments.sites.split(","))
    scale([int(one) for one in arguments.scale.split(",") if one])


if __name__ == "__main__":
    main()
