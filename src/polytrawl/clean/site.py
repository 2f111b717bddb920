"""Site evidence: a block that stands on many pages of a site is its template, whatever it looks like on one of them.

It is evidence, not a verdict: log odds are added to those of the block's own score, few enough that what is surely
content stays so. "Note" and "Description" stand on every other page of a manual, and are content.

What was tried on 600 pages of seven manuals (loopback sites, in one to three languages), where blocks in bars, sidebars
and footers are known by their classes. Means over sites of the precision and recall of content, the F1 of these, and
the share of such bars that is found:

| | P | R | F1 | found |
|---|---|---|---|---|
| page by page | .930 | .930 | .930 | .69 |
| text | .967 | .921 | .943 | .80 |
| text and path of tags | .954 | .929 | .941 | .74 |
| text and the block before or after it | .954 | .929 | .941 | .70 |
| text and its place from the top or the end | .959 | .929 | .943 | .73 |
| share of pages instead of their number | .939 | .929 | .934 | .70 |
| text, less where it stands more than twice on the page | .968 | .923 | .945 | .81 |
| the same, and blocks that stand on one page get less | .967 | .940 | .954 | .80 |

Titles of chapters stand in the bars of their neighbours, each time in another place, so text alone finds most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import xxhash

from polytrawl.records import Document, Paragraph, replace
from polytrawl.work import Marks

TEMPLATE = "template"  # the reason of blocks that are main text but for the other pages of their site

MIN_PAGES = 5  # of a site; what three or four have in common may be all that they are about
# Log odds for each doubling of the pages beyond two: at .5 F1 is .945 and at .7 .944 with 2 points more of the bars; and
# at most so many, which keeps every block with a score below .18. From 1 to 3 F1 is the same.
_DOUBLING, _AT_MOST = 0.5, 1.5
_USUAL = 2  # pages: an article and its print version. With 1 F1 is .943, with 3 .944.
# More for what stands on all pages, by the square of their share. It matters on small sites: of six pages .909 -> .913,
# of ten .903 -> .906.
_EVERYWHERE = 1.0
# Bars stand at the top and the foot; what a page says three times is a label such as "Note". From 0 to 1, .944 to .945.
_BARS, _LABEL = 2, 0.3
# What stands on one page only. More would do better on manuals (.8: .960), which have little else on one page but
# content; at .4 and more, blocks that rules have put at .6 (links, all outside of posts) would become content.
_ALONE = 0.35
_SURE = 1e-3


def marks_of(document: Document) -> Marks:
    """What is counted: the texts of all blocks. Pages with the same main text count as one."""
    return Marks(_hash(document.text), [_hash(paragraph.text) for paragraph in document.paragraphs])


def _hash(text: str) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def weighed(document: Document, counts: Sequence[int], total: int, threshold: float) -> Document:
    """The document with scores that know on how many of all pages of its site each block stands."""
    if total < MIN_PAGES:
        return document
    return replace(document, paragraphs=tuple(_paragraphs(document, counts, total, threshold)))


def _paragraphs(document: Document, counts: Sequence[int], total: int, threshold: float) -> Iterator[Paragraph]:
    times = Counter(paragraph.text for paragraph in document.paragraphs)
    for paragraph, counted in zip(document.paragraphs, counts, strict=True):
        pages = max(counted, 1)  # of a very large site, what stands on one page is not remembered
        odds = evidence(pages, total, times[paragraph.text])
        if odds > 0 and _names_page(paragraph, document.title, pages / total):
            odds = 0.0
        score = round(_moved(paragraph.boilerplate, odds), 3)
        yield replace(paragraph, boilerplate=score, on_pages=pages, reason=_reason(paragraph, score, threshold))


def evidence(pages: int, total: int, times: int) -> float:
    """The log odds that a block is boilerplate, from the pages it stands on, and from how often it stands on this one.

    >>> evidence(1, 5, 1), round(evidence(5, 5, 1), 2), round(evidence(5, 100, 1), 2), round(evidence(50, 100, 3), 2)
    (-0.35, 1.5, 0.66, 0.45)
    """
    if pages == 1:
        return -_ALONE
    if pages <= _USUAL:
        return 0.0
    odds = _DOUBLING * math.log2(pages / _USUAL) + _EVERYWHERE * (pages / total) ** 2
    return min(odds, _AT_MOST) * (_LABEL if times > _BARS else 1.0)


def _names_page(paragraph: Paragraph, title: str, share: float) -> bool:
    """Whether it is the page's own name, which other pages show where they lead to it; a site's is on most pages."""
    return paragraph.kind in ("title", "heading") and paragraph.text in title and share <= 1 / 2


def _moved(score: float, odds: float) -> float:
    likely = min(max(score, _SURE), 1 - _SURE)
    return 1 / (1 + (1 - likely) / likely * math.exp(-odds)) if odds else score


def _reason(paragraph: Paragraph, score: float, threshold: float) -> str:
    if score <= threshold:
        return ""
    return paragraph.reason or TEMPLATE
