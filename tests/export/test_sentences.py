"""One sentence per line: every sentence of the main text, in its order, one file per language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from polytrawl.export.exporters.sentences import Sentences
from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Document, Paragraph

ODD = "One\ttwo\u2028three.  Four \ud800 five!"


def documents() -> list[Document]:
    def page(number: int, language: str | None, *texts: str, **facts: str) -> Document:
        paragraphs = tuple(Paragraph(text=text, **facts) for text in texts)
        return Document(id=f"d-{number}", page="g", url=f"http://a.test/{number}", site="a.test", language=language,
                        paragraphs=paragraphs)  # fmt: skip

    return [
        page(1, "en", "Look left. Look right.", "Go on."),
        page(2, "zh", "你好。再见!"),
        page(3, "en", "Menu.", reason="boilerplate"),
        page(4, "en", "Go on. Nr. 5 is last.", ODD),
        page(5, None, "..."),
    ]


def write(folder: Path, **options: bool) -> dict[str, str]:
    class Shelf:
        def records(self, stage: str):
            return iter(documents() if stage == "topic" else ())

    Sentences(**options).export(Selection(Shelf(), Rules(), ("en", "zh")), folder)
    return {path.name: path.read_bytes().decode() for path in (folder / "sentences").iterdir()}


def test_a_sentence_a_line_and_an_empty_line_between_documents(tmp_path: Path):
    assert write(tmp_path) == {
        "en.txt": "Look left.\nLook right.\nGo on.\n\nGo on.\nNr. 5 is last.\nOne two three.\nFour ? five!\n",
        "zh.txt": "你好。\n再见!\n",
        "und.txt": "...\n",
    }


def test_gaps_can_be_left_out_and_repeated_sentences_too(tmp_path: Path):
    made = write(tmp_path, gaps=False, unique=True)["en.txt"]
    assert made == "Look left.\nLook right.\nGo on.\nNr. 5 is last.\nOne two three.\nFour ? five!\n"


def test_nothing_selected_gives_no_file(select: Callable[..., Selection], tmp_path: Path):
    Sentences().export(select([], Rules(licence="open")), tmp_path)
    assert list((tmp_path / "sentences").iterdir()) == []
