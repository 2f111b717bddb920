"""Corpora of known comparability: the measure orders them as they were made.

The design is that of Li and Gaussier (2010): a parallel corpus is made worse step by step, by replacing documents of
one side, first by others on the same topic, then by documents on another one.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from made_up_languages import collection, entries, senses, word
from polytrawl.comparable.collection import Collection
from polytrawl.comparable.corpus import Corpus, Rules, compare
from polytrawl.comparable.translations import translations
from polytrawl.demo.content import load_pages
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.records import Document, Paragraph

TOPICS = ("health", "storms", "ships")
DICTIONARY = Dictionary(entries(TOPICS))
ALL = Rules(min_score=0.0)
SIZE = 20

Chosen = list[tuple[str, int]]


def corpus(left: Chosen, right: Chosen, rules: Rules = ALL) -> Corpus:
    ours, theirs = collection("xx", left), collection("yy", right)
    return compare(ours, theirs, translations((ours.words, theirs.words), (), DICTIONARY), rules)


def some(topic: str, first: int, number: int = SIZE) -> Chosen:
    return [(topic, seed) for seed in range(first, first + number)]


HEALTH = some("health", 0)


def scores(replaced_by: list[Chosen]) -> list[tuple[float, float]]:
    """Of the corpora in which more and more of the right side is something else: of all, and by vocabulary."""
    found = [corpus(HEALTH, right).summary for right in replaced_by]
    return [(one.score_of_all or 0.0, one.vocabulary or 0.0) for one in found]


def mixed(good: Chosen, bad: Chosen) -> list[Chosen]:
    return [good[number:] + bad[:number] for number in range(0, SIZE + 1, SIZE // 4)]


@pytest.mark.parametrize("bad", [some("health", 500), some("ships", 0)], ids=["same topic", "another topic"])
def test_it_falls_as_translations_are_replaced(bad: Chosen) -> None:
    found = [one[0] for one in scores(mixed(HEALTH, bad))]
    assert all(more > less for more, less in pairwise(found)), found


def test_words_of_the_whole_corpus_tell_topics_apart() -> None:
    found = [one[1] for one in scores(mixed(HEALTH, some("ships", 0)))]
    assert all(more > less for more, less in pairwise(found)), found


def test_it_falls_as_documents_on_the_topic_are_replaced_by_others() -> None:
    found = [one[0] for one in scores(mixed(some("health", 500), some("ships", 0)))]
    assert all(more > less for more, less in pairwise(found)), found


def test_parallel_then_the_same_topic_then_another_one() -> None:
    parallel, topic, other = (one[0] for one in scores([HEALTH, some("health", 500), some("ships", 0)]))
    assert parallel > 0.8
    assert parallel > 2 * topic
    assert topic > 1.1 * other


def test_translations_find_each_other_among_other_documents() -> None:
    found = corpus(HEALTH + some("ships", 0), some("ships", 0) + HEALTH)
    assert len(found.matches) == 2 * SIZE
    assert all(one.left.id[:-3] == one.right.id[:-3] for one in found.matches)


def test_a_minimum_leaves_out_what_is_about_something_else() -> None:
    found = corpus(HEALTH, HEALTH[:5] + some("ships", 0), Rules(min_score=0.5, balance=1.0))
    assert {one.right.id for one in found.matches} == {f"health-{seed}-yy" for seed in range(5)}
    assert found.summary.score is not None
    assert found.summary.score_of_all is not None
    assert found.summary.score > 0.8
    assert found.summary.score_of_all < 0.3


def test_without_a_dictionary_translated_sentences_teach_the_words() -> None:
    units = [
        (" ".join(word(one, "xx") for one in part), " ".join(word(one, "yy") for one in part))
        for seed in range(900, 980)
        for part in senses("health", seed)
    ]
    ours, theirs = collection("xx", HEALTH), collection("yy", HEALTH)
    without = compare(ours, theirs, translations((ours.words, theirs.words)), ALL)
    assert without.matches == []  # nothing in these languages looks alike
    known = translations((ours.words, theirs.words), units)
    found = compare(ours, theirs, known, ALL)
    assert found.summary.learned == known.learned > 100
    assert len(found.matches) == SIZE
    assert all(one.left.id[:-3] == one.right.id[:-3] for one in found.matches)


def test_pages_of_the_demo_web_with_no_resource_at_all() -> None:
    """Names, numbers and words that are the same in German and Italian are few, and enough."""
    pages = [page for page in load_pages().values() if {"de", "it"} <= set(page.languages)]
    pages = [page for page in pages if page.key != "noise-2019"]  # an older edition of a page that is there
    sides = {language: Collection(language) for language in ("de", "it")}
    for page in pages:
        for language, side in sides.items():
            texts = [text for block in page.blocks for text in block.units[language]]
            paragraphs = tuple(Paragraph(text=text) for text in texts)
            side.add(Document(id=page.key, page="", url="", site="", language=language, paragraphs=paragraphs))
    left, right = sides["de"], sides["it"]
    found = compare(left, right, translations((left.words, right.words)), ALL).matches
    right_ones = [one.score for one in found if one.left.id == one.right.id]
    assert len(right_ones) >= 0.8 * len(pages)
    wrong = [one.score for one in found if one.left.id != one.right.id]
    assert min(sorted(right_ones)[-10:]) > max(wrong, default=0.0)
