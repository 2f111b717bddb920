"""Text prepared for translation systems: tokens, true case, and what is left out and why."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.prepare.annotations import Annotation, read_annotations, read_prepared
from polytrawl.prepare.stage import Preparation, as_in
from polytrawl.prepare.tokenise import escape, tokeniser, unescape
from polytrawl.prepare.truecase import Truecaser, recased
from polytrawl.prepare.units import Unit, pairs_of, sentences_of

INSTALLED = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            importlib.util.find_spec(module) is None, reason=f"{package} is not installed: pip install {package}"
        ),
    )
    for name, module, package in (
        ("fast", "mosestokenizer", "opus-fast-mosestokenizer"),
        ("sacremoses", "sacremoses", "sacremoses"),
    )
]
# Text and tokens on which Moses' own rules leave no choice.
CUTS = [
    ("en", "Hello, Mr. Smith!", "Hello , Mr. Smith !"),
    ("en", "It isn't Ann's.", "It isn &apos;t Ann &apos;s ."),
    ("en", "Well-known: 3,000 km (2.5 h)...", "Well-known : 3,000 km ( 2.5 h ) ..."),
    ("en", 'He said "no" & left.', "He said &quot; no &quot; &amp; left ."),
    ("en", "a|b [x] <y>", "a &#124; b &#91; x &#93; &lt; y &gt;"),
    ("es", "¿Qué? El 10,5 %.", "¿ Qué ? El 10,5 % ."),
    ("it", "Dell'acqua, l'uomo.", "Dell&apos; acqua , l&apos; uomo ."),
    ("fr", "L'homme dit non.", "L&apos; homme dit non ."),
    ("en", "one,two and 1,2", "one , two and 1,2"),
]


@pytest.mark.parametrize("engine", ["builtin", *INSTALLED])
@pytest.mark.parametrize(("language", "text", "tokens"), CUTS)
def test_text_is_cut_as_moses_does_it(engine: str, language: str, text: str, tokens: str):
    assert " ".join(tokeniser(language, engine).cut(text)) == tokens


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Mr. Smith isn't here (yet), is he? At 12:00 the cats' food (5%) was \"gone\"."),
        ("es", "¿Dónde está? «Aquí», dijo; ¡vamos! [sic]"),
        ("en", "Say ‘yes’ to \\new Voice."),
        ("it", "L'uomo dell'acqua: e/o."),
        ("zh", "安全，第一。"),
    ],
)
def test_tokens_are_put_together_again(language: str, text: str):
    own = tokeniser(language, "builtin")
    assert own.join(own.cut(text)) == text


def test_every_character_that_moses_minds_is_escaped_and_comes_back():
    for text in ("&|<>'\"[]", "&amp;", "&#124;", "a&b"):
        assert unescape(escape(text)) == text
        assert not set("|<>'\"[]") & set(escape(text))


def test_no_token_has_a_space_and_none_is_empty():
    for text in ("", "  ", "\u200b", "a\u00a0b\tc", "' ' '", ". . ...", "…", "-", "'", "''", "a'", "'a", "@"):
        tokens = tokeniser("en", "builtin").cut(text)
        assert all(token and not any(map(str.isspace, token)) for token in tokens)


def test_a_tokeniser_that_is_missing_or_unknown_is_told(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(ConfigError, match="did you mean 'sacremoses'"):
        tokeniser("en", "sacremose")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match="pip install"):
        tokeniser("xx", "sacremoses")
    assert tokeniser("xy", "auto").name == "builtin 1"


def learned(*sentences: str) -> Truecaser:
    made = Truecaser()
    for sentence in sentences:
        made.learn(sentence.split())
    return made


def test_words_at_the_beginning_take_the_form_they_have_elsewhere():
    case = learned("I like the house .", "In Paris the Seine is wide .", "See the PDF .")
    assert case.apply(["The", "house", "in", "Paris", "."]) == ["the", "house", "in", "Paris", "."]
    assert case.apply(["Paris", ".", "The", "end", ":", "See"]) == [
        "Paris",
        ".",
        "the",
        "end",
        ":",
        "See",
    ]  # end, see: unknown
    assert case.apply(["&quot;", "The", "Seine"]) == ["&quot;", "the", "Seine"]
    assert case.apply(["WIDE", "IS", "THE", "PDF"]) == ["wide", "is", "the", "PDF"]


def test_the_first_word_says_nothing_about_its_case():
    assert learned("House .", "the end . House").apply(["House"]) == ["House"]
    assert learned("a house and House and house").apply(["House"]) == ["house"]


def test_true_case_is_kept_in_a_file(tmp_path: Path):
    case = learned("x the the Seine")
    case.write(tmp_path / "case.tsv")
    assert (tmp_path / "case.tsv").read_text() == "# truecase\nthe\t2\nSeine\t1\n"
    assert Truecaser.read(tmp_path / "case.tsv").apply(["The", "SEINE"]) == ["the", "Seine"]
    (tmp_path / "case.tsv").write_text("# truecase\nthe\t2\nSeine\n")
    with pytest.raises(ConfigError, match="line 3: expected a word, a tab and how often"):
        Truecaser.read(tmp_path / "case.tsv")
    (tmp_path / "other").write_text("the\n")
    with pytest.raises(ConfigError, match="is it a model of true case"):
        Truecaser.read(tmp_path / "other")


def test_people_get_capitals_back():
    assert recased(["(", "the", "end", ")"]) == ["(", "The", "end", ")"]
    assert recased([]) == []


PAIRS = [
    Unit("1", ("Open the door of the house.", "Abre la puerta de la casa.")),
    Unit("2", ("open the door of the house.", "abre la puerta de la casa.")),  # but for case the same
    Unit("3", ("See the door " + "and again " * 11, "Mira la puerta")),
    Unit("4", ("The door", " ")),
    Unit("5", ("Dies ist ein ganz und gar deutscher Satz über Türen.", "Esta es una frase en español sobre puertas.")),
    Unit("6", ("The door is open.", "La puerta está abierta.")),
]


def test_every_unit_has_an_annotation_and_the_text_has_those_without_a_reason(tmp_path: Path):
    made = Preparation(("en", "es"), "builtin").run(PAIRS, tmp_path)
    assert made.counts == {"": 2, "duplicate": 1, "too-long": 1, "empty": 1, "wrong-language": 1}
    assert made.tokenisers == ("builtin 1", "builtin 1")
    assert (tmp_path / "en.txt").read_text() == "Open the door of the house .\nthe door is open .\n".replace(
        "Open", "open"
    )
    assert (tmp_path / "es.txt").read_text() == "Abre la puerta de la casa .\nla puerta está abierta .\n"
    assert (tmp_path / "ids.txt").read_text().split() == ["1", "6"]
    found = list(read_annotations(tmp_path / "annotations.jsonl.zst"))
    assert [(one.id, one.reason) for one in found] == [
        *(("1", ""), ("2", "duplicate"), ("3", "too-long")),
        *(("4", "empty"), ("5", "wrong-language"), ("6", "")),
    ]
    assert found[-1] == Annotation("6", ("the door is open .", "la puerta está abierta ."))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("annotations.jsonl.zst", "en.txt", "es.txt", "ids.txt", "prepare.json"),
        *("truecase.en.tsv", "truecase.es.tsv"),
    ]


@pytest.mark.parametrize(("words", "kept"), [(22, 22), (23, 23), (None, 23)])
def test_sentences_of_23_words_are_left_out_as_published(tmp_path: Path, words: int | None, kept: int):
    units = [Unit(str(size), (" ".join(["w"] * size),)) for size in (22, 23)]
    Preparation(("en",), "builtin", words, check_language=False).run(units, tmp_path)
    assert max(len(line.split()) for line in (tmp_path / "en.txt").read_text().splitlines()) == kept


def test_rules_can_be_turned_off(tmp_path: Path):
    made = Preparation(("en", "es"), "builtin", None, unique=False, check_language=False).run(PAIRS, tmp_path)
    assert made.counts == {"": 5, "empty": 1}


def test_other_text_is_prepared_as_that_of_a_folder(tmp_path: Path):
    Preparation(("en", "es"), "builtin").run(PAIRS, tmp_path)
    like = as_in(tmp_path)
    assert like.phrase("The Door", 0) == "the door"
    assert like.phrase("Puerta", like.sides(("es",))[0]) == "puerta"
    with pytest.raises(ConfigError, match="de is none of the languages that are prepared: en, es"):
        like.sides(("de",))
    file = tmp_path / "prepare.json"
    file.write_text(file.read_text().replace("builtin 1", "builtin 0"))
    with pytest.raises(ConfigError, match="was prepared by builtin 0, builtin 0, and here is builtin 1"):
        as_in(tmp_path)
    with pytest.raises(ConfigError, match="was it made by `polytrawl prepare`"):
        read_prepared(tmp_path / "nowhere")


def test_nothing_to_prepare_is_told(tmp_path: Path):
    with pytest.raises(ConfigError, match="there is no text in en and es"):
        Preparation(("en", "es"), "builtin").run([], tmp_path / "x")
    assert list((tmp_path / "x").iterdir()) == []
    with pytest.raises(ConfigError, match="at least one word"):
        Preparation(("en",), "builtin", 0)


def test_sentences_and_pairs_are_read_from_files(tmp_path: Path):
    (tmp_path / "a.txt").write_text("One.\n\n Two\tx.\n", encoding="utf-8-sig")
    assert list(sentences_of([tmp_path / "a.txt"], "en")) == [
        Unit("a.txt:1", ("One.",)),
        Unit("a.txt:3", ("Two x.",)),
    ]
    (tmp_path / "a.tsv").write_text("One.\tUno.\n")
    assert [unit.texts for unit in pairs_of([tmp_path / "a.tsv"], ("en", "es"))] == [("One.", "Uno.")]
    with pytest.raises(ConfigError, match="expected a run directory, or a .tsv or .tmx file"):
        list(pairs_of([tmp_path / "a.txt"], ("en", "es")))
    with pytest.raises(ConfigError, match="there is no such file"):
        list(sentences_of([tmp_path / "b.txt"], "en"))


TMX = (
    '<tmx version="1.4"><header srclang="en"/><body>'
    '<tu><tuv xml:lang="en"><seg>One.</seg></tuv><tuv xml:lang="gv"><seg>Nane.</seg></tuv></tu>'
    '<tu><tuv xml:lang="gv"><seg>Jees.</seg></tuv><tuv xml:lang="en"><seg>Two.</seg></tuv></tu></body></tmx>'
)
UNITS = "source\ttarget\tsource_language\ttarget_language\nOne.\tNane.\ten\tgv\nJees.\tTwo.\tgv\ten\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.tsv", "en\tGV\nOne.\tNane.\n\nTwo.\tJees.\nThree.\t\n"), ("units.tsv", UNITS), ("x.tmx", TMX)],
)
def test_of_a_table_the_texts_of_one_language_are_taken(tmp_path: Path, name: str, content: str):
    (tmp_path / name).write_text(content)
    units = list(sentences_of([tmp_path / name], "gv"))
    assert [unit.texts for unit in units] == [("Nane.",), ("Jees.",)]
    assert len({unit.id for unit in units}) == 2
    assert [unit.texts for unit in sentences_of([tmp_path / name], "en")][:2] == [("One.",), ("Two.",)]


@pytest.mark.parametrize("content", ["One.\tNane.\n", "source\ttarget\nOne.\tNane.\n"])
def test_a_table_that_does_not_tell_its_languages_is_refused(tmp_path: Path, content: str):
    (tmp_path / "x.tsv").write_text(content)
    told = r"x\.tsv: this is a table of 2 columns, and none is headed gv; name the columns .* --langs gv,xx"
    with pytest.raises(ConfigError, match=told):
        list(sentences_of([tmp_path / "x.tsv"], "gv"))
    (tmp_path / "x.tsv").write_text("Nane.\nJees.\n")
    assert [unit.texts for unit in sentences_of([tmp_path / "x.tsv"], "gv")] == [("Nane.",), ("Jees.",)]
