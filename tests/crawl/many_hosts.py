"""A generated web of many hosts, to lead focused crawls astray, and an oracle that knows it.

Some hosts are about the topic; the others are about anything else. Corners that mislead: anchors that promise the topic
where pages do not hold it, a big host whose pages have a little of the topic each, and a folder with one page on the
topic a hundred times over.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.distances import distances
from polytrawl.evaluate.crawl.web import Web
from polytrawl.records import Document, Link, Paragraph

TOPIC = [
    "glacier",
    "moraine",
    "crevasse",
    "icefall",
    "ablation",
    "firn",
    "serac",
    "cirque",
    "meltwater",
    "snowline",
    "esker",
    "drumlin",
]
OTHER = [
    "football",
    "piano",
    "bread",
    "contract",
    "engine",
    "novel",
    "garden",
    "ballot",
    "harbour",
    "violin",
    "recipe",
    "carpet",
    "ledger",
    "canvas",
]
PLAIN = [
    "the",
    "year",
    "people",
    "often",
    "many",
    "place",
    "found",
    "known",
    "large",
    "small",
    "part",
    "different",
    "time",
    "during",
    "early",
    "late",
]
QUERY = " ".join(TOPIC * 3)


@dataclass
class Made:
    """The web and what is known of it."""

    web: Web
    relevant: set[str]
    good: list[str]
    bad: list[str]


@dataclass
class _Maker:
    chance: random.Random
    pages: dict[str, Document] = field(default_factory=dict)
    relevant: set[str] = field(default_factory=set)

    def page(self, url: str, share: float, *, text: str = "") -> str:
        """A page with this share of its words on the topic."""
        chosen = [self._word(share) for _ in range(120)]
        self.pages[url] = Document(
            id=url, page=url, url=url, site="", title=" ".join(chosen[:3]), language="en",
            paragraphs=(Paragraph(text=text or " ".join(chosen)),),
        )  # fmt: skip
        return url

    def _word(self, share: float) -> str:
        if self.chance.random() < share:
            return self.chance.choice(TOPIC)
        return self.chance.choice(OTHER if self.chance.random() < 0.3 else PLAIN)

    def link(self, source: str, target: str, anchor: str = "") -> None:
        """A link whose anchor is the title of its target, unless it says something else."""
        page = self.pages[source]
        said = anchor or self.pages[target].title
        context = " ".join(self.chance.choice(PLAIN) for _ in range(10))
        link = Link(source=source, target=target, anchor=said, context=context)
        self.pages[source] = Document(**{**_fields(page), "links": (*page.links, link)})

    def host(self, name: str, folder: str, size: int, share: float) -> list[str]:
        """A host whose pages link to their neighbours, and its front page to all."""
        urls = [self.page(f"http://{name}/{folder}/{number}.html", share) for number in range(size)]
        for number, url in enumerate(urls):
            for step in (1, 2, 7):
                self.link(url, urls[(number + step) % size])
        return urls


def _fields(page: Document) -> dict[str, object]:
    return {name: getattr(page, name) for name in page.__struct_fields__}


def many_hosts(seed: int, *, is_sparse: bool = False) -> Made:  # noqa: C901 - one corner after the other
    """A web of some 1500 pages on some 40 hosts; in a sparse one, few links lead to those on the topic."""
    make = _Maker(random.Random(seed))
    chance = make.chance
    topical = [make.host(f"ice{number}.test", "research", 30, 0.25) for number in range(6)]
    other = [make.host(f"any{number}.test", "pages", 25, 0.01) for number in range(30)]
    liars = [make.host(f"liar{number}.test", "offers", 40, 0.0) for number in range(3)]
    big = make.host("big.test", "archive", 250, 0.06)
    copied = make.pages[topical[0][0]].text
    copies = [make.page(f"http://copy.test/mirror/{number}.html", 0, text=copied) for number in range(100)]
    for number, url in enumerate(copies):
        make.link(url, copies[(number + 1) % 100])
        make.link(url, copies[(number + 3) % 100])
    for urls in topical:
        make.relevant.update(urls)
    for group in (*other, big, *liars):  # everything can be reached from everywhere, in some steps
        for url in chance.sample(group, 6):
            make.link(url, chance.choice(chance.choice(other)))
    for url in chance.sample([one for group in other for one in group], 60):
        make.link(url, chance.choice(big), "archive of " + chance.choice(TOPIC))
        liar = chance.choice(liars)
        make.link(url, chance.choice(liar), " ".join(chance.sample(TOPIC, 3)))
    for group in liars:  # inside, too, every anchor lies
        for url in group:
            make.link(url, chance.choice(group), " ".join(chance.sample(TOPIC, 3)))
    for urls in topical:
        for source in chance.sample([one for group in other for one in group], 3 if is_sparse else 10):
            make.link(source, chance.choice(urls), chance.choice(("more", "see also", "here", "")))
        for _ in range(1 if is_sparse else 3):  # those who write about a topic know each other
            make.link(chance.choice(urls), chance.choice(chance.choice(topical)))
        make.link(chance.choice(urls), chance.choice(copies))
        make.link(chance.choice(urls), chance.choice(big))
        make.link(chance.choice(urls), chance.choice(chance.choice(other)))
    return Made(
        Web(make.pages.values()), make.relevant, [topical[0][0], topical[1][0]], [other[0][0], other[1][0], big[0]]
    )


@dataclass(kw_only=True)
class Oracle(LinkScorer):
    """Relevant pages first, then those nearest to one."""

    distances: Mapping[str, int]

    @classmethod
    def of(cls, made: Made) -> Oracle:
        links = ((page.url, link.target) for page in made.web for link in page.links)
        return cls(distances=distances(links, sorted(made.relevant)))

    def score(self, link: Link, source: Document) -> float:
        return -float(self.distances.get(link.target, 99))
