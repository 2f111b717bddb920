"""The whole experiment on generated languages: words of one stand for words of the other."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from polytrawl.adapt.experiment import experiment
from polytrawl.adapt.given import Given
from polytrawl.adapt.outcome import Outcome
from polytrawl.cli.app import app
from polytrawl.errors import ConfigError
from polytrawl.prepare.annotations import read_annotations
from polytrawl.translate.tune import Tuning
from translate_models import needs_numba

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed: pip install 'polytrawl[mt]'")
pytestmark = needs_numba

_CONSONANTS, _VOWELS = "bdfgklmnprst", "aeiou"


def word(number: int, ending: str) -> str:
    """A word for a number; no two numbers have the same."""
    letters = []
    for _ in range(3):
        number, consonant = divmod(number, len(_CONSONANTS))
        number, vowel = divmod(number, len(_VOWELS))
        letters += [_CONSONANTS[consonant], _VOWELS[vowel]]
    return "".join(letters) + ending


def sentences(seed: int, number: int, words: range) -> list[tuple[str, str]]:
    """Sentence pairs: every other word is one of 30 that stand everywhere."""
    dice = random.Random(seed)
    made = []
    for _ in range(number):
        chosen = [dice.choice(range(30)) if place % 2 else dice.choice(words) for place in range(dice.randint(4, 10))]
        made.append((" ".join(word(one, "x") for one in chosen), " ".join(word(one, "q") for one in chosen)))
    return made


def write_pairs(path: Path, pairs: list[tuple[str, str]]) -> Path:
    path.write_text("".join(f"{source}\t{target}\n" for source, target in pairs), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generic words are 30 to 200, those of the domain 150 to 260."""
    folder = tmp_path_factory.mktemp("texts")
    domain = range(150, 260)
    test = sentences(1, 40, domain)
    write_pairs(folder / "test.tsv", test)
    write_pairs(folder / "tune.tsv", sentences(2, 40, domain))
    write_pairs(folder / "generic.tsv", [*sentences(3, 500, range(30, 200)), *test[:3]])
    write_pairs(folder / "parallel.tsv", [*sentences(4, 400, domain), *test[3:5]])
    (folder / "source.txt").write_text("\n".join(one for one, _ in sentences(5, 400, domain)), encoding="utf-8")
    (folder / "target.txt").write_text("\n".join(one for _, one in sentences(6, 400, domain)), encoding="utf-8")
    return folder


def given(texts: Path, **more: object) -> Given:
    files = {name: [texts / f"{name}.tsv"] for name in ("generic", "parallel", "tune", "test")}
    own = {"source_text": [texts / "source.txt"], "target_text": [texts / "target.txt"]}
    return Given(**({"languages": ("gv", "kw")} | files | own | more))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def made(texts: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome, list[str]]:
    folder, said = tmp_path_factory.mktemp("out"), []
    return folder, experiment(given(texts), folder, said.append, Tuning(rounds=2, nbest=20)), said


def test_text_of_the_domain_helps_and_its_sentence_pairs_help_most(made):
    _, outcome, _ = made
    assert outcome.contest is not None
    bleu = {name: found["BLEU"].score for name, found in outcome.contest.systems.items()}
    assert set(bleu) >= {"BL", "LM", "PAR"}
    assert bleu["PAR"] > bleu["BL"] + 5
    assert outcome.contest.systems["PAR"]["BLEU"].against["BL"].is_better
    assert bleu["LM"] > bleu["BL"] - 1


def test_what_the_corpus_brings_is_told(made):
    _, outcome, _ = made
    assert outcome.sample is not None
    assert outcome.sample.after.unknown_share < outcome.sample.before.unknown_share
    assert outcome.sample.after.perplexity < outcome.sample.before.perplexity
    assert outcome.curve is not None
    assert [one.share for one in outcome.curve.points] == [1 / 8, 1 / 4, 1 / 2, 1.0]
    new = outcome.changes["PAR"]
    assert new.better > new.worse
    assert new.reasons["table"] > 0


def test_sentences_of_the_test_are_in_no_training_text(made, texts):
    folder, outcome, _ = made
    for name, number in (("generic", 3), ("parallel", 2)):
        held = [one for one in read_annotations(folder / name / "annotations.jsonl.zst") if one.reason == "held-out"]
        assert len(held) == number
    assert outcome.sizes["test"] == 40
    test = {line.split("\t")[0] for line in (texts / "test.tsv").read_text().splitlines()}
    assert test.isdisjoint((folder / "generic" / "gv.txt").read_text().splitlines())


def test_what_was_done_is_not_done_again_and_what_changed_is(made, texts, tmp_path):
    folder, outcome, said = made
    assert {"generic", "lm-domain", "table-parallel", "systems/BL"} <= set(said)
    again: list[str] = []
    same = experiment(given(texts), folder, again.append, Tuning(rounds=2, nbest=20))
    assert again == []
    assert [one.lines for one in same.systems] == [one.lines for one in outcome.systems]
    longer = tmp_path / "target.txt"
    longer.write_text((texts / "target.txt").read_text() + "\n" + sentences(7, 1, range(260, 270))[0][1])
    experiment(given(texts, target_text=[longer]), folder, again.append, Tuning(rounds=2, nbest=20))
    assert "lm-domain" in again
    assert "table-generic" not in again
    assert "systems/BL" not in again


def test_without_a_test_only_what_can_be_told_is_told(texts, tmp_path):
    outcome = experiment(given(texts, test=(), tune=(), parallel=(), source_text=()), tmp_path, lambda _: None)
    assert outcome.contest is None
    assert outcome.left_undone == [
        "no domain lexicon: there is no text of the domain in the source language",
        "no translations: there are no test sentences; give --test",
        "nothing is said about your own text: give some of it with --sample",
    ]


def test_bad_input_is_told_in_words(texts, tmp_path):
    with pytest.raises(ConfigError, match="what is to be adapted"):
        given(texts, generic=())
    with pytest.raises(ConfigError, match="no text of the domain"):
        given(texts, target_text=())
    with pytest.raises(ConfigError, match="there is no such file"):
        given(texts, generic=[tmp_path / "none.tsv"])
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    with pytest.raises(ConfigError, match="there is no text in kw"):
        experiment(given(texts, target_text=[empty]), tmp_path / "out", lambda _: None)
    few = write_pairs(tmp_path / "few.tsv", sentences(8, 5, range(30, 40)))
    outcome = experiment(given(texts, generic=[few], tune=(), source_text=[empty]), tmp_path / "few", lambda _: None)
    assert "no domain lexicon" in outcome.left_undone[0]
    assert outcome.contest is not None


def test_the_command_writes_a_page_and_says_the_answer(texts, tmp_path):
    files = [part for name in ("generic", "parallel", "test") for part in (f"--{name}", str(texts / f"{name}.tsv"))]
    line = ["adapt", "--langs", "gv,kw", *files, "--target-text", str(texts / "target.txt"), "--out", str(tmp_path)]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0, done.output
    assert "PAR (BL, with table and language model of sentence pairs of the domain)" in done.stdout
    assert "better than BL" in done.stdout
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Translations that changed from BL to PAR" in page
    assert msgspec.json.decode((tmp_path / "adapt.json").read_bytes(), type=Outcome).contest is not None
