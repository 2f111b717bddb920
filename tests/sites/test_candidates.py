"""Candidates as typed and listed: what is an address, what is not, and how many of one site are visited."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.seed_lists import read_list
from polytrawl.sites.candidates import gather


def test_addresses_files_and_folders_are_candidates(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("\ufeff# a comment\nhttp://a.test/x\n\nwww.b.test\n", encoding="utf-8")
    (tmp_path / "seeds.tsv").write_text("language\turl\tcount\ttitles\nde\thttp://c.test/y\t7\tRosen\n")
    found = gather(["http://d.test/", str(plain), str(tmp_path)])
    assert [(one.site, one.urls) for one in found.asked] == [
        ("a.test", ["http://a.test/x", "http://a.test/"]),
        ("b.test", ["https://www.b.test/"]),
        ("c.test", ["http://c.test/y", "http://c.test/"]),
        ("d.test", ["http://d.test/"]),
    ]
    assert found.refused == []


def test_garbage_lines_are_told_with_their_place_and_lose_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    lines = [b"http://a.test/", b"word", b"\xff\xfe\x00", b"two words", b"ftp://x.test/", b"http://", b"javascript:x"]
    file.write_bytes(b"\n".join(lines))
    found = gather([str(file), "neither", "mailto:a@b.test"])
    assert [one.site for one in found.asked] == ["a.test"]
    assert {one.reason for one in found.refused} == {"no-address"}
    assert len(found.refused) == 8
    assert "list.txt:2 is no web address" in {one.detail for one in found.refused}


def test_of_ten_thousand_addresses_of_one_host_few_are_visited_those_met_most_often_first(tmp_path: Path) -> None:
    file = tmp_path / "seeds.tsv"
    rows = "".join(f"en\thttp://www.a.test/{number}\t{number}\t\n" for number in range(10_000))
    file.write_text("language\turl\tcount\ttitles\n" + rows)
    found = gather([str(file)])
    [asked] = found.asked
    assert asked.urls == [*(f"http://www.a.test/{number}" for number in (9999, 9998, 9997)), "http://www.a.test/"]
    assert found.listed == 10_000
    assert [one.reason for one in found.refused] == ["enough-of-site"] * 9997


def test_hosts_of_one_domain_are_one_site() -> None:
    found = gather(["http://de.a.test/x", "http://en.a.test/x"])
    [asked] = found.asked
    assert asked.site == "a.test"
    assert asked.urls == ["http://de.a.test/x", "http://en.a.test/x", "http://de.a.test/", "http://en.a.test/"]


def test_the_starts_of_a_table_of_sites_are_all_taken(tmp_path: Path) -> None:
    text = "site\turl\tstarts\na.test\thttp://a.test/\thttp://a.test/ http://a-de.test/\n"
    (tmp_path / "sites.tsv").write_text(text)
    assert [one.url for one in read_list(tmp_path).urls] == ["http://a.test/", "http://a-de.test/"]


@pytest.mark.parametrize("name", ["", "missing.txt"])
def test_a_list_that_is_not_there_is_an_error_that_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=name or "no list of addresses"):
        read_list(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "https://a.test/,en\nhttps://b.test/,de\n"),
        ("a.csv", 'title;url\n"Gärten; Parks";https://a.test/\nx;https://b.test/\n'),
        ("a.csv", "https://a.test/\nhttps://b.test/\n"),
        ("A.CSV.GZ", "url,language\nhttps://a.test/,en\nhttps://b.test/,de\n"),
        ("a.txt.gz", "https://a.test/\nhttps://b.test/\n"),
        ("seeds.tsv.gz", "language\turl\nen\thttps://a.test/\nde\thttps://b.test/\n"),
    ],
)
def test_lists_may_have_commas_and_be_packed(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if path.suffix.lower() == ".gz" else text.encode())
    found = read_list(path)
    assert [one.url for one in found.urls] == ["https://a.test/", "https://b.test/"]
    assert found.unread == []


@pytest.mark.parametrize(
    "body", [b"no gzip", gzip.compress(b"https://a.test/\n" * 99, mtime=0)[:-9], b""], ids=["other", "cut", "empty"]
)
def test_a_packed_list_that_is_damaged_is_told(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(body)
    if body:
        with pytest.raises(ConfigError, match="cannot be read"):
            read_list(path)
    else:
        assert read_list(path).urls == []


def test_a_field_without_end_is_a_line_that_is_no_address(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('https://a.test/,x\n"' + "x" * 200_000 + "\n")
    found = read_list(tmp_path / "a.csv")
    assert [one.url for one in found.urls] == ["https://a.test/"]
    assert len(found.unread) == 1


def test_nothing_is_not_the_folder_we_are_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seeds.tsv").write_text("url\nhttps://a.test/\n")
    monkeypatch.chdir(tmp_path)
    found = gather([""])
    assert found.asked == []
    assert [one.reason for one in found.refused] == ["no-address"]
