"""Links between words, by either method, symmetrised, and the lexicons that are counted from them."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.languages import Languages
from polytrawl.errors import ConfigError
from polytrawl.lexicon import by_eflomal, word_alignment
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.symmetrise import grow_diag_final_and
from polytrawl.lexicon.word_alignment import LONGEST, METHODS, aligned_words

NEEDS_EFLOMAL = pytest.mark.skipif(
    importlib.util.find_spec("eflomal") is None, reason="eflomal is not installed: pip install 'polytrawl[mt]'"
)
BOTH = ["association", pytest.param("eflomal", marks=NEEDS_EFLOMAL)]
LINKS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def corpus(size: int = 600) -> tuple[Languages, Corpus]:
    languages, made = Languages(seed=5, words=120), Corpus(("xx", "yy"))
    for _ in range(size):
        made.add(*languages.sentence())
    return languages, made


@pytest.mark.parametrize(
    ("forth", "back", "both"),
    [
        ([], [], []),
        ([(0, 0)], [], [(0, 0)]),  # nobody else has them: taken in the end
        ([(0, 0), (0, 1)], [(0, 0)], [(0, 0), (0, 1)]),  # grows beside what both have
        ([(0, 0), (0, 3)], [(0, 0)], [(0, 0)]),  # far away, and its source has a link
        ([(0, 0), (2, 2)], [(0, 0), (2, 3)], [(0, 0), (2, 2)]),  # of two for one word, the one from the source
        ([(0, 0), (1, 1), (2, 2)], [(0, 0), (3, 3)], [(0, 0), (1, 1), (2, 2), (3, 3)]),  # step by step diagonally
        ([(1, 1), (0, 1), (1, 0)], [(1, 1)], [(0, 1), (1, 0), (1, 1)]),
    ],
)
def test_two_alignments_become_one(forth, back, both) -> None:
    assert grow_diag_final_and(forth, back) == both


@given(LINKS, LINKS)
def test_symmetrised_links_lie_between_intersection_and_union(forth, back) -> None:
    found = grow_diag_final_and(forth, back)
    assert set(forth) & set(back) <= set(found) <= set(forth) | set(back)
    assert found == sorted(set(found))
    for side in (0, 1):  # no link stays out that would give both of its words their first one
        linked = {link[side] for link in found}
        assert all(link[side] in linked or link[1 - side] in {one[1 - side] for one in found} for link in forth + back)


@pytest.mark.parametrize("method", BOTH)
def test_words_that_translate_each_other_are_linked(method: str) -> None:
    languages = Languages(seed=2, words=100)
    pairs = [tuple(text.rstrip(".").split() for text in languages.sentence()) for _ in range(500)]
    right = dict(languages.words)
    links = list(aligned_words(pairs, method))
    assert len(links) == len(pairs)
    judged = [right[ours[i]] == theirs[j] for (ours, theirs), found in zip(pairs, links, strict=True) for i, j in found]
    wanted = sum(sum(right[word] in theirs for word in ours) for ours, theirs in pairs)
    assert sum(judged) > 0.9 * len(judged)
    assert sum(judged) > 0.8 * wanted


@pytest.mark.parametrize("method", BOTH)
def test_a_lexicon_is_learned_from_sentences(method: str) -> None:
    languages, made = corpus()
    entries = list(made.entries(method, "corpus:a"))
    known = {(one.lower(), other.lower()) for one, other in languages.words}
    right = [entry for entry in entries if (entry.source.lower(), entry.target.lower()) in known]
    assert len(right) > 0.9 * len(entries) > 80
    assert {entry.origin for entry in entries} == {"corpus:a"}
    assert all(entry.support >= 2 and 0.1 <= entry.score < 1 for entry in entries)


def test_counts_and_scores_are_those_of_the_links(monkeypatch) -> None:
    made = Corpus(("de", "it"))
    for source, target in (("Das Haus.", "La casa."), ("das Haus", "la casa"), ("Haus 7 a@b.de", "dimora 7 a@b.de")):
        made.add(source, target)
    straight = [[(i, i) for i in range(min(len(left), len(right)))] for left, right in made._pairs]
    monkeypatch.setitem(METHODS, "straight", lambda _: zip(straight, straight, strict=True))
    found = {(one.source, one.target): one for one in made.entries("straight", "x", min_count=1, min_score=0)}
    assert set(found) == {("das", "la"), ("Haus", "casa"), ("Haus", "dimora")}
    casa = found["Haus", "casa"]
    forth, back = 2 / (3 + 1), 2 / (2 + 1)
    assert (casa.support, casa.score) == (2, pytest.approx(2 * forth * back / (forth + back)))
    assert ("Haus", "dimora") not in {(one.source, one.target) for one in made.entries("straight", "x")}


def test_sentences_without_words_or_with_too_many_are_left_out() -> None:
    made = Corpus(("de", "it"))
    made.add("", "casa")
    made.add("Haus " * (LONGEST + 1), "casa")
    assert made.dropped == {"empty": 1, "too-long": 1}
    with pytest.raises(ConfigError, match=r"no sentence pairs in de and it.*empty, too-long"):
        list(made.entries("association", "x"))


def test_an_unknown_method_is_told() -> None:
    with pytest.raises(ConfigError, match="did you mean 'eflomal'"):
        list(aligned_words([(["a"], ["b"])], "eflomel"))


def test_a_missing_eflomal_says_how_to_get_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "eflomal", None)
    with pytest.raises(ConfigError, match=r"pip install 'polytrawl\[mt\]'.*--method association"):
        list(aligned_words([(["a"], ["b"])], "eflomal"))


def test_that_eflomal_is_missing_is_said_once_and_what_is_used_instead(monkeypatch, caplog) -> None:
    word_alignment._tell_missing.cache_clear()
    monkeypatch.setattr(word_alignment.importlib.util, "find_spec", lambda _name: None)
    assert [word_alignment.best_method() for _ in range(2)] == ["association", "association"]
    [told] = caplog.messages
    assert "eflomal is missing, so words are aligned by association" in told
    assert "pip install 'polytrawl[mt]'" in told


def noisy_pairs() -> list[tuple[list[str], ...]]:
    """Pairs of which no method can tell all links."""
    dice = random.Random(3)
    return [tuple([f"{side}{dice.randrange(40)}" for _ in range(9)] for side in "ab") for _ in range(99)]


@pytest.mark.parametrize("method", BOTH)
def test_equal_texts_have_equal_links(method: str) -> None:
    assert list(aligned_words(noisy_pairs(), method)) == list(aligned_words(noisy_pairs(), method))


@NEEDS_EFLOMAL
@pytest.mark.parametrize("what", ["no seed", "nothing may run"])
def test_where_eflomal_cannot_be_seeded_it_aligns_all_the_same_and_that_is_said(monkeypatch, caplog, what) -> None:
    by_eflomal._tell_unseeded.cache_clear()
    if what == "no seed":
        monkeypatch.setattr(by_eflomal, "_THEIRS", b"/dev/another")
    else:
        monkeypatch.setattr(Path, "chmod", lambda *_: None)
    pairs = [(["haus", "katze"], ["casa", "gatto"]), (["haus"], ["casa"]), (["katze"], ["gatto"])] * 20
    assert list(aligned_words(pairs, "eflomal"))[:2] == [[(0, 0), (1, 1)], [(0, 0)]]
    assert "this eflomal takes no seed" in caplog.text
