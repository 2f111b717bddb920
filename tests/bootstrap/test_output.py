"""The files of a bootstrap: other stages read them, and whatever stands in a title stays text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from polytrawl.bootstrap.articles import phrase_table
from polytrawl.bootstrap.base import Facts
from polytrawl.bootstrap.opening import folder_for, languages_of
from polytrawl.bootstrap.output import write
from polytrawl.bootstrap.page import page_of
from polytrawl.bootstrap.result import Article, Bootstrap, Excluded, OfLanguage, Seed, TermFound, Translation
from polytrawl.bootstrap.seeds import candidates, seeds
from polytrawl.cli.start import config_of
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import read_lexicon
from polytrawl.relevance.definition import Definition

NASTY = "</script><script>alert(1)</script> & 'x'"


def term(language: str, text: str, weight: float, **more: Any) -> TermFound:
    facts = {"subtopic": "Roses", "depth": 0, "title": text, "frequency": 3, "rarity": 1.0}
    return TermFound(language=language, text=text, weight=weight, **{**facts, **more})


FOUND = Bootstrap(
    word="roses",
    category="Roses",
    languages=("en", "de", "ar"),
    depth=2,
    is_whole=False,
    terms=(
        term("en", "dog rose", 80.5, title="Dog rose"),
        term("en", NASTY, 7, subtopic="a;b"),
        term("de", "Hundsrose", 100.0),
        term("ar", "ورد", 50.0, frequency=None),
    ),
    translations=(
        Translation(("en", "de"), "dog rose", "Hundsrose", 1),
        Translation(("en", "ar"), "dog rose", "ورد", 2),
        Translation(("de", "ar"), "Hundsrose", "ورد", 1),
    ),
    seeds=(Seed("en", "https://a.example/", 2, ("Dog rose", 'A "rose"')),),
    excluded=(
        Excluded("en", "Rose Society", "named-entity", 1, "Roses"),
        Excluded("en", "Roses", "redirect", 0, "Roses"),
    ),
    articles=(
        Article({"en": "Dog rose", "de": "Hundsrose"}, 0),
        Article({"en": "Briar", "de": "Hundsrose"}, 0),
        Article({"en": "Rose (plant)"}, 0),
    ),
    counts=(OfLanguage("en", 3, 4, 2, 2, 1, 4), OfLanguage("de", 0, 1, 1, 0, 0, 1), OfLanguage("ar", 0, 1, 1, 0, 0, 0)),
    notes=("the walk stopped",),
)


def test_the_topic_stage_reads_the_terms(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    terms = Definition.read(tmp_path / "topic.tsv").terms
    assert [(one.weight, one.text, one.subtopics, one.language) for one in terms] == [
        (80.5, "dog rose", ("Roses",), "en"),
        (7.0, NASTY, ("a,b",), "en"),
        (100.0, "Hundsrose", ("Roses",), "de"),
        (50.0, "ورد", ("Roses",), "ar"),
    ]


def test_lexicons_are_read_by_those_who_use_them(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    languages, entries = read_lexicon(tmp_path / "translations.en-ar.tsv")
    assert languages == ("en", "ar")
    [entry] = entries
    assert (entry.source, entry.target, entry.score, entry.origin, entry.support) == (
        "dog rose",
        "ورد",
        1.0,
        "wikipedia:roses",
        2,
    )


def test_nothing_is_lost_silently(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    assert (tmp_path / "excluded.tsv").read_text(encoding="utf-8").splitlines()[1:] == [
        "en\tRose Society\tnamed-entity\t1\tRoses",
        "en\tRoses\tredirect\t0\tRoses",
    ]
    assert (tmp_path / "seeds.tsv").read_text(encoding="utf-8").splitlines() == [
        "language\turl\tcount\ttitles",
        'en\thttps://a.example/\t2\tDog rose|A "rose"',
    ]
    about = json.loads((tmp_path / "bootstrap.json").read_text(encoding="utf-8"))
    assert about["notes"] == ["the walk stopped"]
    assert about["languages"][0]["terms"] == 2


def test_lexicons_of_languages_that_are_no_longer_asked_for_go(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    fewer = msgspec.structs.replace(FOUND, languages=("en", "de"), translations=FOUND.translations[:1])
    write(fewer, tmp_path)
    assert [path.name for path in sorted(tmp_path.glob("translations.*"))] == ["translations.en-de.tsv"]


def test_a_title_that_is_taken_back_has_no_qualifier() -> None:
    planet = Excluded("en", "Mercury (planet)", "named-entity", 0, "Planets")
    page = page_of(msgspec.structs.replace(FOUND, word='"R&D"', excluded=(planet,)))
    assert '"text":"Mercury"' in page
    assert "Mercury (planet)" not in page
    assert "<title>Terms for &quot;R&amp;D&quot;</title>" in page


def test_an_edited_topic_is_kept_beside_the_new_one_until_it_is_deleted(tmp_path: Path) -> None:
    said: list[str] = []
    write(FOUND, tmp_path, said.append)
    other = msgspec.structs.replace(FOUND, terms=FOUND.terms[:1])
    write(other, tmp_path, said.append)
    topic = tmp_path / "topic.tsv"
    assert len(topic.read_text(encoding="utf-8").splitlines()) == 2  # of what was not edited, the last one counts
    assert said == []
    topic.write_text("mine", encoding="utf-8")
    for found in (FOUND, FOUND, other):
        write(found, tmp_path, said.append)
    assert topic.read_text(encoding="utf-8") == "mine"
    assert "dog rose" in (tmp_path / "topic.new.tsv").read_text(encoding="utf-8")
    assert len(said) == 3
    topic.unlink()
    write(FOUND, tmp_path, said.append)
    assert "Hundsrose" in topic.read_text(encoding="utf-8")
    assert not (tmp_path / "topic.new.tsv").exists()
    assert len(said) == 3


def test_candidates_are_of_the_sites_that_most_pages_link_to_a_few_of_each() -> None:
    linked = {f"https://much.example/{number}": (f"Page {number}",) for number in range(5)}
    linked |= {
        "https://a.example/": ("Far",),
        "https://b.example/": ("Near",),
        "https://twice.example/": ("Far", "Near"),
    }
    found = msgspec.structs.replace(
        FOUND,
        seeds=tuple(Seed("en", url, len(titles), titles) for url, titles in linked.items()),
        articles=(Article({"en": "Near"}, 0), Article({"en": "Far"}, 2)),
    )
    much = [f"https://much.example/{number}" for number in range(3)]
    rest = ["https://twice.example/", "https://b.example/", "https://a.example/"]
    assert candidates(found, "en", 100) == [*much, *rest]
    assert candidates(found, "en", 4) == [*much, rest[0]]
    assert candidates(found, "de", 100) == []


def test_archives_and_catalogues_are_no_seeds() -> None:
    links = ["web.archive.org/web/2010/http://a.example/", "doi.org/10.1/x", "books.google.de/books?id=1", "viaf.org/1"]
    facts = Facts(outside=[*(f"https://{one}" for one in links), "//notarchive.org/", "http://google.de/"])
    assert [one.url for one in seeds([("Rose", facts)], "en")] == ["http://google.de/", "https://notarchive.org/"]


def test_no_title_ends_the_script_of_the_page(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert data
    assert NASTY in [one["text"] for one in json.loads(data[1])["terms"]]


def test_a_phrase_table_has_shares_and_counts() -> None:
    assert list(phrase_table(FOUND, ("en", "de"))) == [
        "Briar ||| Hundsrose ||| 0.5 1 1 1 ||| 0-0 ||| 2 1 1",
        "dog rose ||| Hundsrose ||| 0.5 1 1 1 |||  ||| 2 1 1",
    ]


@pytest.mark.parametrize("langs", ["", ",", "en,deutsch!", "e", "en,../x"])
def test_languages_that_are_none_are_refused(langs: str) -> None:
    with pytest.raises(ConfigError, match="write codes, such as en,de"):
        languages_of(langs)


def test_a_region_may_be_written_with_a_line_and_no_language_twice() -> None:
    assert config_of([], "de_AT,it", topic=None, strategy=None, max_pages=None, contact=None)[
        "languages"
    ] == languages_of("de-at,IT")
    with pytest.raises(ConfigError, match="de stands there twice"):
        languages_of("de,en,DE")


@pytest.mark.parametrize("word", ["../../etc", "/", "..", "a/b", "🌹", "Ballet"])
def test_no_word_leads_out_of_the_folder(word: str) -> None:
    folder = folder_for(word)
    assert folder.parent == Path("bootstrap")
    assert folder.name not in ("", ".", "..")
