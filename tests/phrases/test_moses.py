"""Working directories for Moses, and the check of them."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

from lm_models import made_up, train
from polytrawl.errors import ConfigError
from polytrawl.phrases.check import check_moses, check_table
from polytrawl.phrases.ini import read_ini
from polytrawl.phrases.moses import order_of_arpa, write_moses
from polytrawl.phrases.table import read_table

MODEL = """
source = "en"
target = "es"
[[tables]]
name = "BL"
path = "BL.phrases"
weights = [0.2, 0.1, 0.3, 0.1]
{second}
[[lms]]
name = "BL"
path = "model.arpa"
weight = 0.5
[weights]
words = -0.5
phrases = 0.2
distortion = 0.3
unknown = 1.0
[search]
stack = 50
reordering = 6
options = 20
longest = 7
"""
SECOND = '[[tables]]\nname = "WP"\npath = "WP.phrases"\nweights = [0.4]\nfloor = 0.01'


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    arpa, _ = train(folder, made_up(50, seed=1), order=3)
    arpa.rename(folder / "model.arpa")
    (folder / "BL.phrases").write_text("b ||| c ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\na ||| b ||| 1 1 0.5 1\n")
    (folder / "WP.phrases").write_text("a ||| d ||| 0.7\n")
    (folder / "model.toml").write_text(MODEL.format(second=SECOND))
    return folder


@pytest.fixture
def moses(model: Path, tmp_path: Path) -> Path:
    write_moses(model, tmp_path / "moses", binary=False)
    return tmp_path / "moses"


def test_a_directory_is_complete_and_can_be_moved(moses: Path, tmp_path: Path):
    assert check_moses(moses) == []
    moved = moses.rename(tmp_path / "elsewhere")
    assert check_moses(moved) == []
    assert [row.source for row in read_table(moved / "tables" / "0.gz")] == ["a", "b"]  # in order, whatever it was


def test_several_tables_are_a_group_with_the_logarithms_of_their_floors(moses: Path):
    ini = read_ini(moses / "moses.ini", pytest.fail)
    [group] = [one for one in ini.features if one.kind == "PhraseDictionaryGroup"]
    assert group.settings["members"] == "TranslationModel0,TranslationModel1"
    assert group.settings["num-features"] == "5"
    defaults = [float(one) for one in group.settings["default-scores"].split(",")]
    assert defaults == pytest.approx([math.log(0.01)] * 4 + [math.log(0.01)], rel=1e-5)
    assert ini.weights["PhraseDictionaryGroup0"][1] == [0.2, 0.1, 0.3, 0.1, 0.4]
    assert [line.text for line in ini.sections["mapping"]] == ["0 T 2"]


def test_one_table_stands_alone(model: Path, tmp_path: Path):
    (model / "model.toml").write_text(MODEL.format(second=""))
    write_moses(model, tmp_path / "one", binary=False)
    ini = read_ini(tmp_path / "one" / "moses.ini", pytest.fail)
    kinds = [one.kind for one in ini.features]
    assert kinds == [
        *("UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"),
        *("PhraseDictionaryMemory", "KENLM"),
    ]
    assert {name: values for name, (_, values) in ini.weights.items()} == {
        "UnknownWordPenalty0": [1],
        "WordPenalty0": [-0.5],
        "PhrasePenalty0": [0.2],
        "Distortion0": [0.3],
        "TranslationModel0": [0.2, 0.1, 0.3, 0.1],
        "LM0": [0.5],
    }
    assert ini.features[-1].settings["order"] == "3"
    assert [line.text for section in ("mapping", "stack") for line in ini.sections[section]] == ["0 T 0", "50"]
    assert check_moses(tmp_path / "one") == []


@pytest.mark.skipif(shutil.which("build_binary") is None, reason="build_binary is not on the PATH")
def test_language_models_are_made_binary_where_that_can_be_done(model: Path, tmp_path: Path):
    made = write_moses(model, tmp_path / "moses")
    assert made.lms == {"BL": "lms/0.bin"}
    assert check_moses(tmp_path / "moses") == []


def test_binary_models_without_build_binary_are_told(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="build_binary is not on the PATH"):
        write_moses(model, tmp_path / "moses", binary=True)
    assert not write_moses(model, tmp_path / "moses").is_binary


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("BL.phrases", "no.phrases", "BL: there is no file"),
        ("weights = [0.2, 0.1, 0.3, 0.1]", "weights = [0.2]", "has 4 scores, and 1 weights in model.toml"),
        ("model.arpa", "BL.phrases", "this is no ARPA file"),
        ('source = "en"', "source = ", "model.toml: "),
        ("weight = 0.5", "", "missing required field `weight`"),
    ],
)
def test_a_bad_model_is_told(model: Path, tmp_path: Path, old: str, new: str, said: str):
    file = model / "model.toml"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(ConfigError, match=said):
        write_moses(model, tmp_path / "moses", binary=False)


FAULTS = [  # what is changed into what, what is told, and on which line
    ("0 T 2", "0 T 3", "[mapping]: there is no table 3; the last one is 2", "0 T 3"),
    ("0 T 2", "zero", "[mapping]: expected a line such as `0 T 0`, found 'zero'", "zero"),
    ("t]\n6", "t]\nsix", "[distortion-limit]: expected a whole number, found 'six'", "six"),
    ("l0= 0.2 0.1", "l0= 0.2", "TranslationModel0: 3 weights, and 4 are expected", "TranslationModel0= 0.2"),
    ("l1= 0.4", "l1= x", "a weight is no number: 'x'", "TranslationModel1= x"),
    ("LM0= 0.5", "", "LM0: has no weights in [weight]", "KENLM name=LM0"),
    ("LM0= 0.5", "LM0= 0.5\nLM1= 0.5", "[weight]: there is no feature LM1", "LM1= 0.5"),
    ("LM0= 0.5", "LM0= 0.5\nLM0= 0.6", "weights of LM0 stand there twice", "LM0= 0.6"),
    ("order=3", "order=5", "LM0: order is 3 by the file", "KENLM name=LM0"),
    ("path=lms/0.arpa.gz", "path=lms/9.arpa.gz", "LM0: there is no file", "KENLM name=LM0"),
    ("path=lms/0.arpa.gz", "", "LM0: path= is missing", "KENLM name=LM0"),
    ("num-features=1 path", "num-features=2 path", "its members have 6 scores", "PhraseDictionaryGroup name"),
    ("num-features=1 path", "num-features=x path", "num-features is missing or no number", "name=TranslationModel1"),
    ("members=TranslationModel0", "members=Other", "members must stand before it: Other", "PhraseDictionaryGroup name"),
    ("-4.60517,", "", "4 default-scores for 5 scores", "PhraseDictionaryGroup name"),
    ("\nDistortion", "\nDistortion a=1 7", "expected settings such as name=value, found '7'", "Distortion a=1 7"),
    ("\nDistortion", "\nDistortion\nX name=LM0", "two features are named LM0", "KENLM name=LM0"),
    ("[stack]", "[mapping]", "the section [mapping] stands there twice", "[mapping]"),
    ("[input-factors]", "", "stands before the first section: '0'", "0"),
]


@pytest.mark.parametrize(("old", "new", "said", "line"), FAULTS)
def test_a_fault_in_the_ini_is_found_and_its_line_told(moses: Path, old: str, new: str, said: str, line: str):
    file = moses / "moses.ini"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    [problem] = [one for one in check_moses(moses) if said in one.text]
    assert line in file.read_text().splitlines()[problem.line - 1]


def test_a_section_that_is_missing_is_told(moses: Path):
    (moses / "moses.ini").write_text("[feature]\nWordPenalty\n[weight]\nWordPenalty0= 1\n")
    assert [one.text for one in check_moses(moses)] == [
        "the section [input-factors] is missing or empty",
        "the section [mapping] is missing or empty",
    ]


def test_a_fault_in_a_table_is_found_with_the_line(moses: Path):
    (moses / "tables" / "1.gz").unlink()
    file = moses / "moses.ini"
    file.write_text(file.read_text().replace("tables/1.gz", "tables/1"))
    (moses / "tables" / "1").write_text("b ||| d ||| 0.7\na ||| c ||| 0.5\na ||| c ||| 0.5\nc ||| d\nd ||| e ||| 1 2\n")
    assert [(one.line, one.text) for one in check_moses(moses)] == [
        (2, "is not in order; sort the table with LC_ALL=C sort"),
        (3, "the same pair stands on the line before"),
        (4, "expected `source ||| target ||| scores`, found 2 column(s)"),
        (5, "has 2 scores, and 1 are expected"),
    ]


def test_after_many_problems_the_rest_is_not_read(tmp_path: Path):
    (tmp_path / "table").write_text("x\n" * 1000)
    found = list(check_table(tmp_path / "table"))
    assert len(found) == 21
    assert found[-1].text == "20 problems are enough: the rest is not read"
    (tmp_path / "empty").write_text("")
    assert [one.text for one in check_table(tmp_path / "empty")] == ["the table has no lines"]


def test_what_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(ConfigError, match="moses.ini: cannot be read"):
        check_moses(tmp_path)
    with pytest.raises(ConfigError, match="a model is a folder with model.toml"):
        write_moses(tmp_path, tmp_path / "moses")
    with pytest.raises(ConfigError, match="there is no such file"):
        order_of_arpa(tmp_path / "no.arpa")
