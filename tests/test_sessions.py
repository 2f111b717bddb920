"""The one reader of browsing sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.sessions import Visit, judged, read_sessions


def read(folder: Path, text: str, encoding: str = "utf-8") -> list[Visit]:
    (folder / "s.csv").write_text(text, encoding=encoding)
    return read_sessions(folder / "s.csv")


def test_a_line_is_a_visit(tmp_path: Path) -> None:
    assert read(tmp_path, "0,1,http://a.test/\n1,2,http://a.test/x,y?a=1,2\n") == [
        Visit(is_relevant=False, tab="1", url="http://a.test/"),
        Visit(is_relevant=True, tab="2", url="http://a.test/x,y?a=1,2"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "relevant,tab,url\n1,1,http://a.test/\n",
        "# of Monday\n\nRelevant, Tab, URL\r\n true , 1 , http://a.test/#top\r\n",
        "yes,1,HTTP://A.test",
    ],
)
def test_headers_comments_and_spaces_do_no_harm(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, "utf-8-sig") == [Visit(is_relevant=True, tab="1", url="http://a.test/")]


def test_addresses_of_one_page_are_one(tmp_path: Path) -> None:
    visits = read(tmp_path, "1,1,http://a.test/x?utm_source=mail\n0,2,http://a.test/x#top\n0,2,http://a.test/y\n")
    assert judged(visits) == {"http://a.test/x": True, "http://a.test/y": False}


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("1;2;http://a.test/", "line 1: expected relevant,tab,url"),
        ("1,1,http://a.test/\n\n1,http://a.test/", "line 3: expected relevant,tab,url"),
        ("1,1,http://a.test/\nrelevant,tab,url", "line 2: expected relevant,tab,url"),
        ("perhaps,1,http://a.test/", "line 1: expected relevant,tab,url with 1 or 0 first"),
        ("1,1,about:blank", "line 1: expected"),
        ("0,1,http://a.test/", "no page is marked"),
        ("", "no page is marked"),
    ],
)
def test_sessions_that_cannot_be_used_say_why(tmp_path: Path, text: str, match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        read(tmp_path, text)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing.csv: cannot be read"):
        read_sessions(tmp_path / "missing.csv")
