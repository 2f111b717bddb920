from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from polytrawl.errors import ConfigError, StageError
from polytrawl.records import Document, Paragraph, Record, replace
from polytrawl.relevance.definition import Definition, Example
from polytrawl.topic.classifiers.learned import Learned
from polytrawl.topic.examples import examples_in
from polytrawl.topic.sample import FILE, write_sample

SAFETY, KITCHEN, COMMON = map(
    str.split,
    (
        "ladder scaffold helmet harness accident injury guard rail fall hazard employer inspection",
        "bread butter flour oven yeast sugar dough knead crust bake recipe salt",
        "the of and to in is for on with as by this that are from at be or it was",
    ),
)


def pages(number: int, share: float, seed: int = 0) -> Iterator[Document]:
    """Pages of which a share is about safety; their ids tell."""
    draw = random.Random(seed)
    for at in range(number):
        is_safe = draw.random() < share
        words = draw.choices(SAFETY if is_safe else KITCHEN, k=15) + draw.choices(COMMON, k=60)
        draw.shuffle(words)
        text = " ".join(words)
        kind = "safe" if is_safe else "other"
        paragraphs = (Paragraph(text=text),)
        yield Document(
            id=f"{kind}-{seed}-{at}",
            page="g",
            url=f"http://a.test/{at}",
            site="s",
            language="en",
            paragraphs=paragraphs,
        )


def right(made: Learned, documents: Iterable[Document]) -> float:
    judged = [(one.id.startswith("safe"), not made.classify(one).reasons) for one in documents]
    return sum(truth == said for truth, said in judged) / len(judged)


def learned(definition: Definition, documents: Iterable[Document], **options: object) -> Learned:
    made = Learned(languages=("en",), **options)
    made.prepare(definition)
    knowledge = made.learn(documents)
    made.inform(msgspec.msgpack.decode(msgspec.msgpack.encode(knowledge)))  # as it travels to workers
    return made


def test_it_learns_from_a_few_pages_against_the_background() -> None:
    wanted = tuple(Example(is_on_topic=True, text=one.text) for one in pages(3, 1.0, seed=7))
    made = learned(Definition(examples=wanted), pages(300, 0.1))
    assert right(made, pages(200, 0.1, seed=1)) > 0.95


def test_it_learns_from_judgements_on_documents_of_the_run() -> None:
    documents = list(pages(60, 0.5))
    said = tuple(Example(one.id.startswith("safe"), "", one.id) for one in documents[:24])
    made = learned(Definition(examples=said), documents)
    assert right(made, pages(200, 0.5, seed=2)) > 0.95


def test_it_learns_from_seeds_where_nothing_else_is_known() -> None:
    documents = list(pages(200, 0.1))
    seeds = tuple(one.url for one in documents if one.id.startswith("safe"))[:5]
    made = Learned(languages=("en",), seeds=seeds)
    made.inform(made.learn(documents))
    assert right(made, pages(200, 0.1, seed=3)) > 0.9


def test_the_same_documents_teach_the_same() -> None:
    wanted = Definition(query=("ladder and scaffold",))
    first, again = (learned(wanted, pages(100, 0.2), background=50) for _ in range(2))
    probe = next(pages(1, 1.0, seed=9))
    assert first.classify(probe) == again.classify(probe)


def test_nothing_to_learn_from_is_told() -> None:
    with pytest.raises(StageError, match="no page to learn from"):
        Learned().learn(pages(5, 0.0))
    lone = Learned(background=0)
    lone.prepare(Definition(query=("ladder",)))
    with pytest.raises(StageError, match="nothing to tell the examples from"):
        lone.learn([])


def test_a_crawl_judges_by_similarity_until_there_is_a_model() -> None:
    made = Learned(languages=("en",))
    made.prepare(Definition(query=(" ".join(SAFETY),)))
    near, far = (made.classify(one) for one in (next(pages(1, 1.0)), next(pages(1, 0.0))))
    assert near.relevance > far.relevance == 0.0
    assert (near.reasons, far.reasons) == ((), ())


class Folder:
    """The little of a run directory that a sample needs."""

    def __init__(self, path: Path, records: list[Document]) -> None:
        self.path = path
        self._records = records

    def records(self, stage: str) -> Iterable[Record]:
        assert stage == "topic"
        return self._records


def judge(path: Path) -> None:
    """What a reader does to the table; ids tell the truth."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    said = [line + ("yes" if line.startswith("safe") else "no") for line in lines]
    path.write_text("\n".join((head, *said)), encoding="utf-8")


def test_judging_what_it_asks_for_makes_it_better(tmp_path: Path) -> None:
    documents, unseen = list(pages(300, 0.5)), list(pages(200, 0.5, seed=4))
    query = ("ladder",)  # half of the documents are on the topic: nothing stands out from such a background
    made = learned(Definition(query=query), documents)
    before = right(made, unseen)
    path, rows = write_sample(Folder(tmp_path, list(map(made.classify, documents))), 20)
    assert len(rows) == 20
    judge(path)
    after = right(learned(Definition(query=query, examples=tuple(examples_in(path))), documents), unseen)
    assert after > max(0.95, before + 0.2)


def test_the_table_asks_for_the_unsure_and_the_best(tmp_path: Path) -> None:
    shares = [number / 100 for number in range(100)]
    documents = [
        Document(id=f"d-{at}", page="g", url=f"u{at}", site="s", title=f"Page {at}", relevance=share).but("off-topic")
        if share < 0.5
        else Document(id=f"d-{at}", page="g", url=f"u{at}", site="s", title=f"Page {at}", relevance=share)
        for at, share in enumerate(shares)
    ]
    path, _ = write_sample(Folder(tmp_path, documents), 4)
    _, *lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["d-99", "d-98", "d-50", "d-49"]


def document(name: str, relevance: float) -> Document:
    return Document(id=name, page="g", url=name, site="s", title=name, relevance=relevance)


def test_the_next_round_asks_for_others_and_keeps_what_was_judged(tmp_path: Path) -> None:
    documents = [document(name, 0.9 - 0.1 * at) for at, name in enumerate(("safe-1", "safe-2", "x-1", "x-2", "x-3"))]
    run = Folder(tmp_path, documents)
    path, first = write_sample(run, 2)
    assert [row.document for row in first] == ["safe-1", "x-3"]
    assert write_sample(run, 2)[1] == first  # nothing was judged
    judge(path)
    _, second = write_sample(run, 2)
    asked = [("safe-2", ""), ("x-2", ""), ("safe-1", "yes"), ("x-3", "no")]
    assert [(row.document, row.judgement) for row in second] == asked
    _, third = write_sample(run, 9, {"x-1": False, "safe-1": False})  # what stands in the table is newer
    asked = [("safe-2", ""), ("x-2", ""), ("safe-1", "yes"), ("x-1", "no"), ("x-3", "no")]
    assert [(row.document, row.judgement) for row in third] == asked
    assert {one.id: one.is_on_topic for one in examples_in(path)} == {"safe-1": True, "x-1": False, "x-3": False}


def test_judgements_on_documents_that_are_gone_are_not_erased(tmp_path: Path) -> None:
    path, _ = write_sample(Folder(tmp_path, [document("safe-1", 0.5)]), 1)
    judge(path)
    _, rows = write_sample(Folder(tmp_path, [document("x-1", 0.5)]), 1)
    assert [(row.document, row.judgement) for row in rows] == [("x-1", ""), ("safe-1", "yes")]


def test_a_table_of_other_pages_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text("judgement\turl\nyes\thttp://a.test/\n")
    with pytest.raises(ConfigError, match="no documents of this run; move it away"):
        write_sample(Folder(tmp_path, [document("safe-1", 0.5)]), 1)


def test_copies_of_a_judged_page_are_not_asked_for(tmp_path: Path) -> None:
    copies = [replace(document(name, 0.5), title="one") for name in ("a", "b", "c")]
    _, rows = write_sample(Folder(tmp_path, copies), 9, {"b": True})
    assert [row.document for row in rows] == ["b"]


def test_without_relevance_there_is_nothing_to_judge(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no document has a relevance"):
        write_sample(Folder(tmp_path, []), 5)


class Endless:
    """A run whose documents are made when they are read."""

    def __init__(self, path: Path, number: int) -> None:
        self.path, self._number = path, number

    def records(self, _: str) -> Iterator[Document]:
        for at in range(self._number):
            text = (Paragraph(text=f"{at} " * 100),)
            yield replace(document(f"d-{at}", at / self._number), paragraphs=text)


def test_what_a_sample_holds_does_not_grow_with_the_run(tmp_path: Path) -> None:
    peaks = []
    for number in (4000, 12_000):
        tracemalloc.start()
        _, rows = write_sample(Endless(tmp_path, number), 6)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert [row.document for row in rows[:3]] == [f"d-{number - at}" for at in (1, 2, 3)]
        assert [row.document for row in rows[3:]] == ["d-2", "d-1", "d-0"]  # all are on the topic: it ends below
    assert peaks[1] < 1.2 * peaks[0]
