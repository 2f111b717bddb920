"""What `model.toml` says is read as it was written, and what is wrong with it is told in words."""

from __future__ import annotations

import pytest

from polytrawl.errors import ConfigError
from polytrawl.translate.model import LanguageModel, Model, Search, Table, Weights, read_model, write_model

MODEL = Model(
    source="en",
    target="es",
    tables=(Table(name="BL", path="t.gz", weights=(0.1, 0.2)), Table(name="WP", path="t.gz", weights=(0.3,))),
    lms=(LanguageModel(name="BL", path="lm.arpa", weight=0.5),),
    weights=Weights(words=-0.5),
    search=Search(stack=30, reordering=-1),
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "t.gz").write_bytes(b"")
    (tmp_path / "lm.arpa").write_bytes(b"")
    write_model(MODEL, tmp_path)
    return tmp_path


def test_a_model_is_read_as_it_was_written(folder):
    assert read_model(folder) == MODEL


def test_weights_go_into_a_vector_and_back():
    assert MODEL.names() == [
        "table BL 1",
        "table BL 2",
        "table WP 1",
        "lm BL",
        "words",
        "phrases",
        "distortion",
        "unknown",
    ]
    assert MODEL.vector() == [0.1, 0.2, 0.3, 0.5, -0.5, 0.2, 0.3, 1.0]
    changed = MODEL.with_vector([1, 2, 3, 4, 5, 6, 7, 8])
    assert changed.vector() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert changed.search == MODEL.search
    with pytest.raises(ConfigError, match="8 features, and there are 2 weights"):
        MODEL.with_vector([1, 2])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('path = "lm.arpa"', 'path = "none.arpa"', "there is no file"),
        ("stack = 30", "stack = 0", "stack"),
        ("stack = 30", "stak = 30", "stak"),
        ('name = "WP"', 'name = "BL"', "stands there twice"),
        ('name = "WP"', 'name = "W P"', "name"),
        ("source", "sourc e", "model.toml"),
        ("words = -0.5", 'words = "many"', "words"),
    ],
)
def test_what_is_wrong_with_a_model_is_told(folder, old, new, told):
    path = folder / "model.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(ConfigError, match=told):
        read_model(folder)


def test_a_folder_without_a_model_is_told(tmp_path):
    with pytest.raises(ConfigError, match="a model is a folder with model.toml"):
        read_model(tmp_path)
