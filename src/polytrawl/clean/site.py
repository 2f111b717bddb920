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
| text, and less for blocks that stand on one page | .968 | .933 | .950 | .81 |
| the same, and less for what the page says more than twice | .967 | .940 | .954 | .80 |
| the same, and less between two blocks of this page alone instead | .968 | .942 | .955 | .81 |
| the same, and headings that name their page count apart | .968 | .944 | .956 | .81 |

Titles of chapters stand in the bars of their neighbours, each time in another place, so text alone finds most. The last
row is what is done here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import xxhash

from polytrawl.records import Document, Paragraph, replace
from polytrawl.sentences import width
from polytrawl.work import Marks

TEMPLATE = "template"  # the reason of blocks that would be main text but for the other pages of their site

# Of a site, in the language that the page declares: what three or four have in common may be all that they are about.
MIN_PAGES = 5
# Log odds for each doubling of the pages beyond two: at .5 F1 is .945 and at .7 .944, with 2 points more of the bars;
# and at most so many, which keeps every short block with a score below .18. From 1 to 3 F1 is the same.
_DOUBLING, _AT_MOST = 0.5, 1.5
_USUAL = 2  # pages: an article and its print version. With 1 F1 is .943, with 3 .944.
# More for what stands on all pages, by the square of their share. It matters on small sites: of six pages .909 -> .913,
# of ten .903 -> .906; on the pages in tests/clean/sites precision .83 -> .87.
_EVERYWHERE = 1.0
# A label such as "Note" stands between blocks that no other page has, a bar or menu never. From 0 to .5 F1 is the same.
_LABEL = 0.3
# Texts of this width do not recur by chance, so they may outweigh any score, by the share of pages they stand on. On
# the manuals, which have few, 1 bar in 200 more; on the pages in tests/clean/sites precision .77 -> .87. Not below five
# pages: so many translations may share what is not translated yet (F1 on six pages .928 -> .922).
_LONG, _LONG_ODDS = 40, 4.0
# What stands on one page only. More would do better on manuals (.8: .960), which have little else on one page but
# content; at .4 and more, blocks that rules have put at .6 (links, all outside of posts) would become content.
_ALONE = 0.35
_SURE = 1e-3


def marks_of(document: Document) -> Marks:
    """What is counted: the page, the texts of its blocks, then those of long ones that are main text, once more.

    The beginning of an article stands in teasers as well, but not as main text. Pages with the same main text count as
    one. Those of another language count apart: what names, numbers and code they share is not translated, no template.
    """
    texts = [_counted(paragraph, document.title) for paragraph in document.paragraphs]
    claims = ["\0main" + paragraph.text for paragraph in document.paragraphs if _claims(paragraph)]
    language = document.declared_language.partition("-")[0]
    return Marks(_hash(document.text), [_hash(f"{language}\0{text}") for text in ("\0page", *texts, *claims)])


def _counted(paragraph: Paragraph, title: str) -> str:
    """The text; the heading that names a page is another than its name in menus, and recurs where it names the site."""
    names_page = paragraph.kind in ("title", "heading") and paragraph.text in title
    return ("\0name" if names_page else "") + paragraph.text


def _claims(paragraph: Paragraph) -> bool:
    return not paragraph.reason and width(paragraph.text) >= _LONG


def _hash(text: str) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def weighed(document: Document, counts: Sequence[int], threshold: float) -> Document:
    """The document with scores that know on how many pages of its site each block stands: the counts of its marks."""
    total, *others = counts
    if total < MIN_PAGES:
        return document
    return replace(document, paragraphs=tuple(_paragraphs(document.paragraphs, others, total, threshold)))


def _paragraphs(
    paragraphs: Sequence[Paragraph], counts: Sequence[int], total: int, threshold: float
) -> Iterator[Paragraph]:
    # Before the first block and behind the last one stands what is the same everywhere: the edge of the page. Of a very
    # large site, what stands on one page is not remembered.
    pages = [total, *(max(number, 1) for number in counts[: len(paragraphs)]), total]
    as_main = iter(counts[len(paragraphs) :])
    for number, paragraph in enumerate(paragraphs, start=1):
        beside = max(pages[number - 1], pages[number + 1])
        long_on = next(as_main) if _claims(paragraph) else 0
        odds = evidence(pages[number], total, beside=beside, long_on=long_on)
        score = round(_moved(paragraph.boilerplate, odds), 3)
        reason = _reason(paragraph, score, threshold)
        yield replace(paragraph, boilerplate=score, on_pages=pages[number], reason=reason)


@lru_cache(maxsize=1 << 16)
def evidence(pages: int, total: int, *, beside: int, long_on: int = 0) -> float:
    """The log odds that a block is boilerplate, from how many of all pages it stands on.

    A block beside it stands on so many, and if it is long, it is main text on so many.

    >>> [round(evidence(pages, 100, beside=9), 2) for pages in (1, 2, 5, 50)]
    [-0.35, 0.0, 0.66, 1.5]
    >>> round(evidence(50, 100, beside=1), 2), round(evidence(50, 100, beside=9, long_on=40), 2)
    (0.45, 3.1)
    """
    if pages <= _USUAL:
        return -_ALONE if pages == 1 else 0.0
    odds = min(_DOUBLING * math.log2(pages / _USUAL) + _EVERYWHERE * (pages / total) ** 2, _AT_MOST)
    odds *= _LABEL if beside <= _USUAL else 1.0
    return odds + _LONG_ODDS * long_on / total if long_on >= MIN_PAGES else odds


def _moved(score: float, odds: float) -> float:
    """The score with so many more log odds."""
    if not odds:
        return score
    likely = min(max(score, _SURE), 1 - _SURE)
    return 1 / (1 + (1 - likely) / likely * math.exp(-odds))


def _reason(paragraph: Paragraph, score: float, threshold: float) -> str:
    """The reason, where the score has crossed the threshold; those that an extractor has for itself stay."""
    was, is_now = paragraph.boilerplate > threshold, score > threshold
    if is_now and not was:
        return paragraph.reason or TEMPLATE
    return "" if was and not is_now and paragraph.reason == "boilerplate" else paragraph.reason
