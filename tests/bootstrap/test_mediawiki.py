"""A bootstrap of two real MediaWikis: what is expected, and the same over their APIs and from dumps of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mediawiki
import wiki_dumps
from polytrawl.bootstrap.api.client import Manners
from polytrawl.bootstrap.api.source import ApiSource
from polytrawl.bootstrap.articles import write_articles
from polytrawl.bootstrap.dumps.source import DumpSource
from polytrawl.bootstrap.find import UnclearCategory
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.start import Options, bootstrap
from support import Quiet
from wiki_pages import DE, EN

pytestmark = pytest.mark.skipif(bool(mediawiki.MISSING), reason=f"{mediawiki.MISSING}: make system (as root)")

DEPTH = 9  # far more than there are categories: the tree has a loop

TERMS = {
    "en": [
        ("tulip", "Flowers", 0),
        ("lily of the valley", "Flowers", 0),
        ("cut flower", "Flowers", 0),
        ("iris", "Flowers", 0),
        ("Forgotten flower", "Flowers", 0),
        ('Mother-in-law\'s "tongue"', "Flowers", 0),
        ("dahlia", "Garden flowers", 1),
        ("rose", "Garden flowers", 1),
        ("Garden rose", "Garden flowers", 2),
        ("Hybrid tea", "Garden flowers", 3),
    ],
    "de": [
        ("Tulpe", "Flowers", 0),
        ("Bogenhanf", "Flowers", 0),
        ("Maiglöckchen", "Flowers", 0),
        ("Schnittblume", "Flowers", 0),
        ("Schwertlilie", "Flowers", 0),
        ("Dahlien", "Garden flowers", 1),
        ("Gartenrose", "Garden flowers", 2),
    ],
}
TRANSLATIONS = {
    ("tulip", "Tulpe"),
    ("lily of the valley", "Maiglöckchen"),
    ("cut flower", "Schnittblume"),
    ("iris", "Schwertlilie"),
    ('Mother-in-law\'s "tongue"', "Bogenhanf"),
    ("dahlia", "Dahlien"),
    ("Garden rose", "Gartenrose"),
}
SEEDS = [
    ("en", "http://garden.example/tulip", 2, ("Royal Flower Society", "Tulip")),
    ("de", "https://www.tulpen.example/", 2, ("Maiglöckchen", "Tulpe")),
    ("en", "https://www.poison.example/lily/", 1, ("Lily of the valley",)),
    ("en", "https://www.society.example/", 1, ("Royal Flower Society",)),
    ("en", "https://www.tulips.example/", 1, ("Tulip",)),
    ("de", "https://www.tulips.example/", 1, ("Tulpe",)),
]
EXCLUDED = {
    ("en", "Category:Articles without sources", "hidden-category"),
    ("en", "1637 in gardening", "year"),
    ("en", "Index of flowers", "list"),
    ("en", "List of flowers", "list"),
    ("en", "Iris", "disambiguation"),
    ("en", "RHS", "abbreviation"),
    ("en", "Royal Flower Society", "named-entity"),
    ("en", "Tulips", "redirect"),
    ("en", "\U0001f337", "no-word"),
    ("de", "Vergessene Blume", "missing"),
    ("de", "Liste der Blumen", "list"),
    ("de", "Königliche Blumengesellschaft", "named-entity"),
    ("de", "Rosen", "redirect"),
}


@pytest.fixture(scope="module")
def wikis(tmp_path_factory: pytest.TempPathFactory) -> mediawiki.Wikis:
    return mediawiki.Wikis(tmp_path_factory.mktemp("wikis"), {"en": EN, "de": DE})


@pytest.fixture(scope="module")
def template(wikis: mediawiki.Wikis) -> Iterator[str]:
    with wikis.serve() as served:
        yield served


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("answers") / "answers.sqlite"


@pytest.fixture
def api(template: str, answers: Path) -> Iterator[ApiSource]:
    source = ApiSource(answers, template=template, manners=Manners(allow_private=True, delay_s=0))
    yield source
    source.close()


def of_flowers(source: ApiSource | DumpSource, **options: object) -> Bootstrap:
    return bootstrap("flowers", ["en", "de"], source=source, options=Options(**{"depth": DEPTH, **options}))


def terms_of(found: Bootstrap) -> dict[str, list[tuple[str, str, int]]]:
    return {
        language: [(term.text, term.subtopic, term.depth) for term in found.terms_in(language)]
        for language in found.languages
    }


def test_flowers_give_the_expected_terms_translations_and_seeds(api: ApiSource) -> None:
    found = of_flowers(api)
    assert (found.category, found.is_whole, found.notes) == ("Flowers", True, ())
    assert terms_of(found) == TERMS
    assert {(one.source, one.target) for one in found.translations} == TRANSLATIONS
    assert all(one.languages == ("en", "de") and one.support == 1 for one in found.translations)
    assert [(seed.language, seed.url, seed.count, seed.titles) for seed in found.seeds] == SEEDS
    assert {(one.language, one.title, one.reason) for one in found.excluded} == EXCLUDED
    en, de = found.counts
    assert (en.categories, en.pages, en.terms, en.excluded, en.seeds) == (4, 18, 10, 9, 4)
    assert (de.categories, de.pages, de.terms, de.excluded, de.seeds) == (0, 11, 7, 4, 2)


def test_what_was_answered_is_not_asked_again(api: ApiSource) -> None:
    before = of_flowers(api)
    asked = api.asked
    assert of_flowers(api) == before
    assert api.asked == asked


def test_answers_in_many_parts_give_the_same(
    template: str, api: ApiSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = of_flowers(api, texts=False)
    monkeypatch.setattr("polytrawl.bootstrap.api.wiki._LINKS", 2)
    monkeypatch.setattr("polytrawl.bootstrap.api.wiki._TITLES", 7)
    source = ApiSource(tmp_path / "a.sqlite", template=template, manners=Manners(allow_private=True, delay_s=0))
    assert of_flowers(source, texts=False) == whole
    assert source.asked > 30
    source.close()


@pytest.mark.parametrize("new_schema", [False, True])
def test_dumps_give_the_same_as_the_api(
    wikis: mediawiki.Wikis, api: ApiSource, tmp_path: Path, *, new_schema: bool
) -> None:
    folder = wiki_dumps.dump(wikis, tmp_path / "dumps", new_schema=new_schema)
    source = DumpSource(folder, cache=tmp_path, progress=Quiet())
    assert of_flowers(source) == of_flowers(api, texts=False)
    source.close()
    wiki_dumps.dump_texts(wikis, folder)
    source = DumpSource(folder, cache=tmp_path, progress=Quiet())
    found = of_flowers(source)
    assert found == of_flowers(api)
    assert found.counts[0].texts == 16
    written = write_articles(found, source, tmp_path / "out", Quiet())
    source.close()
    assert [path.name for path in written] == ["en.txt", "de.txt", "phrase-table.en-de"]
    en, _, table = (path.read_text(encoding="utf-8") for path in written)
    assert "A dahlia comes from Mexico.\nThe dahlia needs sun.\n\n" in en
    assert "All about tulips" not in en  # a list of links is no text
    assert "tulip ||| Tulpe ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n" in table
    assert "Royal Flower Society ||| Königliche Blumengesellschaft ||| 1 1 1 1 |||  ||| 1 1 1\n" in table
    assert "Rosen" not in table  # a redirect is no article


def test_names_can_be_kept(api: ApiSource) -> None:
    found = of_flowers(api, keep_names=True)
    assert ("Royal Flower Society", "Königliche Blumengesellschaft") in {
        (one.source, one.target) for one in found.translations
    }
    assert not {"named-entity"} & {one.reason for one in found.excluded}


def test_the_walk_stops_at_its_guard_and_says_so(api: ApiSource) -> None:
    found = of_flowers(api, max_pages=5)
    assert found.counts[0].pages == 5
    assert not found.is_whole
    assert "stopped at max_pages = 5: 5 pages" in found.notes[0]
    whole = of_flowers(api, max_pages=18)
    assert (whole.counts[0].pages, whole.is_whole) == (18, True)


@pytest.mark.parametrize("word", ["Flowers", "blossoms", "Blooms", "  flowers_ "])
def test_a_category_is_found_by_its_name_and_by_redirects(api: ApiSource, word: str) -> None:
    assert bootstrap(word, ["en"], source=api, options=Options(depth=0)).category == "Flowers"


def test_a_search_that_finds_one_category_takes_it(api: ApiSource) -> None:
    assert bootstrap("garden", ["en"], source=api, options=Options(depth=0)).category == "Garden flowers"


def test_what_could_be_meant_is_listed(wikis: mediawiki.Wikis, api: ApiSource, tmp_path: Path) -> None:
    dumps = DumpSource(wiki_dumps.dump(wikis, tmp_path / "dumps", new_schema=True), cache=tmp_path, progress=Quiet())
    for source in (api, dumps):
        with pytest.raises(UnclearCategory, match="no category is called 'flower'") as error:
            bootstrap("flower", ["en"], source=source)
        names = {one.name for one in error.value.candidates}
        assert {"Flowers", "Flower fairs", "Flower shows"} <= names
        assert error.value.candidates[0].name == "Flowers"  # the largest
        with pytest.raises(UnclearCategory, match="nothing is found for 'gearwheels'"):
            bootstrap("gearwheels", ["en"], source=source)
        assert bootstrap("blossoms", ["en"], source=source, options=Options(depth=0)).category == "Flowers"
        assert bootstrap("Blooms", ["en"], source=source, options=Options(depth=0)).category == "Flowers"
    dumps.close()


def test_the_command_writes_files_that_other_stages_read(template: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "polytrawl", "bootstrap", "flowers", "--langs", "en,de", "--depth", str(DEPTH)]
    asked = ["--wiki", template, "--allow-private", "--out", str(tmp_path / "out")]
    done = subprocess.run([*command, *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "EN: 10" in done.stdout
    assert "DE: 7" in done.stdout
    lines = (tmp_path / "out" / "topic.tsv").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[1:] for line in lines[1:]] == [
        [text, subtopic, language] for language, terms in TERMS.items() for text, subtopic, _ in terms
    ]
    lexicon = (tmp_path / "out" / "translations.en-de.tsv").read_text(encoding="utf-8").splitlines()
    assert lexicon[0] == "# lexicon en de"
    assert {tuple(line.split("\t")[:2]) for line in lexicon[1:]} == TRANSLATIONS
    assert lexicon[-1].split("\t")[2:] == ["1", "wikipedia:flowers", "1"]
    seeds = (tmp_path / "out" / "seeds.tsv").read_text(encoding="utf-8").splitlines()
    assert seeds[1] == "en\thttp://garden.example/tulip\t2\tRoyal Flower Society|Tulip"
