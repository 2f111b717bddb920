"""Sites in two made-up languages that share nothing: pages are paired by what the user brings along."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from polytrawl import evidence, shards
from polytrawl.engine import make_engine
from polytrawl.engine.base import Job
from polytrawl.engine.shapes import Task, run_group
from polytrawl.errors import ConfigError, StageError
from polytrawl.manifest import Manifest
from polytrawl.options import Context, build, resolve
from polytrawl.pair import api
from polytrawl.pair.couples import Couples
from polytrawl.pair.nearness import Nearness
from polytrawl.pair.pairers.content import Content
from polytrawl.pair.stage import Pair
from polytrawl.records import Document, PagePair, Paragraph, Score, Site, make_id
from polytrawl.rundir import RunDir
from support import Quiet

PAGES = 40
MEANINGS = 300
LANGUAGES = ("de", "it")
_LETTERS = {"de": ("bdgklm", "aei"), "it": ("fhprtvz", "ouy")}  # no word can look like one of the other language


def word(language: str, meaning: int) -> str:
    """A word; all differ within their first six letters, which count."""
    consonants, vowels = _LETTERS[language]
    found = ""
    for _ in range(3):
        meaning, at = divmod(meaning, len(consonants) * len(vowels))
        found += consonants[at // len(vowels)] + vowels[at % len(vowels)]
    return found


def page(number: int, language: str) -> Document:
    """A page of four paragraphs of like lengths on all pages, without links; its own words, one in five lost."""
    drawn, lost = random.Random(number), random.Random(f"{number} {language}")
    texts = []
    for _ in range(4):
        meanings = [int(drawn.random() ** 1.5 * MEANINGS) for _ in range(20)]
        words = [word(language, one if lost.random() < 0.8 else lost.randrange(MEANINGS)) for one in meanings]
        lost.shuffle(words)
        texts.append(f"{' '.join(words)}.")
    url = f"http://a.test/{make_id('', str(number), language)}"
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language,
        paragraphs=tuple(Paragraph(text=text) for text in texts),
    )  # fmt: skip


def site(languages: Sequence[str] = LANGUAGES) -> list[Document]:
    return [page(number, language) for number in range(PAGES) for language in languages]


def quality(pairs: Sequence[PagePair]) -> tuple[float, float]:
    """Precision and recall."""
    numbers = {page(number, language).id: number for number in range(PAGES) for language in LANGUAGES}
    right = sum(numbers[one.left.id] == numbers[one.right.id] for one in pairs)
    return right / max(len(pairs), 1), right / PAGES


def paired(**options: Any) -> list[PagePair]:
    return api.pair(site(), LANGUAGES, pairers=[{"use": "content", **options}])


def write_dictionary(path: Path) -> Path:
    """Most words, in dictionary order."""
    path.write_text("".join(f"{word('de', one)}\t{word('it', one)}\n" for one in range(MEANINGS) if one % 5))
    return path


def write_command(folder: Path, source: str = "de", target: str = "it") -> str:
    """A translation command that counts how often it is started, and does not know all words."""
    words = {word(source, one): word(target, one) for one in range(MEANINGS) if one % 7}
    (folder / "translate.py").write_text(
        "import sys\n"
        f"words = {words!r}\n"
        f"open({str(folder / 'started')!r}, 'a').write('x')\n"
        "for line in sys.stdin:\n"
        "    print(' '.join(words.get(one.strip('.'), one) for one in line.split()), flush=True)\n"
    )
    return shlex.join([sys.executable, str(folder / "translate.py")])


def write_vectors(path: Path, languages: Sequence[str] = LANGUAGES) -> str:
    """Words of both languages in one space, those of a language all shifted a little."""
    drawn = np.random.default_rng(1)
    meanings = drawn.normal(size=(MEANINGS, 40))
    lines = []
    for language in languages:
        noise = drawn.normal(size=meanings.shape) * 0.3 + 0.5 * LANGUAGES.index(language)
        for number, vector in enumerate(meanings + noise):
            lines.append(f"{word(language, number)} " + " ".join(f"{value:.3f}" for value in vector))
    path.write_text("\n".join(lines))
    return str(path)


def test_without_any_source_few_pages_are_paired() -> None:
    assert quality(paired())[1] < 0.3


def test_a_dictionary_pairs_them(tmp_path: Path) -> None:
    found = paired(dictionary=str(write_dictionary(tmp_path / "words.tsv")))
    precision, recall = quality(found)
    assert precision > 0.95
    assert recall > 0.9
    assert {score.name for score in found[0].evidence} >= {"dictionary"}


@pytest.mark.parametrize(("side", "keep_running"), [("left", False), ("right", True)])
def test_a_translation_command_pairs_them(tmp_path: Path, side: str, *, keep_running: bool) -> None:
    languages = LANGUAGES if side == "left" else LANGUAGES[::-1]
    command = write_command(tmp_path, *languages)
    found = paired(command=command, translates=side, keep_running=keep_running)
    precision, recall = quality(found)
    assert precision > 0.95
    assert recall > 0.9
    assert {score.name for score in found[0].evidence} >= {"mt"}


def test_a_function_translates_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {word("de", one): word("it", one) for one in range(MEANINGS)}
    (tmp_path / "my_machine.py").write_text(
        f"words = {words!r}\n"
        "def translate(lines): return [' '.join(words[one.strip('.')] for one in line.split()) for line in lines]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert quality(paired(function="my_machine:translate"))[1] > 0.9


@pytest.mark.parametrize("are_apart", [False, True])
def test_an_encoder_pairs_them(tmp_path: Path, *, are_apart: bool) -> None:
    if are_apart:
        models = {
            "model": write_vectors(tmp_path / "de.vec", ["de"]),
            "right_model": write_vectors(tmp_path / "it.vec", ["it"]),
        }
    else:
        models = {"model": write_vectors(tmp_path / "both.vec")}
    found = paired(**models)
    precision, recall = quality(found)
    assert precision > 0.95
    assert recall > 0.9
    assert {score.name for score in found[0].evidence} >= {"embedding"}


def test_sources_add_up_and_give_the_same_twice(tmp_path: Path) -> None:
    options = {
        "dictionary": str(write_dictionary(tmp_path / "words.tsv")),
        "command": write_command(tmp_path),
        "model": write_vectors(tmp_path / "both.vec"),
    }
    found = paired(**options)
    assert quality(found) == (1, 1)
    assert paired(**options) == found
    assert {score.name for score in found[0].evidence} >= {"dictionary", "mt", "embedding"}


def test_where_a_run_has_more_languages_the_two_are_named(tmp_path: Path) -> None:
    dictionary = str(write_dictionary(tmp_path / "words.tsv"))
    others = [Document(id="d-x", page="g-x", url="http://a.test/x", site="a.test", language="en",
                       paragraphs=(Paragraph(text="quite another text"),))]  # fmt: skip
    documents, languages = [*site(), *others], ("de", "en", "it")
    table = {"use": "content", "dictionary": dictionary}
    with pytest.raises(ConfigError, match="content.between: name the two languages .* of de, en, it"):
        api.pair(documents, languages, pairers=[table])
    found = api.pair(documents, languages, pairers=[{**table, "between": ["de", "it"]}])
    assert quality([one for one in found if "en" not in (one.left.language, one.right.language)])[1] > 0.9


def test_pages_in_one_language_are_not_translated(tmp_path: Path) -> None:
    command = write_command(tmp_path)
    assert api.pair(site(["de"]), LANGUAGES, pairers=[{"use": "content", "command": command}]) == []
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dictionary": "nowhere.tsv"}, r"dictionary .*nowhere\.tsv: cannot be read"),
        ({"command": "no-such-translator"}, r"pair\.pairers\.content\.command: there is no program"),
        ({"command": "cat", "function": "os:getcwd"}, "give one of them"),
        ({"function": "nowhere_at_all:x"}, r"content\.function: 'nowhere_at_all:x' cannot be imported"),
        ({"model": "nowhere.vec"}, r"content\.model: nowhere\.vec: No such file"),
        ({"right_model": "nowhere.vec"}, "give model as well"),
    ],
)
def test_what_is_missing_is_told_before_anything_starts(options: dict[str, str], says: str) -> None:
    resolved = resolve(
        Pair,
        {"pairers": [{"use": "content", **options}]},
        where="pair",
        context=Context(shared={"languages": LANGUAGES}),
    )
    with pytest.raises(ConfigError, match=says):
        Pair.check(resolved)


def test_a_dictionary_without_entries_is_told(tmp_path: Path) -> None:
    (tmp_path / "prose.tsv").write_text("no columns here\n")
    with pytest.raises(ConfigError, match="it has no entries"):
        paired(dictionary=str(tmp_path / "prose.tsv"))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import sys; sys.exit('no model for this')", "failed with code 1: no model for this"),
        ("print('one line')", "gave 1 translations for"),
        ("import time; time.sleep(60)", "took more than 0.5 s"),
    ],
)
def test_a_command_that_fails_is_told(code: str, says: str) -> None:
    with pytest.raises(StageError, match=rf"pair\.pairers\.content\.command: .*{says}"):
        paired(command=shlex.join([sys.executable, "-c", code]), timeout_s=0.5)


def test_broken_vectors_are_told(tmp_path: Path) -> None:
    (tmp_path / "x.vec").write_text("eins 1 2 x\n")
    with pytest.raises(ConfigError, match=r"pair\.pairers\.content\.model: .*expected a word and numbers"):
        paired(model=str(tmp_path / "x.vec"))


def made(folder: Path, **options: Any) -> Content:
    context = Context(shared={"languages": LANGUAGES})
    found = build(Content, resolve(Content, options, where="content", context=context))
    found.keep_in(folder)
    return found


def test_what_was_translated_and_encoded_is_not_made_again(tmp_path: Path) -> None:
    command, model = write_command(tmp_path), Path(write_vectors(tmp_path / "both.vec"))
    group = Site(name="a.test", documents=tuple(site()))
    first = list(made(tmp_path, command=command, model=str(model)).weigh(group, {}))
    started = (tmp_path / "started").read_text()
    assert len(started) == PAGES // 20
    assert list(made(tmp_path, command=command, model=str(model)).weigh(group, {})) == first
    assert (tmp_path / "started").read_text() == started
    # What a killed run had done is there: of a larger site only the new pages are translated.
    half = Site(name="a.test", documents=tuple(site()[: PAGES // 2]))
    (tmp_path / "other").mkdir()
    list(made(tmp_path / "other", command=command).weigh(half, {}))
    list(made(tmp_path / "other", command=command).weigh(group, {}))
    assert len((tmp_path / "started").read_text()) == 2 + 1 + 2  # ten pages, then thirty


def run_pair(run: RunDir, workers: int, **options: Any) -> list[object]:
    """The pair stage of a run whose documents are there."""
    inputs = Manifest(stage="topic", signature="1", complete=True)
    writer = shards.write_shard(run.shard_path("topic", "a"), site())
    inputs.shards["a"] = run.describe("topic", "a", writer, input="")
    context = Context(shared={"languages": LANGUAGES})
    resolved = resolve(Pair, {"pairers": [{"use": "content", **options}]}, where="pair", context=context)
    engine = make_engine("local", workers)
    manifest = Manifest(stage="pair", signature="1")
    job = Job("pair", "apply", resolved, keep=str(run.folder("pair")))
    task = Task(
        run=run, engine=engine, progress=Quiet(), job=job, manifest=manifest, inputs=inputs, max_error_share=1.0
    )
    try:
        run_group(task, lambda shard: run.lines("topic", shard))
    finally:
        engine.close()
    manifest.complete = True
    run.save(manifest)
    return list(run.records("pair"))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_command_that_fails_stops_the_run_which_then_goes_on_where_it_was(tmp_path: Path, workers: int) -> None:
    run = RunDir.create(tmp_path / "run")
    command = write_command(tmp_path)
    script = tmp_path / "translate.py"
    whole = script.read_text()
    script.write_text(f"import os, sys\nif os.path.exists({str(tmp_path / 'started')!r}): sys.exit('gone')\n{whole}")
    with pytest.raises(StageError, match=r"pair\.pairers\.content\.command: .* failed with code 1: gone"):
        run_pair(run, workers, command=command)
    script.write_text(whole)
    assert len(run_pair(run, workers, command=command)) > 0.9 * PAGES
    assert (tmp_path / "started").read_text() == "xx"  # forty pages, twenty each time


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    (tmp_path / "kept.sqlite").write_bytes(b"no database, but long enough to be looked at" * 100)
    with pytest.raises(StageError, match=r"^/.*kept\.sqlite cannot be used"):
        list(made(tmp_path, command=write_command(tmp_path)).weigh(Site(name="", documents=tuple(site())), {}))


def test_the_nearest_are_found_within_a_window_of_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.pair.nearness._WINDOW", 8)
    monkeypatch.setattr("polytrawl.pair.nearness._BLOCK", 4)
    meanings = np.random.default_rng(2).normal(size=(60, 12)).astype(np.float32)
    languages = np.repeat(np.arange(2), 60)
    near = Nearness(np.concatenate([meanings, meanings]), languages, np.tile(np.arange(60.0), 2))
    found = set(near.nearest(1).numbers())
    assert {(number, 60 + number) for number in range(60)} <= found
    assert len(near.nearest(100)) <= 60 * 16
    assert near.cosines(Couples.of([(3, 63)])).tolist() == [1.0]


def test_pages_without_a_vector_are_near_nothing() -> None:
    vectors = np.zeros((4, 3), dtype=np.float32)
    vectors[0] = 1
    near = Nearness(vectors, np.array([0, 0, 1, 1]), np.ones(4))
    assert len(near.nearest(3)) == 0
    assert near.cosines(Couples.of([(0, 2), (1, 3)])).tolist() == [0, 0]


@pytest.mark.parametrize("name", ["dictionary", "mt", "embedding"])
def test_explain_has_words_for_it(name: str) -> None:
    assert evidence.about(name)
    assert len({evidence.in_words(Score(name=name, value=value))[6:] for value in (0.9, 0.5, 0.1)}) == 3


def test_nothing_heavy_is_imported_without_the_options() -> None:
    code = (
        "import sys, polytrawl\n"
        "from polytrawl.records import Document, Paragraph\n"
        "two = [Document(id=l, page=l, url='http://a.test/'+l, site='a.test', language=l,"
        " paragraphs=(Paragraph(text='Eins zwei drei'),)) for l in ('de', 'it')]\n"
        "polytrawl.pair(two)\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "polytrawl.pair.pairers.content" in loaded
    assert not {"torch", "onnxruntime", "tokenizers", "sentence_transformers"} & set(loaded)
