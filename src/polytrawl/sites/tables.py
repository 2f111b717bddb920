"""The files of a search: `sites.tsv` after Table 2 of ILSP-FC, `dropped.tsv`, and the last ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from polytrawl.characters import table_row
from polytrawl.files import write_whole
from polytrawl.sites.graph import in_order
from polytrawl.sites.growing import Found
from polytrawl.sites.model import RANKINGS, Judged, Ranked, Refused
from polytrawl.urls import readable

__all__ = ["DROPPED", "RANKING", "SITES", "dropped", "write_tables"]

SITES, DROPPED, RANKING = "sites.tsv", "dropped.tsv", "ranking.tsv"
_SITE_HEADS = ("site", "languages", "evidence", "credibility", "pattern", "pages", "round")
_RANK_HEADS = tuple(f"{name}_rank" for name in RANKINGS)


def write_tables(found: Found, folder: Path) -> list[Path]:
    """Write all tables; gives their names."""
    places = _places(found)
    by_what = _found_at(found)
    sites = (
        (*_site(one), *_ranks(one, places), by_what.get(one.site, ""), readable(one.url), " ".join(one.starts))
        for one in found.accepted
    )
    refused = ((one.what, one.reason, one.detail, one.round) for one in dropped(found))
    return [
        _write(folder / SITES, (*_SITE_HEADS, *_RANK_HEADS, "found_at", "url", "starts"), sites),
        _write(folder / DROPPED, ("what", "reason", "detail", "round"), refused),
        _write(folder / RANKING, ("round", "site", "linked_by", *RANKINGS, *_RANK_HEADS, "verdict"), _ranking(found)),
    ]


def dropped(found: Found) -> list[Refused]:
    """Everything that was given or chosen and became no site, with its reason."""
    sites = [Refused(one.site, one.reason, one.detail, one.round) for one in found.judged if one.reason]
    return [*found.candidates.refused, *sites]


def _site(one: Judged) -> tuple[object, ...]:
    return (
        one.site,
        ",".join(one.languages),
        "; ".join(one.evidence),
        f"{one.credibility:.3f}",
        one.pattern,
        one.pages,
        one.round,
    )


def _found_at(found: Found) -> dict[str, str]:
    """The address through which each site was found: that of a list, or the one that known sites link most."""
    linked = {one.site: one.url for step in reversed(found.rounds) for one in step.ranked}
    return linked | {one.site: one.urls[0] for one in found.candidates.asked}


def _ranks(one: Judged, places: Mapping[tuple[int, str], Sequence[int]]) -> Sequence[object]:
    """Its places in the rankings by which it could be chosen; none for candidates."""
    return places.get((one.round, one.site)) or ("",) * len(RANKINGS)


def _places(found: Found) -> dict[tuple[int, str], list[int]]:
    places: dict[tuple[int, str], list[int]] = {}
    for number, step in enumerate(found.rounds):
        for ranking in RANKINGS:
            for place, one in enumerate(in_order(step.ranked, ranking), 1):
                places.setdefault((number, one.site), []).append(place)
    return places


def _ranking(found: Found) -> Iterator[tuple[object, ...]]:
    """All rankings, in the order of the first of them."""
    verdicts = {one.site: one.reason or "multilingual" for one in found.judged}
    places = _places(found)
    for number, step in enumerate(found.rounds):
        for one in in_order(step.ranked, RANKINGS[0]):
            yield (
                number,
                one.site,
                one.linked_by,
                *_values(one),
                *places[number, one.site],
                verdicts.get(one.site, ""),
            )


def _values(one: Ranked) -> Iterator[str]:
    for name in RANKINGS:
        yield f"{getattr(one, name):.6g}"


def _write(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    write_whole(path, "".join(map(table_row, (heads, *rows))))
    return path
