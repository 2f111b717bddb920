"""Keeps answers: in the WARC, each payload once, and in the history, for the next time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from polytrawl.crawl.consent import read_head
from polytrawl.crawl.fetch import NOT_MODIFIED, Fetched
from polytrawl.crawl.history import Answered, History, Known
from polytrawl.crawl.politeness import iso_time
from polytrawl.crawl.store import Queued
from polytrawl.records import Page, WarcRef, replace

if TYPE_CHECKING:
    from polytrawl.warc import Exchange, WarcWriter


class Archived(NamedTuple):
    """A page that stands in the WARC."""

    page: Page
    end: int  # where the record with its payload ends
    answered: Answered


@dataclass(frozen=True)
class Archive:
    """The WARC of a crawl, with what it holds already."""

    writer: WarcWriter
    history: History

    @property
    def end(self) -> WarcRef:
        """Where the WARC ends."""
        return self.writer.end

    def store(self, page: Page, queued: Queued, answer: Fetched, now: float) -> Archived:
        """Write a page; where its payload stands already, just that it was seen again."""
        from polytrawl.warc import Original, digest  # noqa: PLC0415 - slow to import

        payload = digest(answer.body)
        exchange = _exchange(queued, answer, now)._replace(body=answer.body, payload=payload)
        holder = self.history.holder(payload)
        place = self.writer.write(exchange, Original(holder.url, holder.date, holder.place) if holder else None)
        answered = Answered(answer.etag, answer.modified, None if holder else payload, place, self.end.offset)
        page = replace(page, warc=holder.place if holder else place)
        return Archived(page, holder.end if holder else self.end.offset, answered)

    def keep_unrendered(self, answer: Fetched, now: float) -> None:
        """Write what the server sent for a page that is kept as a browser shows it."""
        self.writer.append(url=answer.url, date=iso_time(now), head=answer.head, body=answer.body)

    def is_seen_again(self, queued: Queued, known: Known, answer: Fetched, now: float) -> bool:
        """Whether the answer says that all is as it was, or is the same page again; if so, that is written."""
        from polytrawl.warc import Original  # noqa: PLC0415 - slow to import

        is_unmodified = answer.status == NOT_MODIFIED
        if not is_unmodified and Page.identify(queued.url, answer.body) != known.page:
            return False
        if known.page is not None:
            original = Original(known.url, known.date, known.place, is_same_payload=not is_unmodified)
            self.writer.write(_exchange(queued, answer, now)._replace(body=answer.body), original)
        return True


def _exchange(queued: Queued, answer: Fetched, now: float) -> Exchange:
    from polytrawl.warc import Exchange  # noqa: PLC0415 - slow to import

    via = (("via", queued.parent),) if queued.parent else ()
    facts = (*via, ("depth", str(queued.depth)), ("fetchTimeMs", str(round(answer.seconds * 1000))))
    return Exchange(queued.url, iso_time(now), answer.head, request=answer.request, facts=facts)


def page_of(queued: Queued, answer: Fetched, now: float, *, consent: tuple[str, ...] = (), robots: str = "") -> Page:
    """The page that an answer brings; its place in the WARC is not known yet."""
    return Page(
        id=Page.identify(queued.url, answer.body),
        url=queued.url,
        site=queued.site,
        status=answer.status,
        content_type=answer.content_type,
        fetched_at=iso_time(now),
        depth=queued.depth,
        parent=queued.parent,
        consent=consent,
        robots=robots,
        content=answer.body,
        headers=read_head(answer.head),
    )
