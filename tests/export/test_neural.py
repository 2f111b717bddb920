"""Parts to train, validate and test with: by document, and no sentence of one in another."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from polytrawl.alike import mark
from polytrawl.errors import ConfigError
from polytrawl.export.exporters.neural import Neural
from polytrawl.export.parts import PARTS, Groups
from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Document, PagePair, Paragraph, SentencePair

LANGUAGES = ("en", "de", "fr")


def page(language: str, number: int) -> Document:
    name = f"{language}-{number}"
    return Document(
        id=f"d-{name}", page=f"g-{name}", url=f"http://a.test/{name}", site="a.test", language=language,
        paragraphs=(Paragraph(text="x"),),
    )  # fmt: skip


def letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


class Shelf:
    """Pages in three languages, each with its own sentences, and one sentence that all pages have."""

    def __init__(self, pages: int, *, languages: tuple[str, ...] = LANGUAGES) -> None:
        made = {(language, n): page(language, n) for language in languages for n in range(pages)}
        self.stages = {"topic": list(made.values()), "dedup": [], "pair": [], "mine": [], "filter": []}
        for n in range(pages):
            for left, right in combinations(languages, 2):
                name = f"p-{left}-{right}-{n}"
                pair = PagePair(id=name, left=made[left, n], right=made[right, n], probability=0.9)
                self.stages["pair"].append(pair)
                texts = [(f"own {letters(n)} {letters(k)}", f"eigen {letters(n)} {letters(k)}") for k in range(4)]
                texts += [
                    ("Next page", f"weiter {letters(n)}"),
                    (f"go {letters(n)}", "Ende, Nr. 1" if n % 2 else "ENDE nr 22"),
                ]
                self.stages["filter"] += [self.unit(pair, *both, k) for k, both in enumerate(texts)]

    def unit(self, pair: PagePair, source: str, target: str, number: int) -> SentencePair:
        left, right = pair.left, pair.right
        return SentencePair(
            id=f"s-{pair.id}-{number}", pair=pair.id, source=f"{left.language} {source}",
            target=f"{right.language} {target}", source_language=left.language, target_language=right.language,
            source_url=left.url, target_url=right.url, source_page=left.page, target_page=right.page, score=0.9,
        )  # fmt: skip

    def records(self, stage: str):
        return iter(self.stages[stage])

    def patterns(self):
        return []


def selection(pages: int = 100) -> Selection:
    return Selection(Shelf(pages), Rules(), LANGUAGES)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def numbers(found: list[str]) -> set[str]:
    """The pages that sentences of their own come from."""
    return {line.split()[2] for line in found if line.split()[1] in ("own", "eigen")}


def test_parts_have_pages_as_a_whole_in_all_languages(tmp_path: Path):
    Neural(valid=0.1, test=0.2).export(selection(), tmp_path)
    pages = {part: numbers(lines(tmp_path / f"neural/en-de/{part}.en")) for part in PARTS}
    assert sum(map(len, pages.values())) == len(set.union(*pages.values())) == 100
    assert 10 < len(pages["test"]) < 32
    assert 3 < len(pages["valid"]) < 20
    for folder, language in (("en-fr", "en"), ("de-fr", "fr")):
        assert {part: numbers(lines(tmp_path / f"neural/{folder}/{part}.{language}")) for part in PARTS} == pages


def test_no_text_of_a_part_is_in_another_on_either_side(tmp_path: Path):
    Neural(valid=0.1, test=0.2).export(selection(), tmp_path)
    for language in LANGUAGES:
        marks = {
            part: {mark(line) for path in tmp_path.rglob(f"{part}.{language}") for line in lines(path)}
            for part in PARTS
        }
        assert all(marks.values())
        assert all(one.isdisjoint(other) for one, other in combinations(marks.values(), 2))
    [figures] = [json.loads((tmp_path / "neural/en-de/figures.json").read_text())]
    assert set(figures["left_out"]) == {"train: a side is in test", "valid: a side is in test"}
    # Each page gives four sentences of its own; of the other two, those in test or alike it stay there only.
    assert figures["parts"]["train"]["units"] == 4 * figures["parts"]["train"]["groups_of_pages"]
    both = lines(tmp_path / "neural/en-de/train.en"), lines(tmp_path / "neural/en-de/train.de")
    assert len(both[0]) == len(both[1]) == figures["parts"]["train"]["units"]
    assert all(left.split()[2:] == right.split()[2:] for left, right in zip(*both, strict=True))


def test_a_larger_share_only_adds_to_the_test_and_a_larger_crawl_moves_no_page(tmp_path: Path):
    found = []
    for name, share, pages in (("a", 0.1, 60), ("b", 0.2, 60), ("c", 0.1, 100)):
        (tmp_path / name).mkdir()
        Neural(valid=0.0, test=share).export(selection(pages), tmp_path / name)
        found.append(numbers(lines(tmp_path / name / "neural/en-de/test.en")))
    assert found[0] < found[1]
    assert found[0] < found[2]


def test_the_tag_is_the_first_token_of_the_left_side(tmp_path: Path):
    Neural(tag="<music>", form="tsv", test=0.0).export(selection(20), tmp_path)
    head, *rows = lines(tmp_path / "neural/en-de/train.tsv")
    assert head == "en\tde"
    assert all(row.startswith("<music> en ") and "\tde " in row for row in rows)
    assert "begins with the tag `<music>`" in (tmp_path / "neural/en-de/README.md").read_text()
    assert lines(tmp_path / "neural/en-de/test.tsv") == ["en\tde"]


def test_few_pages_may_leave_a_part_empty_and_that_is_told(tmp_path: Path):
    Neural(valid=0.001, test=0.001).export(selection(2), tmp_path)
    assert "`test` is empty: there are few pages" in (tmp_path / "neural/en-de/README.md").read_text()


def test_no_units_at_all_give_empty_files(tmp_path: Path):
    Neural().export(selection(0), tmp_path)
    assert {path.name for path in (tmp_path / "neural/en-de").iterdir()} == {
        *(f"{part}.{language}" for part in PARTS for language in ("en", "de")),
        "README.md",
        "figures.json",
    }


@pytest.mark.parametrize(
    ("options", "told"),
    [({"valid": 0.5, "test": 0.5}, "nothing is left to train"), ({"tag": "a b"}, "'a b' has white space")],
)
def test_options_that_cannot_be_are_told_before_the_work(options: dict[str, object], told: str):
    with pytest.raises(ConfigError, match=told):
        Neural(**options).check_for(("en", "de"))


def test_groups_hang_together_over_any_way():
    groups = Groups()
    for left, right in (("c", "d"), ("a", "b"), ("b", "c"), ("x", "y")):
        groups.join(left, right)
    assert {groups.of(one) for one in "abcd"} == {"a"}
    assert groups.of("y") == "x"
