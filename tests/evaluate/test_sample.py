"""Samples of every kind, drawn from a run: repeatable, blind, safe from loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from filled_sheets import judge, rows_of
from polytrawl.errors import ConfigError, StageError
from polytrawl.evaluate.api import write_sample
from polytrawl.evaluate.draw import Plan
from polytrawl.evaluate.intervals import sample_size
from polytrawl.evaluate.kinds import KINDS, Population
from polytrawl.evaluate.tables import as_line, read_table
from polytrawl.records import Document, Paragraph, replace
from polytrawl.run import Run, open_run
from polytrawl.topic.examples import read_rows
from support import Quiet


def table_of(run: Run, kind: str, plan: Plan | None = None, *, exported: bool = True) -> Path:
    return write_sample(run, kind, plan, exported=exported).files[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_can_be_drawn_again_and_another_seed_draws_another(copied: Run, kind: str) -> None:
    drawn = write_sample(copied, kind)
    page, table = drawn.files
    ids = {thing.id for thing in KINDS[kind].things(Population(copied, is_exported=True))}
    first = [row[KINDS[kind].one] for row in rows_of(table)]
    assert len(first) == len(set(first)) == drawn.drawn
    assert set(first) < ids
    assert drawn.population == len(ids)
    assert sum(number for number, _ in drawn.strata.values()) == drawn.drawn
    again = page.read_bytes(), table.read_bytes()
    write_sample(copied, kind)
    assert (page.read_bytes(), table.read_bytes()) == again
    assert {row[KINDS[kind].one] for row in rows_of(table_of(copied, kind, Plan(seed=1)))} != set(first)


@pytest.mark.parametrize("kind", ["documents", "pairs", "units"])
def test_languages_have_their_share_of_the_sample(copied: Run, kind: str) -> None:
    drawn = write_sample(copied, kind)
    assert drawn.drawn == sample_size(drawn.population)
    for number, of in drawn.strata.values():
        assert abs(number - drawn.drawn * of / drawn.population) < 2


def test_text_and_boilerplate_are_drawn_apart_and_asked_alike(copied: Run) -> None:
    drawn = write_sample(copied, "paragraphs")
    counts: Counter[str] = Counter()
    for name, (number, _) in drawn.strata.items():
        counts[name.split()[1]] += number
    whole = {part: sum(of for name, (_, of) in drawn.strata.items() if name.endswith(part)) for part in counts}
    assert counts == {part: sample_size(number) for part, number in whole.items()}
    asked = {(row["stratum"].split()[1], row["judged_language"]) for row in rows_of(drawn.files[1])}
    assert {("text", ""), ("boilerplate", "")} <= asked  # the question does not give away what polytrawl thinks
    assert all((row["judged_language"] == "-") == (row["language"] == "und") for row in rows_of(drawn.files[1]))


def test_all_that_was_found_is_more_than_what_is_exported(copied: Run) -> None:
    exported, found = (write_sample(copied, "units", exported=one) for one in (True, False))
    assert found.population == sum(1 for _ in Population(copied, is_exported=False).units()) > exported.population
    assert not read_table(found.files[1]).origin.is_exported
    everything = write_sample(copied, "units", Plan(size=10**6), exported=False)
    assert everything.drawn == everything.population


def test_a_sheet_can_be_written_elsewhere(copied: Run, tmp_path: Path) -> None:
    out = tmp_path / "mine.html"
    assert write_sample(copied, "units", out=out).files == [out]
    assert not (copied.path / "evaluate").exists()
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_judgements_are_not_drawn_over(copied: Run) -> None:
    table = table_of(copied, "pairs", Plan(size=3))
    judge(table, lambda _: {"judged_pair": "no"}, table.name)
    with pytest.raises(ConfigError, match="has judgements"):
        write_sample(copied, "pairs", Plan(seed=2))
    assert read_table(table).judged == 3
    write_sample(copied, "units")  # that is another table


def test_nor_is_a_file_that_is_no_sheet(copied: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("my notes\n")
    with pytest.raises(ConfigError, match="is this a table of `polytrawl evaluate sample`"):
        write_sample(copied, "pairs", out=tmp_path / "mine.tsv")
    assert (tmp_path / "mine.tsv").read_text() == "my notes\n"


def test_a_run_that_is_not_finished_says_what_to_do(copied: Run) -> None:
    (copied.path / "filter" / "manifest.json").unlink()
    with pytest.raises(StageError, match="filter: not finished"):
        write_sample(copied, "units")
    assert write_sample(copied, "pairs", exported=False).drawn


class Given(Population):
    """Documents without a run."""

    def __init__(self, *documents: Document) -> None:
        self.given = documents

    def documents(self) -> Iterator[Document]:
        yield from self.given


def test_without_a_topic_only_the_language_is_asked() -> None:
    one = Document(id="d-1", page="g", url="http://a.test/", site="a", language="de", paragraphs=(Paragraph(text="a"),))
    within = replace(one, relevance=0.5)
    given = Given(one, within, replace(within, language="und"), replace(within, paragraphs=()))
    asked = [thing.asked for thing in KINDS["documents"].things(given)]
    assert asked == [("language",), ("topic", "language"), ("topic",)]


def test_a_judge_is_told_what_the_topic_is(copied: Run, tmp_path: Path) -> None:
    page = write_sample(copied, "documents").files[0].read_text(encoding="utf-8")
    assert "The topic: " in page
    assert "de: Arbeitsschutz" in page
    again = open_run(copied.path, sets=["topic.query=ladders &amp; falls", "topic.classifier=similarity"])
    again.go(Quiet(), first="topic", last="topic")
    page = write_sample(copied, "documents", exported=False, out=tmp_path / "a.html").files[0].read_text("utf-8")
    assert "The topic: ladders &amp;amp; falls; " in page


def test_paragraphs_of_other_languages_and_repeated_ones_are_text() -> None:
    reasons = ("", "out-of-language", "repeated", "boilerplate", "template")
    paragraphs = tuple(Paragraph(text="a", reason=reason, language="it") for reason in reasons)
    one = Document(id="d-1", page="g", url="http://a.test/", site="a", language="de", paragraphs=paragraphs)
    found = [(thing.id, thing.stratum, thing.says) for thing in KINDS["paragraphs"].things(Given(one))]
    assert [stratum for _, stratum, _ in found] == ["de text"] * 3 + ["de boilerplate"] * 2
    assert [says for _, _, says in found] == ["text", *reasons[1:]]
    assert found[3][0] == "d-1:3"


def test_a_cell_is_no_formula_and_no_line_of_its_own() -> None:
    cells = ["=1+1", "@a", "a\tb\nc", 'say "so"', "-", "-5"]
    assert as_line(cells) == '\'=1+1\t\'@a\ta b c\t"say ""so"""\t-\t\'-5'


def test_judged_documents_can_be_examples_for_the_topic(copied: Run) -> None:
    table = table_of(copied, "documents")
    said = iter(["yes", "no", "yes", "-"] * 100)
    judged = judge(table, lambda _: {"judged_topic": next(said), "judged_language": "yes"})
    examples = read_rows(judged)
    told = {row["document"]: row["judged_topic"] for row in rows_of(judged) if row["judged_topic"] != "-"}
    assert {one.document: one.is_on_topic for one in examples} == {name: word == "yes" for name, word in told.items()}
    again = open_run(copied.path, sets=[f"topic.examples={judged}", "topic.classifier=learned"])
    again.go(Quiet(), first="topic", last="topic")
