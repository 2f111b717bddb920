"""Lexicons from made-up comparable texts: two languages, the same topics, no sentence with its translation."""

from __future__ import annotations

import random

import pytest

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable import Learned, Options, Text, learn
from polytrawl.lexicon.from_comparable.terms import important_terms

TOPICS, WORDS = 40, 6  # words of a topic stand together, in either language
LEFT = [[f"{a}{b}lom" for b in "abefik"] for a in (f"{x}{y}" for x in "bdgkm" for y in "aeiouyrl")]
RIGHT = [[f"{a}{b}zut" for b in "uoyhpt"] for a in (f"{x}{y}" for x in "fhpvz" for y in "aeiouyrl")]


def lines(words: list[list[str]], seed: int, size: int = 1500) -> list[str]:
    """Sentences of five words, most of them of one topic, the first words of a topic more often."""
    chance = random.Random(seed)
    found = []
    for _ in range(size):
        topic = words[chance.randrange(TOPICS)]
        chosen = [*chance.choices(topic, range(WORDS + 2, 2, -1), k=4), chance.choice(chance.choice(words))]
        chance.shuffle(chosen)
        found.append(" ".join(chosen) + ".")
    return found


def texts(size: int = 1500) -> tuple[Text, Text]:
    return Text("xx", "yy", lines(LEFT, 1, size)), Text("yy", "xx", lines(RIGHT, 2, size))


PAIRS = [
    (left, right) for ours, theirs in zip(LEFT, RIGHT, strict=True) for left, right in zip(ours, theirs, strict=True)
]
SEED = [Entry(*pair) for number, pair in enumerate(PAIRS) if number % WORDS in (0, 2, 4)]
HELD_OUT = {left: right for number, (left, right) in enumerate(PAIRS) if number % WORDS == 1}


def right_at_1(found: Learned) -> float:
    best: dict[str, str] = {}
    for entry in found.entries:
        best.setdefault(entry.source, entry.target)
    return sum(best.get(left) == right for left, right in HELD_OUT.items()) / len(HELD_OUT)


def test_held_out_words_are_found_better_than_by_profiles() -> None:
    both = texts()
    by_all = right_at_1(learn(both, SEED, Options(min_score=0)))
    by_profiles = right_at_1(learn(both, SEED, Options(method="profiles", min_score=0)))
    assert by_all > by_profiles > 1 / len(PAIRS)
    assert by_all >= 0.4  # a topic has three words left; chance is .33 where the topic is known


def test_an_entry_tells_what_speaks_for_it() -> None:
    found = list(learn(texts(), SEED).entries)
    known = {(entry.source, entry.target): entry for entry in found}
    assert "lexicon" in known[SEED[0].source, SEED[0].target].origin
    assert all(
        entry.origin.startswith("comparable:") and 0 < entry.score <= 1 and entry.support >= 3 for entry in found
    )


def test_the_same_texts_give_the_same_lexicon() -> None:
    assert list(learn(texts(300), SEED).entries) == list(learn(texts(300), SEED).entries)


def test_without_a_lexicon_names_and_numbers_connect_and_it_is_told() -> None:
    english = [f"The {word} of Beethoven number {n} is a {word}." for n in range(40) for word in ("notation", "tempo")]
    spanish = [f"La {word} de Beethoven es la {n} {word}." for n in range(40) for word in ("notación", "tempo")]
    found = learn((Text("en", "es", english), Text("es", "en", spanish)))
    best = {entry.source: entry for entry in reversed(list(found.entries))}
    assert best["notation"].target == "notación"
    assert "letters" in best["notation"].origin
    assert any("no seed lexicon" in text for text in found.missing)
    assert any("80 sentences of en" in text for text in found.missing)


def test_a_small_seed_lexicon_is_told() -> None:
    assert "only 3 pairs" in learn(texts(300), SEED[:3]).missing[0]


def test_foreign_and_repeated_sentences_are_left_out() -> None:
    spanish = ["Esta es una nota de la partitura.", "Esta es una nota de la partitura.", "This is one of the notes."]
    text = Text("es", "en", [*spanish, "..."])
    assert len(text.sentences) == 1
    assert text.dropped == {"duplicate": 1, "foreign": 1, "no-words": 1}


def test_terms_of_several_words_are_found_and_translated_by_their_parts() -> None:
    english = [f"The key signature number {n} needs paper." for n in range(30)]
    english += [f"A key {n} is red." for n in range(30)] + [f"One signature {n} is blue." for n in range(30)]
    spanish = [f"La firma tonal número {n} quiere papel." for n in range(30)]
    spanish += [f"Un asunto tonal {n} es rojo." for n in range(30)] + [f"Una firma {n} es azul." for n in range(30)]
    both = Text("en", "es", english), Text("es", "en", spanish)
    assert "key signature" in important_terms(both[0], 20).names
    found = learn(both, [Entry("key", "tonal"), Entry("signature", "firma"), Entry("red", "rojo")])
    best = {entry.source: entry for entry in reversed(list(found.entries))}
    assert best["key signature"].target == "firma tonal"
    assert "parts" in best["key signature"].origin


@pytest.mark.parametrize(
    ("left", "options", "told"),
    [
        ([], Options(), "the text is empty"),
        (["..."], Options(), "1 no-words"),
        (["one two three"], Options(), "occurs 3 times"),
        (["one two three"], Options(listed=("four",)), "none of the 1 listed terms"),
    ],
)
def test_what_cannot_be_learned_from_is_told_in_words(left: list[str], options: Options, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        learn((Text("xx", "yy", left), Text("yy", "xx", lines(RIGHT, 2, 50))), SEED, options)


def test_a_listed_term_is_believed_no_more_than_among_all_terms() -> None:
    name = PAIRS[1][0]
    among_all = [entry for entry in learn(texts(300), SEED).entries if entry.source == name]
    alone = list(learn(texts(300), SEED, Options(listed=(name.upper(),))).entries)
    assert {entry.source for entry in alone} == {name}
    assert [entry.target for entry in alone] == [entry.target for entry in among_all]
    assert [entry.score for entry in alone] == pytest.approx([entry.score for entry in among_all], rel=1e-3)


def test_methods_and_measures_are_checked() -> None:
    with pytest.raises(ConfigError, match="did you mean 'profiles'"):
        Options(method="profile")
    with pytest.raises(ConfigError, match="no such measure"):
        Options(measure="x")
