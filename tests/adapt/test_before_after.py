"""A sample before and after, learning curves and term coverage, by models that can be worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from lm_models import made_up, train
from polytrawl.adapt.before_after import before_after, predicted, widened
from polytrawl.adapt.learning import Curve, Point, documents_of, fit, learning_curve, nested
from polytrawl.adapt.terms import term_coverage
from polytrawl.errors import ConfigError
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scorer, open_model

# Each word and the end of the sentence by itself: log10 of .25, .25 and .5 for a, unknown words and the end.
UNIGRAMS = "\\data\\\nngram 1=4\n\n\\1-grams:\n-99\t<s>\n-0.30103\t</s>\n-0.60206\t<unk>\n-0.60206\t{word}\n\n\\end\\\n"


def unigrams(path: Path, word: str) -> Scorer:
    path.write_text(UNIGRAMS.format(word=word))
    return open_model(path, "builtin")


def test_figures_by_hand(tmp_path: Path):
    generic, corpus = unigrams(tmp_path / "a.arpa", "a"), unigrams(tmp_path / "b.arpa", "b")
    found = before_after(generic, corpus, Text(lines=lambda: ["a b", "a b"]))
    assert (found.before.unknown, found.before.tokens, found.before.unknown_share) == (2, 4, 0.5)
    assert (found.after.unknown, found.after.unknown_share) == (0, 0.0)
    # Words are a, b and all others: an unknown one gets a half of .25. One sentence: .25 * .125 * .5.
    assert found.before.perplexity == pytest.approx((0.25 * 0.125 * 0.5) ** (-1 / 3), rel=1e-4)
    # Both words are as likely in the mixture, whatever the weights; the best are even: (.25 + .125) / 2 for each.
    assert found.after.perplexity == pytest.approx((0.1875**2 * 0.5) ** (-1 / 3), rel=1e-3)
    assert found.weight == pytest.approx(0.5, abs=0.01)
    assert "from 50.0% to 0.0% of your sample, and perplexity falls: 4 to 3.8" in found.said


def test_words_of_the_sample_count_so_that_knowing_less_is_no_gain(tmp_path: Path):
    model = unigrams(tmp_path / "a.arpa", "a")
    few, many = (predicted(widened([model], lines), lines)[0].perplexity for lines in (["x"], ["x y z v"]))
    assert many > few * 2


def test_weights_come_from_the_other_half(tmp_path: Path):
    generic, corpus = unigrams(tmp_path / "a.arpa", "a"), unigrams(tmp_path / "b.arpa", "b")
    # Even lines want one model, odd lines the other: fitted to the other half, weights must do harm.
    both = widened([generic, corpus], ["a", "b"])
    found, _ = predicted(both, ["a", "b", "a", "b"])
    assert found.perplexity > (0.1875 * 0.5) ** -0.5


def test_a_sample_of_one_sentence_and_one_without_words(tmp_path: Path):
    generic, corpus = unigrams(tmp_path / "a.arpa", "a"), unigrams(tmp_path / "b.arpa", "b")
    assert before_after(generic, corpus, Text(lines=lambda: ["a"])).weight == 0.5
    with pytest.raises(ConfigError, match="no sentences with words in the sample"):
        before_after(generic, corpus, Text(lines=lambda: ["", " "]))


def test_parts_are_nested_by_whole_documents_in_an_order_of_their_own():
    documents = [[f"w{n} x"] * 5 for n in range(64)]
    parts = list(nested(documents))
    assert [len(part) for part in parts] == [8, 16, 32, 64]
    assert all(one in after for before, after in pairwise(parts) for one in before)
    assert list(nested(documents[::-1])) == parts
    assert parts[0] != documents[:8]


def test_documents_are_parted_by_empty_lines_else_by_number():
    assert documents_of(["a", "b", "", "", "c", ""]) == [["a", "b"], ["c"]]
    assert [len(one) for one in documents_of(["a"] * 45)] == [20, 20, 5]


def test_a_power_law_is_found_and_none_where_there_is_none():
    power = fit([(100, 30.0), (200, 24.0), (400, 19.2), (800, 15.36)])
    assert power
    assert power.at(1600) == pytest.approx(12.288)
    assert fit([(100, 3.0), (200, 0.0)]) is None
    assert fit([(100, 3.0)]) is None
    assert fit([(100, 3.0), (100, 4.0)]) is None


def test_a_learning_curve_falls_and_its_words_say_so(tmp_path: Path):
    lines = made_up(1600, words=4000)
    documents = [lines[start : start + 10] for start in range(0, 1500, 10)]
    found = learning_curve(documents, Text(lines=lambda: lines[1500:]))
    shares = [one.unknown_share for one in found.points]
    assert shares == sorted(shares, reverse=True)
    assert found.points[-1].tokens == sum(len(line.split()) for line in lines[:1500])
    assert found.unknown_share < shares[-1]
    assert found.foretold_unknown_share == pytest.approx(shares[-1], rel=0.35)
    assert f"({shares[-1]:.1%} now)" in found.said


def test_a_generic_model_makes_fewer_words_unknown(tmp_path: Path):
    lines = made_up(400, words=2000)
    path, _ = train(tmp_path, made_up(400, seed=9, words=2000), 3)
    documents = [lines[start : start + 10] for start in range(0, 300, 10)]
    alone, mixed = (
        learning_curve(documents, Text(lines=lambda: lines[300:]), generic)
        for generic in (None, open_model(path, "builtin"))
    )
    pairs = zip(alone.points, mixed.points, strict=True)
    assert all(with_it.unknown_share < without.unknown_share for without, with_it in pairs)


def test_little_text_and_little_gain_are_told():
    point = Point(1.0, 1, 10, 0.5, 100.0)
    assert "cannot be told from so little" in Curve([point], None, None, None, None).said
    assert "hardly a gain" in Curve([point], 0.499, 99.5, None, None).said
    with pytest.raises(ConfigError, match="in the corpus and in the sample"):
        learning_curve([[""]], Text(lines=lambda: ["a"]))


def test_the_whole_corpus_in_one_document_gives_words_and_no_law():
    found = learning_curve([["a b c"] * 3], Text(lines=lambda: ["a b d"]))
    assert [one.documents for one in found.points] == [1, 1, 1, 1]
    assert "cannot be told" in found.said


def test_terms_by_vocabulary_and_by_lexicon():
    terms = ["note head", "Note heads", "slur", " slur ", "beam"]
    vocabularies = {"before": ["note", "the"], "after": ["Note", "head", "slurs"]}
    found = term_coverage(terms, vocabularies, {"PT": ["note head", "beam"]}, "en")
    assert {name: (one.words, one.covered, one.by_stem) for name, one in found.items()} == {
        "before": (4, 0, 0),
        "after": (4, 1, 3),
        "PT": (4, 2, 3),
    }
    assert term_coverage(["x"], {"v": ["x"]}, {}, "und")["v"].by_stem is None
