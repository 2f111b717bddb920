"""SQL dumps: rows with all that titles can have, and dumps that are cut, missing, replaced or of another shape."""

from __future__ import annotations

import bz2
import gzip
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.bootstrap.dumps.articles import articles_in
from polytrawl.bootstrap.dumps.lines import Lines
from polytrawl.bootstrap.dumps.source import DumpSource
from polytrawl.bootstrap.dumps.sql import Rows, text
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.start import Options, bootstrap
from polytrawl.errors import ConfigError, PolytrawlError, StageError
from support import Quiet
from wiki_dumps import as_sql, write_dump

PAGE = ("page_id", "page_namespace", "page_title", "page_is_redirect", "page_content_model")
LINKS = ("cl_from", "cl_to", "cl_sortkey", "cl_type")
ODD = [
    "Rose_d'or",
    'The_"best"_rose',
    "a),(1,0,'b",
    "Back\\slash",
    "🌹_rose",
    "ورد_جوري",
    "ורד",
    "薔薇",
    "Semi;colon)",
    "x,y",
]


def roses(folder: Path, titles: Sequence[str]) -> Path:
    """Dumps of a wiki with one category."""
    rows = [(1, 14, "Roses", 0, "wikitext"), *((10 + n, 0, title, 0, "wikitext") for n, title in enumerate(titles))]
    write_dump(folder, "page", PAGE, rows)
    write_dump(folder, "categorylinks", LINKS, [(10 + n, "Roses", "\x01,('", "page") for n in range(len(titles))])
    return folder


def go(folder: Path, languages: Sequence[str] = ("en",), progress: Quiet | None = None) -> Bootstrap:
    source = DumpSource(folder, cache=folder, progress=progress or Quiet())
    try:
        return bootstrap("roses", list(languages), source=source, options=Options(keep_names=True))
    finally:
        source.close()


def titles_of(found: Bootstrap) -> set[str]:
    return {term.title for term in found.terms} | {one.title for one in found.excluded}


def test_titles_with_quotes_brackets_emoji_and_any_script_arrive_whole(tmp_path: Path) -> None:
    found = go(roses(tmp_path, ODD))
    assert titles_of(found) == {title.replace("_", " ") for title in ODD}


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0\x1a"), min_size=1), max_size=9)
)
def test_whatever_a_dump_says_is_read_back(titles: list[str]) -> None:
    sql = as_sql("page", PAGE, [(n, 0, title, 0, "wikitext") for n, title in enumerate(titles)], per_line=4)
    lines = sql.encode().split(b"\n")
    read = [text(title) for [column] in Rows(lines).read(["page_title"]) for title in column]
    assert read == titles


def test_rows_on_lines_of_their_own_are_read_too() -> None:
    lines = as_sql("page", PAGE, []).encode().split(b"\n")
    lines += [b"INSERT INTO `page` VALUES", b"(1,0,'A,b',0,'wikitext'),", b"(2,0,'C',0,NULL);"]
    assert list(Rows(lines).read(["page_id", "page_title", "page_content_model"])) == [
        [["1"], ["A,b"], ["wikitext"]],
        [["2"], ["C"], ["NULL"]],
    ]


def test_a_field_too_many_is_no_silent_shift() -> None:
    lines = as_sql("page", PAGE, []).encode().split(b"\n")
    lines += [b"INSERT INTO `page` VALUES (1,0,'A',0,'w'),(2,0,'C',7,0,'w'),(3,0,'D',0,'w');"]
    lines += [b"INSERT INTO `page` VALUES (4,0,'E',0,'w');"]
    rows = Rows(lines)
    assert "E" not in [title for [titles] in rows.read(["page_title"]) for title in titles]
    assert rows.trouble.startswith("damaged")


@pytest.mark.parametrize("ending", [".sql.gz", ".sql", ".sql.bz2"])
def test_a_dump_that_is_cut_gives_what_it_has_and_says_so(tmp_path: Path, ending: str) -> None:
    titles = [f"Rose_{n}_{n * 7919}" for n in range(500)]
    roses(tmp_path, titles)
    plain = gzip.decompress((tmp_path / "enwiki-20240501-page.sql.gz").read_bytes())
    (tmp_path / "enwiki-20240501-page.sql.gz").unlink()
    pack = {
        ".sql.gz": gzip.compress,
        ".sql": bytes,
        ".sql.bz2": lambda raw: b"".join(map(bz2.compress, (raw[:9999], raw[9999:]))),
    }
    whole = pack[ending](plain)
    (tmp_path / f"enwiki-20240501-page{ending}").write_bytes(whole[: len(whole) * 2 // 3])
    found = go(tmp_path)
    assert 100 < len(found.terms) < 500
    assert {term.title for term in found.terms} <= {title.replace("_", " ") for title in titles}
    [note] = [note for note in found.notes if "cut" in note]
    assert f"enwiki-20240501-page{ending}: cut" in note
    assert "rows before are used" in note
    assert go(tmp_path).notes == found.notes  # also when it is loaded already


def test_a_dump_that_is_damaged_in_the_middle_gives_what_stands_before(tmp_path: Path) -> None:
    chance = random.Random(1)
    roses(tmp_path, [f"Rose_{n}_{chance.randbytes(30).hex()}" for n in range(8_000)])
    path = tmp_path / "enwiki-20240501-page.sql.gz"
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 4000] = chance.randbytes(4000)
    path.write_bytes(raw)
    source = DumpSource(tmp_path, cache=tmp_path, progress=Quiet())
    found = bootstrap("roses", ["en"], source=source, options=Options(max_pages=100_000, texts=False))
    source.close()
    assert 1000 < len(found.terms) < 8_000
    assert any("damaged" in note and "rows before are used" in note for note in found.notes)


def test_a_dump_of_another_schema_says_which_columns_are_missing(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose"])
    write_dump(tmp_path, "categorylinks", ("cl_from", "cl_sort", "cl_type"), [(10, "Roses", "page")])
    with pytest.raises(ConfigError, match="unknown schema of categorylinks: the columns cl_to, or cl_target_id are"):
        go(tmp_path)
    (tmp_path / "enwiki-20240501-page.sql.gz").write_bytes(gzip.compress(b"nothing of that kind\n"))
    with pytest.raises(ConfigError, match="no CREATE TABLE stands in it"):
        go(tmp_path)


def test_the_dump_of_another_table_is_told(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose"])
    write_dump(tmp_path, "page", PAGE, [("no number", 0, "Rose", 0, "wikitext")])
    with pytest.raises(StageError, match="is it the dump of page?"):
        go(tmp_path)


def test_missing_dumps_are_told_with_what_that_means(tmp_path: Path) -> None:
    found = go(roses(tmp_path, ["Rose"]), ["en", "de"])
    told = " ".join(found.notes)
    assert "there are no translations" in told
    assert "there are no seeds" in told
    assert "disambiguations are told by their titles alone" in told
    assert "de: only titles, as linked to from en" in told
    (tmp_path / "enwiki-20240501-categorylinks.sql.gz").unlink()
    with pytest.raises(ConfigError, match="enwiki-20240501-categorylinks.sql.gz is missing; download it from"):
        go(tmp_path)
    with pytest.raises(ConfigError, match="there is no Wikipedia in fr"):
        go(tmp_path, ["fr"])
    with pytest.raises(ConfigError, match="is no folder"):
        DumpSource(tmp_path / "nowhere", cache=tmp_path, progress=Quiet())


def test_without_properties_disambiguations_are_told_by_their_titles(tmp_path: Path) -> None:
    found = go(roses(tmp_path, ["Rose_(disambiguation)", "Rose"]))
    assert [(one.title, one.reason) for one in found.excluded] == [("Rose (disambiguation)", "disambiguation")]


def test_language_links_serve_where_the_other_edition_is_not_there(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose", "Dog_rose"])
    write_dump(tmp_path, "langlinks", ("ll_from", "ll_lang", "ll_title"), [(10, "de", "Rose"), (11, "de", "Hundsrose")])
    found = go(tmp_path, ["en", "de"])
    assert {(one.source, one.target) for one in found.translations} == {("Rose", "Rose"), ("Dog rose", "Hundsrose")}


def test_language_links_to_sections_and_other_namespaces_are_no_terms_as_written(tmp_path: Path) -> None:
    roses(tmp_path, ["Noise", "Ladder", "Risk"])
    links = [(10, "de", "Lärm#Arten"), (11, "de", ":Leiter"), (12, "de", "Kategorie:Risiko")]
    write_dump(tmp_path, "langlinks", ("ll_from", "ll_lang", "ll_title"), links)
    found = go(tmp_path, ["en", "de"])
    assert {(one.source, one.target) for one in found.translations} == {("Noise", "Lärm"), ("Ladder", "Leiter")}
    assert [(one.title, one.reason) for one in found.excluded] == [("Kategorie:Risiko", "namespace")]
    assert not any("Kategorie:Risiko" in one.titles.values() for one in found.articles)


def test_a_dump_is_loaded_once_and_again_when_it_is_replaced(tmp_path: Path) -> None:
    go(roses(tmp_path, ["Rose"]))
    store = tmp_path / "enwiki.polytrawl.sqlite"
    before = store.stat().st_mtime_ns
    assert titles_of(go(tmp_path)) == {"Rose"}
    assert store.stat().st_mtime_ns == before
    assert titles_of(go(roses(tmp_path, ["Rose", "Moss_rose"]))) == {"Rose", "Moss rose"}


def test_the_last_day_is_taken(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose"])
    for path in list(tmp_path.glob("*.gz")):
        path.rename(path.with_name(path.name.replace("20240501", "20230101")))
    roses(tmp_path, ["Moss_rose"])
    assert titles_of(go(tmp_path)) == {"Moss rose"}


def test_what_was_loaded_goes_elsewhere_where_the_folder_cannot_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dumps = roses(tmp_path / "dumps", ["Rose"])
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    source = DumpSource(dumps, cache=tmp_path / "cache", progress=Quiet())
    bootstrap("roses", ["en"], source=source)
    source.close()
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["enwiki.polytrawl.sqlite"]


_KILLED = """
import os, signal, sys
from pathlib import Path
from polytrawl.bootstrap.dumps.source import DumpSource

class Killer:
    def begin(self, stage, total): self.stage = stage
    def advance(self, done, counts):
        if "categorylinks" in self.stage: os.kill(os.getpid(), signal.SIGKILL)
    end = say = lambda *_: None

folder = Path(sys.argv[1])
DumpSource(folder, cache=folder, progress=Killer()).wiki("en").category("roses")
"""


def test_a_load_that_is_killed_leaves_nothing_half_done(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose", "Moss_rose"])
    done = subprocess.run([sys.executable, "-c", _KILLED, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert titles_of(go(tmp_path)) == {"Rose", "Moss rose"}


def test_a_file_that_is_no_store_is_told(tmp_path: Path) -> None:
    roses(tmp_path, ["Rose"])
    (tmp_path / "enwiki.polytrawl.sqlite").write_bytes(b"nothing of that kind, but long enough for a header" * 99)
    with pytest.raises(PolytrawlError, match="delete it if it is damaged"):
        go(tmp_path)


def test_tables_that_other_code_has_loaded_are_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go(roses(tmp_path, ["Rose"]))
    with sqlite3.connect(tmp_path / "enwiki.polytrawl.sqlite") as db:
        db.execute("UPDATE page SET title = 'Old_rose' WHERE space = 0")
    db.close()
    assert titles_of(go(tmp_path)) == {"Old rose"}
    monkeypatch.setattr("polytrawl.bootstrap.dumps.load._LAYOUT", "another")
    assert titles_of(go(tmp_path)) == {"Rose"}


@pytest.mark.parametrize("before", [False, True])
def test_a_store_that_another_process_fills_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    monkeypatch.setattr("polytrawl.bootstrap.dumps.load._WAIT_S", 0.05)
    roses(tmp_path, ["Rose"])
    source = DumpSource(tmp_path, cache=tmp_path, progress=Quiet())
    if before:
        source.wiki("en")
    other = sqlite3.connect(tmp_path / "enwiki.polytrawl.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(PolytrawlError, match="another process is writing it; wait") as told:
        bootstrap("roses", ["en"], source=source)
    assert "delete" not in str(told.value)
    other.close()
    source.close()


def test_lines_are_whole_whatever_the_chunks(tmp_path: Path) -> None:
    lines = [b"x" * size for size in (0, 1, 2_000_000, 0, 3, 1_048_576, 5)]
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"\n".join(lines)))
    assert list(Lines(path)) == lines


def test_an_empty_article_does_not_swallow_the_next(tmp_path: Path) -> None:
    texts = {
        "Rose": '<text bytes="0" sha1="x" xml:space="preserve" />',
        "Lily": '<text bytes="4">A &lt;b&gt;\nlily</text>',
    }
    pages = (f"  <page>\n    <title>{title}</title>\n      {text}\n  </page>\n" for title, text in texts.items())
    path = tmp_path / "enwiki-20240501-pages-articles.xml"
    path.write_text(f"<mediawiki>\n{''.join(pages)}</mediawiki>\n")
    assert list(articles_in(path, {"Rose", "Lily", "Moss"})) == [("Rose", ""), ("Lily", "A <b>\nlily")]


def test_members_that_come_in_several_parts_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.bootstrap.dumps.groups._AT_ONCE", 7)
    titles = [f"Rose_{n}" for n in range(40)]
    assert titles_of(go(roses(tmp_path, titles))) == {title.replace("_", " ") for title in titles}
