"""Test sentences that favour nobody: what is out for all, the draw, and the receipt."""

from __future__ import annotations

import random

from polytrawl.adapt.chosen import Candidate, Choice, choose


def letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def candidates(count: int, length: int = 10) -> list[Candidate]:
    """Sentences that differ in letters: digits do not count."""
    return [
        Candidate(f"page {page}", f"we turn {letters(page)}x{letters(n)} now", f"giramos {letters(page)}y{letters(n)}")
        for page in range(count)
        for n in range(length)
    ]


def test_what_one_corpus_has_is_out_for_all_by_either_side():
    given = candidates(3)
    corpora = {"A": [given[0].source.upper() + "!"], "B": ["something", given[15].target]}
    found = choose(given, corpora, Choice(number=30, fewest_words=1))
    assert {given[0], given[15]}.isdisjoint(found.sentences)
    assert found.receipt.reasons == {"sentence-in-a-corpus": 2}
    assert (found.receipt.corpora["A"].has_sentences, found.receipt.corpora["B"].sentences) == (1, 2)


def test_a_document_of_which_a_corpus_has_a_good_part_is_out_as_a_whole():
    given = candidates(3)
    found = choose(given, {"A": [one.source for one in given[:5]]}, Choice(number=30, fewest_words=1))
    assert {one.document for one in found.sentences} == {"page 1", "page 2"}
    assert found.receipt.reasons == {"document-in-a-corpus": 10}
    assert found.receipt.corpora["A"].has_documents == 1


def test_length_terms_and_repeats_decide():
    given = [
        Candidate("a", "Notes are heads"),
        Candidate("a", " ".join(["note"] * 23)),
        Candidate("a", "The note heads are black"),
        Candidate("b", "THE NOTE HEADS ARE BLACK."),
        Candidate("b", "Nothing of that is here"),
        Candidate("b", "Tie two noted heads here"),
    ]
    found = choose(given, {}, Choice(language="en", terms=["note head"]))
    sources = {one.source.lower().rstrip(".") for one in found.sentences}
    assert sources == {"the note heads are black", "tie two noted heads here"}
    assert found.receipt.reasons == {"no-term": 1, "repeated": 1, "too-long": 1, "too-short": 1}


def test_no_document_gives_more_than_it_may():
    found = choose(candidates(4, 50), {}, Choice(number=40, most_per_document=12, fewest_words=1))
    counts = [sum(one.document == f"page {n}" for one in (*found.sentences, *found.spare)) for n in range(4)]
    assert (len(found.sentences), max(counts), sum(counts)) == (40, 12, 48)
    assert found.receipt.reasons == {"enough-of-the-document": 152}


def test_only_the_seed_decides_on_the_draw():
    given = candidates(10)
    mixed = random.Random(3).sample(given, len(given))
    calls = (given, 1), (mixed, 1), (given, 2)
    first, again, other = (choose(some, {}, Choice(number=20, seed=seed, fewest_words=1)) for some, seed in calls)
    assert first == again
    assert first.receipt.digest != other.receipt.digest
    assert (len(first.sentences), len(first.spare), first.receipt.reasons["not-drawn"]) == (20, 10, 70)


def test_the_receipt_tells_what_each_corpus_knows_before_and_after():
    given = [Candidate("a", "one two three four"), Candidate("b", "one two five six")]
    receipt = choose(given, {"A": ["one two", "three"], "none": []}, Choice(number=2, most_per_document=9)).receipt
    assert receipt.corpora["A"].knows_before == receipt.corpora["A"].knows_after == 5 / 8
    assert receipt.corpora["none"].knows_after == 0
    assert receipt.documents == receipt.chosen_documents == 2


def test_nothing_to_choose_from_is_a_receipt_too():
    found = choose([], {"A": ["x"]}, Choice())
    assert (found.sentences, found.receipt.chosen, found.receipt.candidates) == ([], 0, 0)
