"""The align stage and `polytrawl.align`: page pairs in, sentence pairs out."""

from __future__ import annotations

import pytest

from polytrawl.align.aligners.length import Length
from polytrawl.align.api import align
from polytrawl.align.stage import Align
from polytrawl.errors import ConfigError
from polytrawl.records import Document, PagePair, Paragraph

GERMAN = (
    Paragraph(text="Sicher arbeiten auf Leitern", kind="title"),
    Paragraph(text="Start | Kontakt | Impressum", reason="boilerplate"),
    Paragraph(text="Eine Leiter wirkt harmlos. Sie wird z. B. im Lager oft leichtsinnig benutzt. Stürze folgen."),
    Paragraph(text="Prüfen Sie die Sprossen.", kind="listitem"),
)
ITALIAN = (
    Paragraph(text="Lavorare in sicurezza sulle scale", kind="title"),
    Paragraph(text="Una scala sembra innocua. Viene usata, p. es. in magazzino, con leggerezza. Seguono cadute."),
    Paragraph(text="Controlla tutti i pioli.", kind="listitem"),
    Paragraph(text="In English only.", reason="out-of-language"),
)


def document(language: str, paragraphs: tuple[Paragraph, ...], licence: str = "CC-BY-4.0") -> Document:
    url = f"http://a.test/{language}/x.html"
    return Document(
        id=f"d-{language}", page=f"g-{language}", url=url, site="a.test", language=language, licence=licence,
        paragraphs=paragraphs,
    )  # fmt: skip


def page_pair(licence: str = "CC-BY-4.0") -> PagePair:
    return PagePair(id="p-1", left=document("de", GERMAN), right=document("it", ITALIAN, licence), probability=0.9)


def test_main_paragraphs_become_sentence_pairs_that_know_their_origin() -> None:
    units = list(Align(aligner=Length()).apply(page_pair()))
    assert [(unit.source, unit.target) for unit in units] == [
        ("Sicher arbeiten auf Leitern", "Lavorare in sicurezza sulle scale"),
        ("Eine Leiter wirkt harmlos.", "Una scala sembra innocua."),
        (
            "Sie wird z. B. im Lager oft leichtsinnig benutzt.",
            "Viene usata, p. es. in magazzino, con leggerezza.",
        ),
        ("Stürze folgen.", "Seguono cadute."),
        ("Prüfen Sie die Sprossen.", "Controlla tutti i pioli."),
    ]
    first = units[0]
    assert (first.pair, first.source_page, first.target_page) == ("p-1", "g-de", "g-it")
    assert (first.source_url, first.target_language, first.bead) == ("http://a.test/de/x.html", "it", "1-1")
    assert 0 < first.score <= 1
    assert len({unit.id for unit in units}) == len(units)


@pytest.mark.parametrize(("other", "licence"), [("CC-BY-4.0", "CC-BY-4.0"), ("CC0", "CC-BY-4.0 | CC0")])
def test_the_licence_is_that_of_both_pages(other: str, licence: str) -> None:
    assert {unit.licence for unit in Align(aligner=Length()).apply(page_pair(other))} == {licence}


def test_the_same_sentences_twice_on_a_page_are_two_units() -> None:
    units = align("Ja.\nNein, das geht nicht.\nJa.", "Sì.\nNo, non è possibile.\nSì.", languages=("de", "it"))
    assert len({unit.id for unit in units}) == 3


def test_texts_and_documents_can_be_aligned_without_a_run() -> None:
    from_text = align("Guten Tag. Bis morgen!", "Buongiorno. A domani!", languages=("de", "it"))
    assert [(unit.source, unit.target) for unit in from_text] == [
        ("Guten Tag.", "Buongiorno."),
        ("Bis morgen!", "A domani!"),
    ]
    from_documents = align(document("de", GERMAN), document("it", ITALIAN), languages=("de", "it"))
    assert len(from_documents) == 5
    assert from_documents[0].source_url == "http://a.test/de/x.html"


def test_an_empty_side_gives_no_units() -> None:
    assert align("", "Buongiorno.", languages=("de", "it")) == []


def test_a_misspelt_aligner_is_answered_with_the_right_name() -> None:
    with pytest.raises(ConfigError, match="did you mean 'length'"):
        align("a", "b", languages=("de", "it"), aligner="lenght")
