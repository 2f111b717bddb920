"""The options of the crawl: the keys of its table in `run.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast

import msgspec

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.fetch import HTML_TYPES
from polytrawl.crawl.harvest import LATELY
from polytrawl.crawl.politeness import MAX_DELAY_S, MAX_PAUSE_S
from polytrawl.crawl.sources import Folder
from polytrawl.options import option, shared
from polytrawl.records import SIGNALS

_Count = Annotated[int, msgspec.Meta(ge=0)]
_Number = Annotated[int, msgspec.Meta(ge=1)]
_Amount = Annotated[float, msgspec.Meta(ge=0)]
_Seconds = Annotated[float, msgspec.Meta(ge=0)]
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Time = Annotated[float, msgspec.Meta(gt=0)]
_Proxy = Annotated[str, msgspec.Meta(pattern=r"^$|^http://[^/]+/?$")]
_Parse = Literal["auto", "links", "text", "full"]


@dataclass(kw_only=True)
class CrawlOptions:
    """What a user can say about a crawl."""

    seeds: tuple[str, ...] = shared()
    warcs: tuple[str, ...] = shared()
    folders: tuple[Folder, ...] = shared()
    honour: tuple[str, ...] = shared(SIGNALS)
    pdf: bool = shared(default=False)
    strategy: LinkScorer = cast("LinkScorer", option("breadth-first", "who says which links to follow first"))
    max_pages: _Count = option(0, "stop after so many pages with status 200; 0 means no limit")
    max_requests: _Count = option(0, "stop after so many requests, restarts included; 0 means no limit")
    max_seconds: _Seconds = option(0.0, "stop after so many seconds, restarts included; 0 means no limit")
    max_requests_per_host: _Count = option(0, "ask a host at most so many times, restarts included; 0 means no limit")
    max_requests_per_host_and_start: _Count = option(
        0, "ask a host at most so many times before the crawl is started again; 0 means no limit"
    )
    saturation: _Amount = option(
        0.0, "stop when the last pages brought fewer new words in a wanted language and on topic each; 0 means never"
    )
    saturation_pages: _Number = option(LATELY, "how many pages that are")
    max_depth: _Count = option(0, "follow links at most so far from a seed; 0 means no limit")
    follow: bool = option(default=True, help="follow links; if not, only the seeds are fetched")
    sitemaps: bool = option(default=True, help="also fetch what sitemaps list; not where links are not followed")
    delay_s: _Seconds = option(1.0, "seconds to leave a host alone after each answer; robots.txt can ask for more")
    delay_factor: _Seconds = option(
        1.0, "leave a host alone for at least so many times as long as it took to answer; not where delay_s is 0"
    )
    max_delay_s: _Seconds = option(MAX_DELAY_S, "but after an answer never for longer than this")
    max_pause_s: _Seconds = option(MAX_PAUSE_S, "and after trouble, or for a Retry-After, never for longer than this")
    host_attempts: _Count = option(10, "give a host up after so many failures in a row; 0 means never")
    max_fault_share: _Share = option(
        0.5, "stop when more than this share of the last 100 addresses failed in a way that nobody expected"
    )
    connections: _Number = option(8, "requests at the same time, in all")
    connections_per_host: _Number = option(1, "requests at the same time to one host")
    scope: str = option("site", 'how far to go: "site", "host", "any", or a regular expression searched in the URL')
    include: tuple[str, ...] = option((), "fetch only URLs in which one of these regular expressions is found")
    exclude: tuple[str, ...] = option((), "fetch no URL in which one of these regular expressions is found")
    hosts: tuple[str, ...] = option((), "fetch only from these hosts, and from `domains` and `tlds`; within `scope`")
    domains: tuple[str, ...] = option((), "fetch only from these registered domains, and from `hosts` and `tlds`")
    tlds: tuple[str, ...] = option((), 'fetch only under these top-level domains, such as "pt", and from the two above')
    content_types: tuple[str, ...] = option(HTML_TYPES, "keep files of these types")
    follow_languages: tuple[str, ...] = option((), "follow links only from pages in these languages; empty means all")
    store: tuple[str, ...] = option((), "hand on only pages with one of these regular expressions in their URL")
    traps: bool = option(
        default=True, help="recognise parts of a site without end, and fetch no more than a share of them"
    )
    max_variants: _Count = option(
        10_000, "fetch at most so many addresses that differ only in their query, or in their date; 0 means no limit"
    )
    connect_to: str = option("", "host:port to which every connection goes instead; the Host header stays")
    allow_private: bool = option(default=False, help="also fetch from private and loopback addresses")
    browser: bool = option(default=False, help="render pages that are empty without scripts; needs the extra `browser`")
    contact: str = option("", "e-mail address or URL for site owners, told in every request")
    proxy: _Proxy = option("", "http://host:port of a proxy that every request goes through")
    cookies: bool = option(default=True, help="keep cookies while the crawl runs, each host its own")
    max_bytes: _Number = option(10_000_000, "give up on larger pages; counted without compression")
    timeout_s: _Time = option(30.0, "give up on a request after so many seconds")
    connect_timeout_s: _Time = option(10.0, "give up on a connection that takes so many seconds to make")
    read_timeout_s: _Time = option(20.0, "give up on an answer that stands still for so many seconds")
    refresh_days: _Seconds = option(
        0.0, "ask again, for changes only, for pages last asked for so many days ago; 0 means never"
    )
    warc_max_bytes: _Number = option(1_000_000_000, "begin a new WARC file after so many bytes")
    attempts: _Number = option(3, "how often to try when there is trouble that may pass")
    parse: _Parse = option(
        "auto",
        'what is read of a page during the crawl: "links", "text" (and links), or "full" (cleaned, with language and '
        'topic); "auto" is "links" where only the crawl is run and the strategy needs no more, else "full"',
    )
