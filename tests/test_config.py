"""Configs: everything wrong is found before anything starts, with the way to mend it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from polytrawl import config
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry, write_lexicon

BASE = {"languages": ["en", "de"], "seeds": ["http://127.0.0.1/"]}


def resolve(table=None, *sets, folder=Path("/runs/one")):
    made = config.resolve({**BASE, **(table or {})}, sets=sets, folder=folder)
    config.check(made)
    return made


def test_defaults_fill_every_stage():
    made = resolve()
    assert made.languages == ("en", "de")
    assert made.stages["clean"]["extractor"]["use"] == "blocks"
    assert made.stages["pair"]["languages"] == ["en", "de"]


@pytest.mark.parametrize(
    ("table", "sets", "message"),
    [
        ({"langauges": ["en"]}, (), "langauges: no such key or stage; did you mean 'languages'?"),
        ({"crwal": {}}, (), "crwal: no such key or stage; did you mean 'crawl'?"),
        ({"crawl": {"max_page": 3}}, (), "crawl.max_page: 'crawl' has no such option; did you mean 'max_pages'?"),
        ({"crawl": {"max_pages": "many"}}, (), "crawl.max_pages: 'many' does not fit"),
        ({"crawl": {"delay_s": -1}}, (), "crawl.delay_s: -1 does not fit"),
        ({"crawl": 3}, (), "crawl: expected a table [crawl]"),
        (
            {"clean": {"extractor": "blok"}},
            (),
            "clean.extractor: there is no extractor called 'blok'; did you mean 'blocks'?",
        ),
        (
            {"clean": {"extractor": {"use": "blocks", "treshold": 1}}},
            (),
            "clean.extractor.treshold: 'blocks' has no such option",
        ),
        ({"languages": []}, (), "languages: [] does not fit"),
        ({"languages": ["English"]}, (), "languages: ['English'] does not fit"),
        ({"seeds": []}, (), "seeds: nothing to start from"),
        ({}, ("crawl.max_pages",), "--set crawl.max_pages: expected table.key=value"),
        ({}, ("languages.en=1",), "'languages' is not a table"),
        ({}, ("crawl.delay=1",), "crawl.delay: 'crawl' has no such option; did you mean 'delay_s'?"),
        ({"engine": "spark"}, (), "engine: 'spark' does not fit"),
        ({"seeds": ["example.org"]}, (), "seeds: 'example.org' is no web address"),
        ({"seeds": ["http://example.org/"]}, (), "crawl.contact: http://example.org/ is on the public web"),
        ({"crawl": {"scope": "("}}, (), "crawl.scope"),
        ({"crawl": {"connect_to": "nowhere"}}, (), "crawl.connect_to"),
        ({"warcs": ["none.warc.gz"]}, (), "none.warc.gz"),
        ({"topic": {"definition": "none.tsv"}}, (), "none.tsv"),
        ({"languages": ["en", "en"]}, (), "languages: 'en' stands there twice"),
        ({"folders": [3]}, (), "folders: [3] does not fit"),
        ({"folders": [{"path": 3}]}, (), "folders: [{'path': 3}] does not fit"),
        ({"plugins": ["a\0b"]}, (), "plugins: 'a\\x00b' is no path"),
        ({"topic": {"definition": ""}}, (), "topic.definition: '' is no path"),
        ({"crawl": {"connect_to": "a:99999"}}, (), "crawl.connect_to"),
        ({"max_error_share": 2}, (), "max_error_share: 2 does not fit"),
        ({"plugins": ["nowhere.py"]}, (), "nowhere.py cannot be read"),
    ],
)
def test_what_is_wrong_is_said_with_the_nearest_right_word(table, sets, message):
    with pytest.raises(ConfigError) as caught:
        resolve(table, *sets)
    assert message in str(caught.value)


def test_set_values_are_stronger_than_the_file_and_may_be_any_toml():
    made = resolve({"crawl": {"max_pages": 5}}, "crawl.max_pages=7", 'languages=["it"]', "crawl.scope=host")
    assert made.stages["crawl"]["max_pages"] == 7
    assert made.stages["crawl"]["scope"] == "host"
    assert made.languages == ("it",)


def test_set_can_give_an_option_to_a_plugin_named_in_the_file():
    made = resolve({"crawl": {"strategy": "anchor-words"}}, 'crawl.strategy.words=["safety"]')
    assert made.stages["crawl"]["strategy"] == {"use": "anchor-words", "words": ["safety"], "weight": 1.0}


def test_paths_start_from_the_folder_of_the_file(tmp_path: Path):
    (tmp_path / "a.warc.gz").write_bytes(b"")
    for name in ("saved", "more"):
        (tmp_path / name).mkdir()
    folders = ["saved", {"path": "more", "base_url": "http://m.test/"}]
    made = resolve({"warcs": ["a.warc.gz"], "folders": folders}, folder=tmp_path)
    assert made.run["warcs"] == [str(tmp_path / "a.warc.gz")]
    assert [one["path"] for one in made.run["folders"]] == [str(tmp_path / "saved"), str(tmp_path / "more")]
    assert made.stages["crawl"]["warcs"] == made.run["warcs"]


def test_the_resolved_config_is_a_config_that_says_the_same(tmp_path: Path):
    (tmp_path / "terms.tsv").write_text("1\tladder\tgeneral\ten\n")
    strategy = {"use": "anchor-words", "words": ["x"]}
    made = resolve({"topic": {"definition": "terms.tsv"}, "crawl": {"strategy": strategy}}, folder=tmp_path)
    again = config.resolve(tomllib.loads(made.to_toml()), folder=tmp_path)
    assert again == made


@pytest.mark.parametrize("text", ["languages = [", 'languages = "\udcff"'])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: str):
    path = tmp_path / "run.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError, match=r"run\.toml: cannot be read"):
        config.load(path)


def test_a_missing_file_tells_how_to_write_one(tmp_path: Path):
    with pytest.raises(ConfigError, match="no such file; `polytrawl init DIR` writes one"):
        config.load(tmp_path / "run.toml")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("align.aligner.dictionary={path!r}", r"align\.aligner\.dictionary: .*words\.tsv is fr-en, and the run has"),
        ("export.exporters=[{{use='comparable', dictionary={path!r}}}]", "it is fr-en, and en-it is wanted"),
        ("export.exporters=[{{use='comparable', dictionary={path!r}, between=['it']}}]", "name the two languages"),
        ("align.aligner='mt'", "command"),
    ],
)
def test_what_does_not_fit_the_languages_is_told_before_anything_starts(tmp_path: Path, text: str, why: str):
    path = tmp_path / "words.tsv"
    write_lexicon(path, ("fr", "en"), [Entry("maison", "house")])
    with pytest.raises(ConfigError, match=why):
        resolve({"languages": ["it", "en"]}, text.format(path=str(path)))
    resolve({"languages": ["it", "en", "fr"]}, f"align.aligner.dictionary={str(path)!r}")
