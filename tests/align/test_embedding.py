"""The aligner `embedding`: vectors of words, an ONNX network that the test builds, and the search."""

from __future__ import annotations

import gzip
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from polytrawl.align.aligners.embedding import Embedding
from polytrawl.align.api import make_aligner
from polytrawl.align.base import Block, Text
from polytrawl.errors import ConfigError
from polytrawl.outside.encoders import WordVectors, load_encoder

SIZE = 48
CONCEPTS = 600


def write_vectors(path: Path, *, sides: str = "ab") -> Path:
    """Two languages in one space: `a12` and `b12` mean the same, nearly."""
    rng = np.random.default_rng(3)
    meanings = rng.normal(size=(CONCEPTS, SIZE))
    lines = [f"{CONCEPTS * len(sides)} {SIZE}"]
    for number, meaning in enumerate(meanings):
        for side in sides:
            shifted = meaning + rng.normal(size=SIZE) * 0.3
            lines.append(f"{word(side, number)} " + " ".join(f"{value:.4f}" for value in shifted))
    text = "\n".join(lines) + "\n"
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def word(side: str, number: int) -> str:
    """A word without digits."""
    return side + "".join("abcdefghij"[int(digit)] for digit in str(number))


def sentences(count: int, seed: int = 5) -> tuple[list[str], list[str]]:
    rng = random.Random(seed)
    ideas = [[rng.randrange(CONCEPTS) for _ in range(rng.randint(5, 14))] for _ in range(count)]
    return tuple([" ".join(word(side, one) for one in idea) for idea in ideas] for side in "ab")


def as_text(found: list[str]) -> Text:
    return Text("en", (Block("text", tuple(found)),))


def sides(left: list[str], right: list[str], aligner: Embedding) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.left, bead.right) for bead in aligner.align(as_text(left), as_text(right))]


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    return write_vectors(tmp_path / "words.vec")


def test_missing_and_merged_sentences_are_found(vectors: Path) -> None:
    left, right = sentences(60)
    theirs = [*right[:20], f"{right[20]} {right[21]}", *right[22:40], *right[43:]]
    found = sides(left, theirs, Embedding(model=str(vectors)))
    assert ((20, 21), (20,)) in found
    assert [bead for bead in found if not bead[1]] == [((40,), ()), ((41,), ()), ((42,), ())]
    assert len(found) == 59


def test_long_texts_are_aligned_from_coarse_to_fine_in_linear_time(vectors: Path) -> None:
    left, right = sentences(3000)
    aligner = Embedding(model=str(vectors))
    times: dict[int, list[float]] = {1000: [], 3000: []}
    for size in (*times, *times):  # twice: other work on the machine may disturb one of them
        started = time.process_time()
        found = sides(left[:size], right[: size // 2] + right[size // 2 + 100 : size], aligner)
        times[size].append(time.process_time() - started)
        pairs = [(a[0], b[0]) for a, b in found if len(a) == len(b) == 1]
        assert sum(b == (a if a < size // 2 else a - 100) for a, b in pairs) > 0.98 * (size - 100)
    assert min(times[3000]) < 6 * min(times[1000])  # three times as long


def test_scores_are_cosines(vectors: Path) -> None:
    left, right = sentences(3)
    beads = Embedding(model=str(vectors)).align(as_text(left), as_text(right))
    assert all(0.7 < bead.score <= 1 for bead in beads)


def test_each_language_may_have_a_file_of_its_own_also_packed(tmp_path: Path) -> None:
    ours, theirs = write_vectors(tmp_path / "a.vec.gz", sides="a"), write_vectors(tmp_path / "b.txt", sides="b")
    left, right = sentences(12)
    found = sides(left, right, Embedding(model=str(ours), right_model=str(theirs)))
    assert found == [((number,), (number,)) for number in range(12)]


def test_any_function_can_encode(vectors: Path) -> None:
    left, right = sentences(5)
    assert len(sides(left, right, Embedding.using(WordVectors(vectors)))) == 5


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "has no vectors"),
        ("2 3\neins 1 2 3\nzwei 1 2\n", "line 3 has 2 numbers, the first 3"),
        ("eins 1 2 x\n", "line 1: expected a word and numbers"),
    ],
)
def test_wrong_vectors_are_told(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "wrong.vec").write_text(content)
    with pytest.raises(ConfigError, match=says):
        load_encoder(str(tmp_path / "wrong.vec"))


def test_a_missing_file_and_a_missing_model_are_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load_encoder(str(tmp_path / "nowhere.vec"))
    with pytest.raises(ConfigError, match="needs an encoder"):
        Embedding().align(as_text(["a"]), as_text(["b"]))


@pytest.mark.parametrize(("model", "package"), [("some/model", "sentence-transformers"), ("x.onnx", "onnxruntime")])
def test_a_missing_extra_names_the_line_to_type(
    model: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.onnx").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match=rf"{package}: pip install 'polytrawl\[embeddings\]'"):
        load_encoder(model)


def test_what_is_missing_is_told_before_any_text_is_read() -> None:
    for aligner in (
        "embedding",
        {"use": "embedding", "model": "nowhere.vec"},
        "mt",
        {"use": "mt", "command": "no-such"},
    ):
        with pytest.raises(ConfigError, match="align.aligner"):
            make_aligner(aligner)


@pytest.fixture(params=["tokens", "sentence_embedding"])
def network(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A network that looks words up in a table: a vector for each token, or their sum."""
    onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
    pytest.importorskip("onnxruntime", reason="the extra `embeddings` is not installed")
    tokenizers = pytest.importorskip("tokenizers", reason="the extra `embeddings` is not installed")
    words = ["[PAD]", "[UNK]", *(word(side, number) for number in range(CONCEPTS) for side in "ab")]
    table = np.zeros((len(words), SIZE), dtype=np.float32)
    table[2:] = np.repeat(np.random.default_rng(1).normal(size=(CONCEPTS, SIZE)), 2, axis=0)
    _write_network(onnx, tmp_path / "model.onnx", table, is_summed=request.param != "tokens")
    made = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({name: at for at, name in enumerate(words)}, unk_token="[UNK]")
    )
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "model.onnx"


def _write_network(onnx: Any, path: Path, table: Any, *, is_summed: bool) -> None:
    helper, kinds = onnx.helper, onnx.TensorProto
    inputs = [helper.make_tensor_value_info("input_ids", kinds.INT64, ["batch", "tokens"])]
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    output, shape = "last_hidden_state", ["batch", "tokens", SIZE]
    constants = [onnx.numpy_helper.from_array(table, "table")]
    if is_summed:
        constants.append(onnx.numpy_helper.from_array(np.array([1]), "axes"))
        nodes.append(helper.make_node("ReduceSum", ["last_hidden_state", "axes"], ["sentence_embedding"], keepdims=0))
        output, shape = "sentence_embedding", ["batch", SIZE]
    outputs = [helper.make_tensor_value_info(output, kinds.FLOAT, shape)]
    graph = helper.make_graph(nodes, "table", inputs, outputs, constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(path))


def test_an_onnx_network_encodes(network: Path) -> None:
    left, right = sentences(100)
    theirs = right[:50] + right[52:]
    found = sides(left, theirs, Embedding(model=str(network)))
    assert [bead for bead in found if not bead[1]] == [((50,), ()), ((51,), ())]
    assert len(found) == 100
    encode = load_encoder(str(network), str(network.with_name("tokenizer.json")))
    alone, among = encode(left[:1]), encode(left)[:1]
    assert np.allclose(alone, among, atol=1e-5)  # padding does not change a vector


def test_a_broken_network_is_told(network: Path) -> None:
    network.write_bytes(b"no network")
    with pytest.raises(ConfigError, match="cannot be loaded"):
        load_encoder(str(network))
    network.with_name("tokenizer.json").unlink()
    with pytest.raises(ConfigError, match="tokenizer.json; an ONNX model needs one"):
        load_encoder(str(network))


def test_a_sentence_transformers_model_encodes(tmp_path: Path, vectors: Path) -> None:
    package = pytest.importorskip("sentence_transformers", reason="the extra `embeddings` is not installed")
    make: Callable[..., Any] = package.models.WordEmbeddings.from_text_file
    words = make(str(vectors))
    package.SentenceTransformer(modules=[words, package.models.Pooling(SIZE)]).save(str(tmp_path / "model"))
    left, right = sentences(10)
    found = sides(left, right, Embedding(model=str(tmp_path / "model")))
    assert found == [((number,), (number,)) for number in range(10)]
    assert "sentence_transformers" in sys.modules
