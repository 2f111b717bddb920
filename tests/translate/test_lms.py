"""Language models in the decoder's arrays give what ARPA files say, to the last digit."""

from __future__ import annotations

import random

import pytest

from lm_models import Slow, made_up, train, write
from polytrawl.errors import ConfigError
from translate_models import needs_numba

pytestmark = needs_numba
# The 3-gram "a b c" has no suffix "b c", and "b" weighs something: SRILM writes such files
GAPS = """\\data\\
ngram 1=6
ngram 2=3
ngram 3=2

\\1-grams:
-1.5\t<unk>
-99\t<s>\t-0.3
-1.1\t</s>
-0.9\ta\t-0.25
-0.8\tb\t-0.35
-0.7\tc\t-0.15

\\2-grams:
-0.4\t<s> a\t-0.2
-0.3\ta b\t-0.1
-0.6\tc <unk>\t-0.05

\\3-grams:
-0.2\ta b c
-0.15\t<s> a b

\\end\\
"""


def scores(loaded, number, text):
    from polytrawl.translate.lm_core import step

    lms = loaded.automaton
    node, made = int(lms.begin[number]), []
    for word in [*loaded.nodes_of(text.split())[number], lms.end[number]]:
        log10, node = step(lms, node, int(word))
        made.append(log10)
    return made


@pytest.mark.parametrize(("order", "prune"), [(1, "0"), (2, "0"), (3, "0,0,1"), (5, "0")])
def test_sentences_score_as_the_file_says(tmp_path, order, prune):
    from polytrawl.translate.lms import load_lms

    lines = made_up(300, words=60)
    path, _ = train(tmp_path, lines, order, prune)
    other = write(tmp_path / "gaps.arpa", [GAPS])
    loaded, slow = load_lms([other, path, path]), Slow(path)
    for line in made_up(50, seed=2, words=80):  # some words are new
        for number in (1, 2):
            assert scores(loaded, number, line) == pytest.approx(slow.sentence(line), abs=1e-9)


def test_files_without_all_suffixes_score_as_the_format_says(tmp_path):
    from polytrawl.translate.lms import load_lms

    path = write(tmp_path / "gaps.arpa", [GAPS])
    loaded, slow, dice = load_lms([path]), Slow(path), random.Random(1)
    for _ in range(200):
        line = " ".join(dice.choice(["a", "b", "c", "x"]) for _ in range(dice.randint(1, 8)))
        assert scores(loaded, 0, line) == pytest.approx(slow.sentence(line), abs=1e-12)


def test_a_model_without_the_end_of_sentences_is_told(tmp_path):
    from polytrawl.translate.lms import load_lms

    path = write(tmp_path / "a.arpa", ["\\data\\", "ngram 1=2", "", "\\1-grams:", "-1\ta", "-1\t<s>", "", "\\end\\"])
    with pytest.raises(ConfigError, match="</s> is not among its words"):
        load_lms([path])
