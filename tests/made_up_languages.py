"""Two languages that were made up, with topics: documents of which it is known how comparable they are."""

from __future__ import annotations

import random
from collections.abc import Sequence

from polytrawl.comparable.collection import Collection
from polytrawl.records import Document, Paragraph

_TOPIC_WORDS, _COMMON_WORDS, _PARAGRAPHS, _LENGTH = 300, 400, 5, 30

Sense = tuple[str, int]  # a topic, and the number of a word in it


def word(sense: Sense, language: str) -> str:
    """What a language says for a sense: letters without any likeness between the languages."""
    rng = random.Random(f"{sense} {language}")
    letters = ("bdgmnlr", "aeo") if language == "xx" else ("ptkfszv", "iuy")
    return "".join(rng.choice(letters[place % 2]) for place in range(6))


def senses(topic: str, seed: int) -> list[list[Sense]]:
    """What a document on a topic says: half of it words of the topic, some of which are on every page about it."""
    rng = random.Random(f"{topic} {seed}")
    own = [_by_rank(rng, _TOPIC_WORDS) for _ in range(40)]

    def sense() -> Sense:
        return (topic, rng.choice(own)) if rng.random() < 0.5 else ("any", _by_rank(rng, _COMMON_WORDS))

    return [[sense() for _ in range(_LENGTH)] for _ in range(_PARAGRAPHS)]


def _by_rank(rng: random.Random, size: int) -> int:
    """The number of a word; as in texts, number n is drawn about 1 / n times as often as the first."""
    return int(size ** rng.random()) - 1


def document(topic: str, seed: int, language: str, **facts: str) -> Document:
    """The document of a topic with this number, in a language; in the other one it is its translation."""
    name = f"{topic}-{seed}-{language}"
    texts = [" ".join(word(sense, language) for sense in part) for part in senses(topic, seed)]
    paragraphs = tuple(Paragraph(text=f"{text}.") for text in texts)
    return Document(id=name, page="", url=f"http://a.test/{name}", site="a.test", language=language,
                    paragraphs=paragraphs, **facts)  # fmt: skip


def entries(topics: Sequence[str]) -> list[tuple[str, str]]:
    """A dictionary: half of the words of all topics."""
    every = [("any", number) for number in range(_COMMON_WORDS)]
    every += [(topic, number) for topic in topics for number in range(_TOPIC_WORDS)]
    return [(word(sense, "xx"), word(sense, "yy")) for sense in every[::2]]


def collection(language: str, documents: Sequence[tuple[str, int]]) -> Collection:
    """Documents by topic and number."""
    made = Collection(language)
    for topic, seed in documents:
        made.add(document(topic, seed, language))
    return made
