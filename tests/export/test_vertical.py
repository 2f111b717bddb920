"""Vertical files: read back as `cwb-encode` reads them they say what was put in, and CWB itself takes them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.export.contents import contents_of
from polytrawl.export.exporters.vertical import Vertical
from polytrawl.export.selection import Rules, Selection
from polytrawl.export.vertical import ATTRIBUTES
from polytrawl.records import Document, Paragraph
from polytrawl.sentences import split
from polytrawl.tokens import tokens

NASTY = 'A <b>"quoted"</b> & \x0b\x00 tab\t, line\nend &amp; \ufffe \U0001f600 ]]> it\'s <p type="x"> </s> ?> <!--'
FULL = Document(
    id="d-1", page="g-1", url='http://a.test/?a="1"&b=<2>', site="a.test", language="en", title=NASTY, author="Ann 'B'",
    date="2025-03-04", licence="CC & co", robots="allowed", consent=("noai",), page_type="article", relevance=0.25,
    subtopics=("falls", "fire"),
    paragraphs=(
        Paragraph(text="Ladders & steps", kind="title"),
        Paragraph(text="Menu", kind="listitem", reason="boilerplate"),
        Paragraph(text="Look (left). Don't < look > right, at 3.14%."),
        Paragraph(text=NASTY),
        Paragraph(text="\x00 "),
    ),
)  # fmt: skip
LONG = Document(
    id="d-2", page="g-2", url="http://a.test/2" + "x" * 5000, site="a.test", language="en", title='"' * 5000,
    author="ü" * 70_000, paragraphs=(Paragraph(text=f"See http://a.test/{'y' * 9000} now."),),
)  # fmt: skip
OTHER = Document(id="d-3", page="g-3", url="http://a.test/3", site="a.test", language="zh-hant",
                 paragraphs=(Paragraph(text="安全第一。走!"),))  # fmt: skip

_TAG = re.compile(r"<(/?)([\w.-]+)(.*?)/?>")
_VALUE = re.compile(r"\s*([\w.-]+)=\"([^\"]*)\"")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&"}
Region = tuple[int, int, dict[str, str]]


def decoded(text: str) -> str:
    return re.sub("|".join(_ENTITIES), lambda found: _ENTITIES[found[0]], text)


def read(path: Path) -> tuple[list[str], dict[str, list[Region]], list[int]]:
    """Tokens, regions and places of glue, by the rules of `cwb-encode -xsB` for files with a tag or token a line."""
    words: list[str] = []
    regions: defaultdict[str, list[Region]] = defaultdict(list)
    opened: dict[str, tuple[int, dict[str, str]]] = {}
    glue: list[int] = []
    for line in path.read_bytes().split(b"\n")[:-1]:
        assert len(line) < 65_534  # its buffer
        text = line.decode()
        assert text.strip(" ") == text != ""
        if not text.startswith("<"):
            assert "\t" not in text
            words.append(decoded(text))
            assert len(words[-1].encode()) < 4096
            continue
        found = _TAG.fullmatch(text)
        assert found, text
        if text == "<g/>":
            glue.append(len(words))
        elif found[1]:
            start, values = opened.pop(found[2])
            regions[found[2]].append((start, len(words) - 1, values))
        else:
            assert found[2] not in opened  # nothing is within itself
            values = dict(_VALUE.findall(found[3]))
            assert not _VALUE.sub("", found[3]).strip()
            assert all(len(value.encode()) < 4096 for value in values.values())
            opened[found[2]] = len(words), {name: decoded(value) for name, value in values.items()}
    assert not opened
    return words, dict(regions), glue


def selection_of(*documents: Document) -> Selection:
    class Shelf:
        def records(self, stage: str):
            return iter(documents if stage == "topic" else ())

    return Selection(Shelf(), Rules(), ("en", "zh-hant"))


def write(folder: Path, *documents: Document) -> Path:
    Vertical().export(selection_of(*documents), folder)
    return folder / "vertical"


def test_it_reads_back_as_what_was_put_in(tmp_path: Path):
    home = write(tmp_path, FULL, LONG, OTHER)
    words, regions, glue = read(home / "en.vert")
    said = [one for part in FULL.main for sentence in split(part.text, "en") for one in tokens(sentence, "en")]
    held = [one for one in said if one not in "\x00\ufffe"]
    assert words[: len(held)] == held
    assert [values["type"] for _, _, values in regions["p"]] == ["title", "text", "text", "text"]
    first, second = (values for _, _, values in regions["doc"])
    assert tuple(first) == ATTRIBUTES
    assert (first["url"], first["licence"], first["terms"]) == (FULL.url, "CC & co", "robots:allowed noai")
    assert (first["topics"], first["relevance"], first["fetched"]) == ("falls fire", "0.2500", "")
    assert first["title"].startswith('A <b>"quoted"</b> &  tab , line end &amp;')
    assert second["title"] == '"' * 650
    assert (
        "".join(words[one] for one in range(regions["doc"][1][0], len(words))) == f"Seehttp://a.test/{'y' * 9000}now."
    )
    glued = {words[place] for place in glue}
    assert {")", ".", ",", "%"} <= glued
    assert "Look" not in glued


def test_each_language_has_its_file_and_the_script_names_them_all(tmp_path: Path):
    home = write(tmp_path, FULL, OTHER)
    assert sorted(path.name for path in home.iterdir()) == [
        *("en.registry", "en.vert", "encode.sh", "zh-hant.registry", "zh-hant.vert"),
    ]
    assert read(home / "zh-hant.vert")[0] == [*"安全第一。走!"]
    assert 'VERTICAL "/var/lib/manatee/vertical/zh-hant.vert"' in (home / "zh-hant.registry").read_text()
    script = (home / "encode.sh").read_text()
    assert subprocess.run(["sh", "-n", str(home / "encode.sh")], check=False).returncode == 0
    assert '-R "$registry/polytrawl_zh_hant"' in script


def test_tokens_are_as_many_as_the_card_says(tmp_path: Path):
    plain = Document(id="d-4", page="g", url="http://a.test/4", site="a.test", language="en",
                     paragraphs=FULL.paragraphs[:3])  # fmt: skip
    chosen = selection_of(plain, OTHER)
    Vertical().export(chosen, tmp_path)
    for language, size in contents_of(chosen).sizes.items():
        words, regions, _ = read(tmp_path / "vertical" / f"{language}.vert")
        assert (len(words), len(regions["p"])) == (size.tokens, size.paragraphs)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_read_back(tmp_path_factory: pytest.TempPathFactory, title: str, text: str):
    document = Document(id="d-5", page="g", url="http://a.test/5", site="a.test", language="fr", title=title,
                        paragraphs=(Paragraph(text=text),))  # fmt: skip
    words, regions, glue = read(write(tmp_path_factory.mktemp("any"), document) / "fr.vert")
    assert len(regions["doc"]) == 1
    assert all(place > regions["s"][0][0] for place in glue)
    assert len(words) <= len(tokens(text, "fr"))


@pytest.mark.skipif(not shutil.which("cwb-encode"), reason="CWB (cwb-encode, cwb-decode) is not installed")
def test_cwb_takes_it_in_and_gives_it_back(tmp_path: Path):
    home = write(tmp_path, FULL, OTHER)
    folders = [str(tmp_path / name) for name in ("data", "registry")]
    made = subprocess.run(["sh", str(home / "encode.sh"), *folders], check=True, capture_output=True, text=True)
    assert "not declared" not in made.stderr
    assert "Malformed" not in made.stderr
    words, regions, _ = read(home / "en.vert")
    reads = ["-r", folders[1], "POLYTRAWL_EN"]
    decoded_words = subprocess.run(
        ["cwb-decode", "-C", *reads, "-P", "word"], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    assert decoded_words == words
    for name, expected in (("doc_url", "url"), ("p_type", "type"), ("s", "")):
        found = subprocess.run(["cwb-s-decode", *reads, "-S", name], check=True, capture_output=True, text=True).stdout
        rows = [
            "\t".join([str(start), str(end), *([values[expected]] if expected else [])])
            for start, end, values in regions[name.partition("_")[0]]
        ]
        assert found.splitlines() == rows
