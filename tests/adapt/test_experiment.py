"""The whole experiment on generated languages: words of one stand for words of the other."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from polytrawl.adapt.answer import in_short, render_answer
from polytrawl.adapt.contest import Terms, hold
from polytrawl.adapt.experiment import experiment
from polytrawl.adapt.findings import Findings
from polytrawl.adapt.given import Given
from polytrawl.adapt.learning import documents_by
from polytrawl.adapt.metrics import cut_for
from polytrawl.adapt.outcome import Outcome
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.workshop import LEXICON, TABLE, Workshop
from polytrawl.cli.app import app
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import read_lexicon
from polytrawl.prepare.annotations import read_annotations
from polytrawl.prepare.units import Documents, sentences_of
from polytrawl.records import replace
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
    assert bleu["PT"] > bleu["BL"] + 1  # domain words that generic pairs lack come from the lexicon
    assert outcome.trial is not None
    assert outcome.trial.right_at_1 > outcome.trial.words / 4


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


def test_words_of_the_test_alone_are_in_no_lexicon_though_its_sentences_stand_in_all_texts(texts, tmp_path):
    test = sentences(9, 40, range(300, 320))
    own = {"test": [write_pairs(tmp_path / "test.tsv", test)]}
    own["generic"] = [write_pairs(tmp_path / "generic.tsv", [*sentences(3, 500, range(30, 200)), *test])]
    for side, name in enumerate(("source", "target")):
        file = tmp_path / f"{name}.txt"
        both = [". ".join(pair[side].upper() for pair in test[n : n + 2]) + "." for n in range(0, 40, 2)]
        file.write_text("\n".join([(texts / f"{name}.txt").read_text(), *both, *(one[side] + " ." for one in test)]))
        own[f"{name}_text"] = [file]
    shop = workshop(texts, tmp_path, **own)
    shop.generic()
    shop.lexicon()
    entries = list(read_lexicon(shop.folder("lexicon") / LEXICON)[1])
    unknown = {word(number, ending) for number in range(300, 320) for ending in "xq"}
    assert entries
    assert unknown.isdisjoint(part for entry in entries for part in (entry.source, entry.target))


def workshop(texts: Path, folder: Path, said: list[str] | None = None, **more: object) -> Workshop:
    return Workshop(given(texts, **more), Steps(folder / "out", [].append if said is None else said.append))


def test_other_case_spaces_and_signs_hide_no_sentence_of_the_test(texts, tmp_path):
    source, target = sentences(1, 40, range(150, 260))[0]
    variants = [source.upper(), f"{source}.", source.replace(" ", "  ", 1), source.capitalize() + "!", f"„{source}“"]
    generic = [*sentences(3, 50, range(30, 200)), *((one, target) for one in variants)]
    shop = workshop(texts, tmp_path, generic=[write_pairs(tmp_path / "generic.tsv", generic)])
    assert shop.generic().counts["held-out"] == len(variants)


def test_sentences_of_the_test_are_not_tuned_with_and_a_sample_is_learned_from_by_nothing(texts, tmp_path):
    own = (texts / "target.txt").read_text().splitlines()[:30]
    sample = tmp_path / "sample.txt"
    sample.write_text("\n".join([*own, own[0]]))
    shop = workshop(texts, tmp_path, tune=[texts / "test.tsv", texts / "tune.tsv"], sample=sample)
    shop.generic()
    assert shop.held("tune", [texts / "test.tsv", texts / "tune.tsv"]).counts == {"": 40, "held-out": 40}
    assert shop.sentences("domain", [texts / "target.txt"], 1).counts["held-out"] >= 30
    assert shop.sample(sample).counts == {"": 31}  # also what is repeated


def test_the_other_direction_takes_nothing_that_was_made_for_the_first(texts, tmp_path):
    said: list[str] = []
    shop = workshop(texts, tmp_path, said)
    shop.generic()
    shop.model("lm", [shop.folder("generic") / "gv.txt"])
    shop.model("lm", [shop.folder("generic") / "kw.txt"])
    other = [write_pairs(tmp_path / f"{name}.tsv", sentences(n, 60, range(90))) for n, name in enumerate("ab")]
    workshop(texts, tmp_path, said, languages=("kw", "gv"), generic=other, test=(), tune=()).generic()
    assert said == ["generic", "lm", "lm", "generic"]


def test_a_lexicon_from_the_other_language_makes_the_same_table(texts, tmp_path):
    shop = workshop(texts, tmp_path)
    shop.generic()
    for name, head, line in (("own", "gv kw", "bababax\tbababaq"), ("turned", "kw gv", "bababaq\tbababax")):
        (tmp_path / f"{name}.tsv").write_text(f"# lexicon {head}\n{line}\n")
        shop.table_of_lexicon(name, tmp_path / f"{name}.tsv")
    own, turned = (gzip.decompress((shop.folder(one) / TABLE).read_bytes()) for one in ("own", "turned"))
    assert own == turned
    assert own.startswith(b"bababax ||| bababaq")


def test_terms_are_looked_for_as_they_stand_in_tables(texts, tmp_path):
    pairs = [(f"the R&D unit {word(n, 'x')}", f"die F&E {word(n, 'q')}") for n in range(40)]
    terms = tmp_path / "terms.txt"
    terms.write_text("R&D unit\nno such thing\n")
    generic = [write_pairs(tmp_path / "generic.tsv", pairs)]
    own = given(texts, languages=("en", "de"), generic=generic, test=(), tune=(), terms=terms)
    shop = Workshop(own, Steps(tmp_path / "out", [].append))
    shop.generic()
    shop.table("table-generic", "generic")
    found = Findings(own, shop).terms(has_parallel=False, has_lexicon=False)
    assert {name: (one.covered, one.words) for name, one in found.items()} == {"generic sentence pairs": (1, 2)}


def test_a_pair_without_words_is_no_part_of_the_test_and_text_in_other_languages_is_told(texts, tmp_path):
    test = write_pairs(
        tmp_path / "test.tsv", [*sentences(1, 5, range(150, 260)), ("\u200b", "\u00ad"), ("a\u200b", "b")]
    )
    given_test = given(texts, test=[test], tune=(), parallel=(), source_text=())
    outcome = experiment(given_test, tmp_path / "out", lambda _: None)
    assert outcome.sizes["test"] == len(outcome.systems[0].lines) == 6
    assert outcome.left_out["test"] == {"empty": 1}
    assert "What it was made of" in render_answer(outcome, "x")
    foreign = replace(outcome, left_out={"domain": {"wrong-language": 400}}, sizes=outcome.sizes | {"domain": 800})
    assert "Of the sentences of the domain, 400 of 1,200 are in another language and were left out." in in_short(
        foreign
    )


def test_what_is_wrong_is_told_before_the_work(texts, tmp_path):
    said: list[str] = []
    binary = tmp_path / "binary.tsv"
    binary.write_bytes(b"\x89PNG\xff\0" * 50)
    for more, how in (({}, Tuning(method="mertt")), ({"lexicon": [binary]}, None), ({"terms": binary}, None)):
        with pytest.raises(ConfigError):
            experiment(given(texts, **more), tmp_path / "out", said.append, how)
    assert said == []


def test_what_stands_beside_the_stages_of_a_run_does_not_change_it(tmp_path):
    run = tmp_path / "run"
    (run / "clean").mkdir(parents=True)
    (run / "clean" / "manifest.json").write_text("{}")
    said: list[str] = []

    def make() -> None:
        Steps(run / "adapt", said.append).do("step", [run], "", lambda _: 1, int)

    make()
    make()
    assert said == ["step"]
    (run / "clean" / "manifest.json").write_text('{"more": 1}')
    make()
    assert said == ["step", "step"]


def test_sentences_know_their_documents(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("One is here. Two is here.\nThree.\n\n\nFour.\n")
    whose = Documents([path])
    names = [whose.of(unit.id) for unit in sentences_of([path], "en")]
    assert [names.count(one) for one in dict.fromkeys(names)] == [3, 1]
    assert whose.of("d123:7") == "d123"
    assert documents_by(["a", "b", "a"], ["1", "2", "3"]) == [["1", "3"], ["2"]]


def test_bleu_cuts_chinese_into_characters():
    references = [["我们今天去公园。"]]
    found = hold({"BL": ["我们今天去公园"]}, references, Terms(tokenise=cut_for("zh-TW"), chunks=1, resamples=10))
    assert found.systems["BL"]["BLEU"].score > 50


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
