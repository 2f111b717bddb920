"""Engines: each gives a translation of each line, and what is missing is told in words."""

from __future__ import annotations

import importlib.util
import sys

import numpy as np
import pytest

from polytrawl.errors import ConfigError, StageError
from polytrawl.translate.engines.base import Asked, Ranking, make_engine
from translate_models import make_model, needs_numba

needs_thot = pytest.mark.skipif(
    importlib.util.find_spec("thot") is None, reason="sil-thot is not installed: pip install 'polytrawl[mt]'"
)
needs_ctranslate2 = pytest.mark.skipif(
    importlib.util.find_spec("ctranslate2") is None, reason="ctranslate2 is not installed: pip install 'polytrawl[mt]'"
)
LINES = ["a1 a2", "", "a3 quux a0 a1"]
# Stands in for Moses: it says the words backwards, twice, and keeps the moses.ini that it was given.
MOSES = """#!{python}
import sys
words = sys.argv
at = words.index("-n-best-list")
ini, ranked, number = words[words.index("-f") + 1], words[at + 1], words[at + 2]
open({kept!r}, "w").write(open(ini).read())
open({kept!r}.replace(".ini", ".call"), "w").write(" ".join(words))
with open(ranked, "w") as file:
    for place, line in enumerate(sys.stdin):
        text = " ".join(line.split()[::-1])
        print(text)
        for rank in range(int(number)):
            print(f"{{place}} ||| {{text + ' x' * rank}}  ||| LM0= -1 ||| {{-rank}}", file=file)
"""


def engine(name, model, **more):
    return make_engine(name, Asked(model=str(model), jobs=1, **more))


def test_a_command_translates_lines_and_leaves_empty_ones():
    assert list(engine("command", "tr a-z A-Z").translate(LINES)) == ["A1 A2", "", "A3 QUUX A0 A1"]
    assert not isinstance(engine("command", "cat"), Ranking)


def test_commands_that_fail_are_told():
    with pytest.raises(ConfigError, match="there is no program 'no-such-program'"):
        engine("command", "no-such-program")
    with pytest.raises(StageError, match="it gave 1 translations for 2 sentences"):
        list(engine("command", "head -n 1").translate(LINES))


@needs_numba
def test_the_kind_of_a_folder_is_found_out(tmp_path):
    make_model(tmp_path, 1)
    assert engine("auto", tmp_path).name == "builtin"
    assert isinstance(engine("auto", tmp_path, stack=3), Ranking)
    assert engine("auto", tmp_path, stack=3).model.search.stack == 3
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="neither a model.toml nor the model.bin"):
        engine("auto", tmp_path / "empty")
    with pytest.raises(ConfigError, match="for a command say --engine command"):
        engine("auto", "cat -")
    with pytest.raises(ConfigError, match="did you mean 'moses'"):
        engine("mosses", tmp_path)


def test_numba_that_is_missing_is_told_with_what_to_install(tmp_path, monkeypatch):
    make_model(tmp_path, 1)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "numba" else found(name, *more)
    )
    with pytest.raises(ConfigError, match=r"needs numba; install it with: pip install 'polytrawl\[mt\]'"):
        engine("builtin", tmp_path)


def test_moses_is_given_the_model_and_its_lists_are_read(tmp_path, monkeypatch):
    make_model(tmp_path, 1, empty=False)
    program, kept = tmp_path / "bin" / "moses", tmp_path / "kept.ini"
    program.parent.mkdir()
    program.write_text(MOSES.format(python=sys.executable, kept=str(kept)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    made = engine("moses", tmp_path, stack=55)
    assert list(made.translate(LINES)) == ["a2 a1", "", "a1 a0 quux a3"]
    [first, empty, _] = made.nbest(LINES, 2)
    assert [(one.text, one.score) for one in first] == [("a2 a1", 0.0), ("a2 a1 x", -1.0)]
    assert [one.text for one in empty] == [""]
    ini = kept.read_text()
    assert "path=tables/1.gz input-factor=0 output-factor=0 table-limit=0" in ini
    assert "TranslationModel0= 0.3 0.2\nTranslationModel1= 0.25\n" in ini
    assert "LM0= 0.4\nLM1= 0.7\n" in ini
    assert "-stack 55" in kept.with_suffix(".call").read_text()
    assert "WordPenalty0= -0.3\n" in ini


def test_moses_that_is_not_there_is_told(tmp_path, monkeypatch):
    make_model(tmp_path, 1)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="no program `moses` on the PATH"):
        engine("moses", tmp_path)


@needs_thot
def test_thot_translates_with_the_same_model(tmp_path):
    make_model(tmp_path, 1)
    made = engine("thot", tmp_path)
    first, empty, third = made.translate(LINES)
    assert first
    assert set(first.split()) <= {f"b{number}" for number in range(5)} | {"a1", "a2"}
    assert empty == ""
    assert "quux" in third.split()
    [ranked] = made.nbest(["a3 a0 a1"], 5)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


@needs_thot
def test_thot_without_a_language_model_is_told(tmp_path):
    make_model(tmp_path, 1, lms=0)
    with pytest.raises(ConfigError, match="thot needs a language model"):
        engine("thot", tmp_path)


def tiny_network(folder):
    """A network of two small layers with random weights, in the form of CTranslate2."""
    from ctranslate2.specs import TransformerSpec

    words, size, dice = ["<unk>", "<s>", "</s>", *"abcdefgh"], 8, np.random.default_rng(1)
    spec = TransformerSpec.from_config(1, 2)

    def linear(layer, out, into):
        layer.weight = dice.normal(size=(out, into)).astype(np.float32)
        layer.bias = np.zeros(out, np.float32)

    def norm(layer):
        layer.gamma, layer.beta = np.ones(size, np.float32), np.zeros(size, np.float32)

    def attention(layer, shapes):
        norm(layer.layer_norm)
        for part, out in zip(layer.linear, shapes, strict=True):
            linear(part, out * size, size)

    def feed_forward(layer):
        norm(layer.layer_norm)
        linear(layer.linear_0, 16, size)
        linear(layer.linear_1, size, 16)

    spec.encoder.embeddings[0].weight = dice.normal(size=(len(words), size)).astype(np.float32)
    spec.decoder.embeddings.weight = dice.normal(size=(len(words), size)).astype(np.float32)
    for side in (spec.encoder, spec.decoder):
        norm(side.layer_norm)
        attention(side.layer[0].self_attention, (3, 1))
        feed_forward(side.layer[0].ffn)
    attention(spec.decoder.layer[0].attention, (1, 2, 1))
    linear(spec.decoder.projection, len(words), size)
    spec.register_source_vocabulary(words)
    spec.register_target_vocabulary(words)
    spec.validate()
    spec.optimize()
    folder.mkdir()
    spec.save(str(folder))
    return folder


@needs_ctranslate2
def test_a_neural_model_translates_as_its_own_library_does(tmp_path):
    import ctranslate2

    folder = tiny_network(tmp_path / "net")
    made = make_engine("auto", Asked(model=str(folder), jobs=1))
    assert made.name == "ctranslate2"
    own = ctranslate2.Translator(str(folder)).translate_batch([["a", "b"], ["c", "d", "h"]], beam_size=5)
    first, empty, second = made.translate(["a b", "  ", "c  d h"])
    assert [first, empty, second] == [" ".join(own[0].hypotheses[0]), "", " ".join(own[1].hypotheses[0])]
    [ranked] = made.nbest(["a b"], 3)
    assert len(ranked) == 3
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


@needs_ctranslate2
def test_folders_that_are_no_neural_models_are_told(tmp_path):
    with pytest.raises(ConfigError, match="there is no model.bin"):
        engine("ctranslate2", tmp_path)
    (tmp_path / "model.bin").write_bytes(b"no model")
    with pytest.raises(ConfigError, match="CTranslate2 cannot load it"):
        engine("ctranslate2", tmp_path)


@needs_ctranslate2
@pytest.mark.skipif(importlib.util.find_spec("sentencepiece") is None, reason="sentencepiece is not installed")
def test_sentencepiece_models_beside_a_network_cut_and_join_its_words(tmp_path):
    import sentencepiece

    folder = tiny_network(tmp_path / "net")
    text = tmp_path / "text"
    text.write_text("abc def\nhead fade cab\nbead hag\n" * 20)
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(folder / "spm"), vocab_size=14, model_type="char", minloglevel=2
    )
    [found] = engine("ctranslate2", folder).translate(["cab bead"])
    assert "▁" not in found
    (folder / "spm.model").write_bytes(b"none")
    with pytest.raises(ConfigError, match="sentencepiece model cannot be loaded"):
        engine("ctranslate2", folder)
