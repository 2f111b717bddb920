"""The demo web: a small multilingual site about safety at work that knows its own translations."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, Self

from polytrawl.demo.chrome import Site, load_site
from polytrawl.demo.content import FORUM, WWW, DemoPage
from polytrawl.demo.extras import MINUTES, STYLE, checklist_pdf, picture_svg, robots_txt, sitemap_xml
from polytrawl.demo.render import render_page, render_print
from polytrawl.demo.truth import Truth

_HTML = "text/html; charset={}"
_Answers = Iterator[tuple[tuple[str, str], "Answer"]]


@dataclass(frozen=True)
class Answer:
    """What a host says to one request."""

    status: int
    headers: dict[str, str]
    body: bytes


class DemoWeb:
    """Two hosts with pages in English, German, Italian and Portuguese, and the truth about them."""

    SEEDS: ClassVar[tuple[str, ...]] = (f"http://{WWW}/",)

    def __init__(self, site: Site) -> None:
        """Render and index a site."""
        self.pages = site.pages
        self._truth = Truth(site)
        self._answers = dict(_all_answers(site))

    @classmethod
    def load(cls) -> Self:
        """The web as stored in the package, rendered and indexed."""
        return cls(load_site())

    def answer(self, host: str, path: str) -> Answer:
        """What `host` answers for `path`; a port and a query are ignored."""
        name, place = host.lower().partition(":")[0], path.partition("?")[0]
        return self._answers.get((name, place)) or _NOT_FOUND

    def urls(self) -> list[str]:
        """Every URL that answers 200 with HTML, sorted."""
        return sorted(
            f"http://{host}{path}"
            for (host, path), answer in self._answers.items()
            if answer.headers["Content-Type"].startswith("text/html") and "Location" not in answer.headers
        )

    def is_translation(self, source: str, target: str, *, source_language: str, target_language: str) -> bool:
        """Whether two texts are the same units of one block: at most four, none of them halved."""
        return self._truth.is_translation((source_language, source), (target_language, target))

    def true_page_pairs(self, left: str, right: str) -> set[tuple[str, str]]:
        """All (left, right) URL pairs that truly are translations, by the language of the text they show."""
        return self._truth.page_pairs(left, right)

    @property
    def topic_file(self) -> Path:
        """The topic definition that covers the pages about safety at work."""
        return Path(str(files(__package__).joinpath("topic.tsv")))


def _found(body: bytes, content_type: str) -> Answer:
    return Answer(200, {"Content-Type": content_type}, body)


def _moved(status: int, url: str) -> Answer:
    return Answer(status, {"Content-Type": _HTML.format("utf-8"), "Location": url}, b"<p>Moved.</p>\n")


_NOT_FOUND = Answer(
    404,
    {"Content-Type": _HTML.format("utf-8")},
    b'<!DOCTYPE html>\n<html lang="en"><head><title>Not found</title></head>'
    b"<body><h1>Not found</h1><p>There is no such page here.</p></body></html>\n",
)


def _all_answers(site: Site) -> _Answers:
    for page in site.pages.values():
        yield from _page_answers(site, page)
    for host in (WWW, FORUM):
        yield (host, "/robots.txt"), _found(robots_txt(host), "text/plain; charset=utf-8")
        yield (host, "/sitemap.xml"), _found(sitemap_xml(site, host), "application/xml; charset=utf-8")
    for name in sorted({"logo", *(page.image for page in site.pages.values() if page.image)}):
        yield (WWW, f"/img/{name}.svg"), _found(picture_svg(name), "image/svg+xml")
    yield from _oddities(site)


def _page_answers(site: Site, page: DemoPage) -> _Answers:
    for address in page.addresses:
        content_type = _HTML.format(page.encoding.get(address, "utf-8"))
        yield (page.host, page.path(address)), _found(render_page(site, page, address), content_type)
        if page.has_print:
            html = render_print(site, page, address)
            yield (page.host, page.print_path(address)), _found(html, _HTML.format("utf-8"))


def _oddities(site: Site) -> _Answers:
    """The redirects and the files that a careful crawler must cope with."""
    yield (WWW, "/"), _moved(302, site.pages["index"].url("en"))
    yield (FORUM, "/"), _moved(302, site.pages["thread-17"].url("en"))
    yield (WWW, "/en/old-ladders.html"), _moved(301, site.pages["ladders"].url("en"))
    yield (WWW, "/en/empty.html"), _found(b"\n", _HTML.format("utf-8"))
    yield (WWW, "/private/minutes.html"), _found(MINUTES, _HTML.format("utf-8"))
    yield (WWW, "/files/checklist.pdf"), _found(checklist_pdf(), "application/pdf")
    yield (WWW, "/style.css"), _found(STYLE, "text/css; charset=utf-8")
