"""Training by either engine: options, files, and lmplz beside the built-in estimator."""

from __future__ import annotations

import gzip
import os
import shutil
import stat
from pathlib import Path

import pytest

from lm_models import Slow, made_up, needs_kenlm, write
from polytrawl.errors import ConfigError, StageError
from polytrawl.lm.perplexity import perplexity
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import BuiltIn, Kenlm
from polytrawl.lm.space import bytes_of
from polytrawl.lm.train import Trainer, thresholds_of

needs_lmplz = pytest.mark.skipif(not shutil.which("lmplz"), reason="lmplz is not on the PATH: it is built from KenLM")
needs_build_binary = pytest.mark.skipif(not shutil.which("build_binary"), reason="build_binary is not on the PATH")


def test_a_compressed_model_says_the_same(tmp_path: Path) -> None:
    text = Text(lines=lambda: made_up(50))
    trainer = Trainer(engine="builtin")
    trainer.train(text, tmp_path / "a.arpa")
    trainer.train(text, tmp_path / "new" / "a.arpa.gz")
    assert gzip.decompress((tmp_path / "new" / "a.arpa.gz").read_bytes()) == (tmp_path / "a.arpa").read_bytes()
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a.arpa", "a.arpa.gz"]


def test_it_tells_what_it_did(tmp_path: Path) -> None:
    made = Trainer(engine="builtin", order=3).train(Text(lines=lambda: ["a b", "<s> a"]), tmp_path / "a.arpa")
    assert (made.engine, made.order, made.thresholds) == ("builtin", 3, [0, 0, 1])
    assert (made.counted.sentences, made.counted.tokens) == (2, 3)
    assert made.put_right == {"words <s>, </s> or <unk>": 1}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"order": 0}, "from 1 to 6"),
        ({"order": 7}, "from 1 to 6"),
        ({"prune": "0,1,0"}, "none is below the one before"),
        ({"prune": "-1"}, "from 0 on"),
        ({"prune": "0,x"}, "expected whole numbers"),
        ({"prune": "0,0,1", "order": 2}, "thresholds for 3 orders"),
        ({"engine": "lmplzz"}, "did you mean 'lmplz'"),
        ({"memory": "much"}, "is no size"),
    ],
)
def test_options_that_make_no_sense_are_told(tmp_path: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Trainer(**options).train(Text(lines=lambda: ["a"]), tmp_path / "a.arpa")
    assert not list(tmp_path.iterdir())


def test_thresholds_and_sizes() -> None:
    assert thresholds_of("", 1) == [0]
    assert thresholds_of("0, 2", 4) == [0, 2, 2, 2]
    assert bytes_of("1.5GB") == 1_500_000_000


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod((folder / name).stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder) + os.pathsep + "/usr/bin:/bin")
    return folder


def test_lmplz_that_fails_is_told_and_leaves_nothing(tmp_path: Path, programs: Path) -> None:
    program(programs, "lmplz", "echo 'no room' >&2; exit 3")
    with pytest.raises(StageError, match="lmplz ended with 3: no room"):
        Trainer().train(Text(lines=lambda: made_up(2000)), tmp_path / "out" / "a.arpa")
    assert not list((tmp_path / "out").iterdir())


def test_without_lmplz_the_built_in_estimator_is_taken(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(programs))
    assert Trainer().train(Text(lines=lambda: ["a"]), tmp_path / "a.arpa").engine == "builtin"
    with pytest.raises(ConfigError, match="lmplz is not on the PATH"):
        Trainer(engine="lmplz").train(Text(lines=lambda: ["a"]), tmp_path / "a.arpa")
    with pytest.raises(ConfigError, match="build_binary is not on the PATH"):
        Trainer().train(Text(lines=lambda: ["a"]), tmp_path / "a.bin")
    assert not (tmp_path / "a.bin").exists()


@needs_lmplz
@pytest.mark.parametrize(("order", "prune"), [(2, "0"), (3, ""), (5, "0"), (5, ""), (5, "0,1,2")])
@pytest.mark.parametrize("sentences", [3, 50, 3000])
def test_lmplz_makes_the_same_model(tmp_path: Path, order: int, prune: str, sentences: int) -> None:
    text = Text((write(tmp_path / "text", ["", *made_up(sentences), "", "<s> x", "<s> </s>"]),))
    other = Text(lines=lambda: made_up(100, seed=7))
    made = {}
    for engine in ("builtin", "lmplz"):
        path = tmp_path / f"{engine}.arpa"
        counted = Trainer(order=order, prune=prune, engine=engine).train(text, path).counted
        made[engine] = Slow(path), counted, perplexity(BuiltIn(path), other)
    (ours, counted, found), (theirs, others, wanted) = made["builtin"], made["lmplz"]
    assert set(ours.log10) == set(theirs.log10)
    assert (counted.sentences, counted.tokens, counted.types) == (others.sentences, others.tokens, others.types)
    assert (counted.ngrams, counted.seen) == (others.ngrams, others.seen)
    assert found.perplexity == pytest.approx(wanted.perplexity, rel=1e-5)
    assert [one.amounts for one in counted.discounts] == [
        pytest.approx(one.amounts, rel=1e-4) for one in others.discounts
    ]
    assert [bool(one.problem) for one in counted.discounts] == [bool(one.problem) for one in others.discounts]


@needs_build_binary
@needs_kenlm
def test_binary_models_are_made_and_read(tmp_path: Path) -> None:
    text = Text(lines=lambda: made_up(200))
    for name in ("a.arpa", "a.bin"):
        Trainer(engine="builtin").train(text, tmp_path / name)
    lines = made_up(20, seed=3)
    assert Kenlm(tmp_path / "a.bin").score(lines).log10 == pytest.approx(Kenlm(tmp_path / "a.arpa").score(lines).log10)
