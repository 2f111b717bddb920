"""Page pairs to judge on a sheet: both pages side by side, the evidence in words, three answers."""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl import evidence
from polytrawl.evaluate import sheet
from polytrawl.evaluate.sample import COLUMNS, JUDGEMENTS, row_of, table
from polytrawl.evaluate.sheet import Item, Sheet, folded, shown
from polytrawl.records import PagePair
from polytrawl.report.markup import element, lines
from polytrawl.report.wording import count, counted

__all__ = ["render"]

_MEANINGS = (
    "a translation, but for a little",
    "the same subject; parts are translated, or told anew",
    "different pages, or not translated",
)
_ABOUT = (
    "Say of each pair whether its pages are translations of each other. Answers are kept in this browser while you "
    "work; when you are done, take them away as a table and let `polytrawl evaluate pairs DIR --judged judged.tsv` "
    "count them. Do not let the probability decide for you: it is what is being tested."
)


def render(pairs: Sequence[PagePair], run: str, population: int) -> str:
    """The sheet as one HTML page."""
    return sheet.render(
        Sheet(
            run=run,
            what="pairs",
            about=f"{counted(len(pairs), 'pair')}, drawn blindly from {count(population)}. {_ABOUT}",
            question="These pages are",
            meanings=dict(zip(JUDGEMENTS, _MEANINGS, strict=True)),
            columns=COLUMNS,
            items=list(map(_item, pairs)),
        )
    )


def _item(pair: PagePair) -> Item:
    sides = element("div", shown(pair.left), shown(pair.right), class_="sides")
    verdict = f"{pair.grade}, with a probability of {pair.probability:.2f}"
    row = table([row_of(pair)]).splitlines()[1]
    content = lines([sides, folded((verdict, *evidence.reasons(pair)))])
    return Item(pair.id, row.rpartition("\t")[0], content)
