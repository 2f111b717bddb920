"""A generated web of many hosts, some of them bilingual, that link to each other more than chance would have it.

Sites join one after the other in random order and draw their links by preferential attachment: first whether the target
is bilingual (chance `affinity` where the site itself is, else the share of bilingual sites), then the target itself,
with a chance that grows with the links it has. So some monolingual sites become popular too. Directories have a front
page in two languages and lists in one of them, and list each other site with the chance `listed`.

No name and no page tells of what kind a site is. Some monolingual sites have a switch that leads nowhere.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from polytrawl.demo.web import Answer

TEXTS = {
    "en": (
        "The museum opens its doors at nine o'clock and closes after sunset.",
        "Visitors who arrive by train can leave their luggage near the entrance.",
        "Our gardens have been looked after by the same family for many years.",
        "Every spring we plant more than two hundred young trees along the river.",
        "The workshop teaches children how to build simple boats out of wood.",
        "Please keep your ticket until you have left the building again.",
        "In winter the lake freezes and people skate on it until late at night.",
        "The library lends books, maps and musical instruments to everyone.",
        "Half of the houses in the old town were built before the railway came.",
        "Our cooks only use vegetables that were grown in the neighbourhood.",
        "Dogs are welcome as long as they stay on a lead the whole time.",
        "The committee meets once a month and publishes its decisions here.",
    ),
    "de": (
        "Das Museum öffnet seine Türen um neun Uhr und schließt nach Sonnenuntergang.",
        "Besucher, die mit dem Zug kommen, können ihr Gepäck am Eingang lassen.",
        "Unsere Gärten werden seit vielen Jahren von derselben Familie gepflegt.",
        "Jeden Frühling pflanzen wir mehr als zweihundert junge Bäume am Fluss.",
        "Die Werkstatt zeigt Kindern, wie man einfache Boote aus Holz baut.",
        "Bitte behalten Sie Ihre Karte, bis Sie das Gebäude wieder verlassen haben.",
        "Im Winter friert der See zu, und man läuft darauf bis spät in die Nacht Schlittschuh.",
        "Die Bücherei verleiht Bücher, Karten und Musikinstrumente an alle.",
        "Die Hälfte der Häuser in der Altstadt wurde vor der Eisenbahn gebaut.",
        "Unsere Köche verwenden nur Gemüse, das in der Nachbarschaft gewachsen ist.",
        "Hunde sind willkommen, solange sie die ganze Zeit an der Leine bleiben.",
        "Der Ausschuss tagt einmal im Monat und veröffentlicht hier seine Beschlüsse.",
    ),
}
NAMES = {"en": "English", "de": "Deutsch"}
OTHER = {"en": "de", "de": "en"}
TOPICS = 8
STYLES = ("folder", "suffix", "query")
SWITCHES = ("hreflang", "words", "flag")


class Shape(NamedTuple):
    """How the web is made. These values were chosen before anything was measured, and not changed afterwards."""

    hosts: int = 300
    bilingual: int = 60
    directories: int = 4
    affinity: float = 0.5
    listed: float = 0.5
    least_links: int = 6
    most_links: int = 18


@dataclass
class LinkedSites:
    """The web, and what is true of it."""

    bilingual: list[str]
    directories: list[str]
    others: list[str]
    links: dict[str, list[str]] = field(default_factory=dict)
    credibility: dict[str, float] = field(default_factory=dict)  # the share of the pages that have a translation
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)

    def answer(self, host: str, path: str) -> Answer:
        """What a host says, as the server of the demo web asks for it."""
        return self.answers.get((host, path)) or Answer(404, {"Content-Type": "text/html"}, b"nothing here")


def linked_sites(seed: int, shape: Shape = Shape()) -> LinkedSites:  # noqa: B008 - immutable
    """A web; equal seeds give equal webs."""
    chance = random.Random(seed)
    names = [f"{word}.test" for word in _words(chance, shape.hosts)]
    bilingual, rest = names[: shape.bilingual], names[shape.bilingual :]
    web = LinkedSites(bilingual, rest[: shape.directories], rest[shape.directories :])
    web.links = _links(web, shape, chance)
    for host, targets in web.links.items():
        links = [f"http://{target}/" for target in targets]
        pages = _Pages(host, chance)
        made = pages.bilingual if host in bilingual else pages.directory if host in web.directories else pages.plain
        for path, text in made(links):
            web.answers[host, path] = Answer(200, {"Content-Type": "text/html; charset=utf-8"}, text.encode())
        web.credibility[host] = pages.credibility
    return web


def _words(chance: random.Random, number: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < number:
        found["".join(chance.choice(letters) for letters in ("bdfgklmnprstvz", "aeiou") * 3)] = None
    return list(found)


def _links(web: LinkedSites, shape: Shape, chance: random.Random) -> dict[str, list[str]]:
    groups = {True: web.bilingual, False: [*web.others, *web.directories]}
    popularity = dict.fromkeys([*groups[True], *groups[False]], 1)
    everyone = sorted(popularity)
    links: dict[str, list[str]] = {}
    for host in chance.sample(everyone, len(everyone)):
        if host in web.directories:
            links[host] = [one for one in everyone if one != host and chance.random() < shape.listed]
            continue
        share = shape.affinity if host in web.bilingual else len(web.bilingual) / len(everyone)
        wanted = chance.randint(shape.least_links, shape.most_links)
        drawn = (_draw(groups[chance.random() < share], popularity, chance) for _ in range(wanted))
        links[host] = sorted(set(drawn) - {host})
        for one in links[host]:
            popularity[one] += 1
    return links


def _draw(group: Sequence[str], popularity: dict[str, int], chance: random.Random) -> str:
    return chance.choices(group, [popularity[one] for one in group])[0]


class _Pages:
    """The pages of one site."""

    def __init__(self, host: str, chance: random.Random) -> None:
        self._host = host
        self._chance = chance
        self._main = chance.choice(("en", "de"))
        self._style = chance.choice(STYLES)
        self._switch = chance.choice(SWITCHES)
        self.credibility = 0.0

    def bilingual(self, links: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Home and topics in one language, and some of them in the other."""
        number = math.ceil(self._chance.uniform(0.3, 1.0) * TOPICS)
        translated = {0, *self._chance.sample(range(1, TOPICS + 1), number)}
        yield from self._pages(links, translated)

    def directory(self, links: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Home in two languages, lists in one."""
        yield from self._pages(links, {0})

    def plain(self, links: Sequence[str]) -> Iterator[tuple[str, str]]:
        """All in one language; one in ten has a switch that leads nowhere."""
        dead = f' <a href="/{OTHER[self._main]}-soon">{NAMES[OTHER[self._main]]}</a>'
        yield from self._pages(links, set(), dead if self._chance.random() < 0.1 else "")

    def _pages(self, links: Sequence[str], translated: set[int], extra: str = "") -> Iterator[tuple[str, str]]:
        self.credibility = 2 * len(translated) / (TOPICS + 1 + len(translated))
        # Each link to another site stands on two pages; a sample may miss it.
        places: dict[int, list[str]] = {}
        for link in links:
            for place in self._chance.sample(range(TOPICS + 1), 2):
                places.setdefault(place, []).append(link)
        for topic in range(TOPICS + 1):
            for language in (self._main, OTHER[self._main]) if topic in translated else (self._main,):
                out = places.get(topic, []) if language == self._main else []
                switch = self._to(topic, OTHER[language]) if topic in translated else ("", extra)
                inner = [self._path(other, language) for other in range(TOPICS + 1)]
                inner = inner if language == self._main else [self._path(one, language) for one in sorted(translated)]
                yield self._path(topic, language), self._page(language, switch, [*inner, *out])

    def _path(self, topic: int, language: str) -> str:
        name = f"topic{topic}" if topic else "index"
        if not topic and language == self._main:
            return "/"
        match self._style:
            case "folder":
                return f"/{language}/{name}.html"
            case "suffix":
                return f"/{name}_{language}.html"
            case _:
                return f"/{name}.html" + ("" if language == self._main else f"?lang={language}")

    def _to(self, topic: int, language: str) -> tuple[str, str]:
        """What leads to the translation: something in the head, and something in the page."""
        path = self._path(topic, language)
        match self._switch:
            case "hreflang":
                return f'<link rel="alternate" hreflang="{language}" href="{path}">', ""
            case "words":
                return "", f' <a href="{path}">{NAMES[language]}</a>'
            case _:
                return "", f' <a href="{path}"><img src="/img/flag_{language}.png"></a>'

    def _page(self, language: str, switch: tuple[str, str], links: Sequence[str]) -> str:
        text = "".join(f"<p>{' '.join(self._chance.sample(TEXTS[language], 3))}</p>" for _ in range(3))
        listed = "".join(f'<li><a href="{link}">{link.strip("/")}</a></li>' for link in links)
        title = self._chance.choice(TEXTS[language])
        return (
            f"<html><head><title>{title}</title>{switch[0]}</head>"
            f"<body><h1>{title}</h1>{switch[1]}{text}<ul>{listed}</ul></body></html>"
        )
