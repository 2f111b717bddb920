"""Tests of the hidden Markov model: its numbers by hand, its clusters, and the way from sessions to scores."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest

from polytrawl.crawl.hmm.clusters import assign, bic, x_means
from polytrawl.crawl.hmm.model import STATES, Model, chances_in, priority
from polytrawl.crawl.hmm.sessions import states, steps
from polytrawl.crawl.scorers.hmm import Hmm
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.training import train_from
from polytrawl.files import write_json
from polytrawl.records import Document, Link, Paragraph
from polytrawl.relevance.idf import UniformIdf
from polytrawl.sessions import Visit, read_sessions

U = "http://a.test/"


def visits(*written: str) -> list[Visit]:
    """Visits written as TAB:PAGE, with a star behind relevant pages."""
    parts = [one.split(":") for one in written]
    return [Visit(page.endswith("*"), tab, U + page.rstrip("*")) for tab, page in parts]


def test_posteriors_and_expectations_by_hand() -> None:
    model = Model(transitions=[[0.5, 0.5], [0.2, 0.8]], emissions=[[0.9, 0.1], [0.3, 0.7]], axes=[], centres=[])
    # .5 * .9 = .45 and .5 * .3 = .15; together .6
    posterior = model.posterior([0.5, 0.5], 0)
    assert posterior == pytest.approx([0.75, 0.25])
    # .75 * .5 + .25 * .2 = .425
    assert model.expected(posterior) == pytest.approx([0.425, 0.575])


def test_states_are_steps_to_a_relevant_page_and_tabs_are_kept_apart() -> None:
    seen = visits("1:a", "2:x", "1:b", "1:c*", "2:y", "1:d", "2:y")
    assert steps(seen) == [(U + "a", U + "b"), (U + "b", U + "c"), (U + "x", U + "y"), (U + "c", U + "d")]
    assert states(seen, 4) == {U + "a": 2, U + "b": 1, U + "c": 0, U + "d": 3, U + "x": 3, U + "y": 3}


def test_what_is_trained_are_counts_plus_one() -> None:
    seen = visits("1:a", "1:b", "1:c*", "2:a", "2:b", "2:c*", "3:d", "3:dx")
    pages = {U + name: f"{name * 3} word" for name in ("a", "b", "c", "d", "dx")}
    model = Model.train(seen, pages, UniformIdf())
    # From state 2 (a) it went to state 1 (b) twice: 1 + 2 of 4 + 2.
    assert model.transitions[2] == pytest.approx([1 / 6, 3 / 6, 1 / 6, 1 / 6])
    assert model.transitions[1] == pytest.approx([3 / 6, 1 / 6, 1 / 6, 1 / 6])
    assert [sum(row) for row in model.emissions] == pytest.approx([1.0] * STATES)


def test_chances_are_compared_from_the_first_state_on() -> None:
    worse, better, best = [0.2, 0.3, 0.5, 0.0], [0.2, 0.4, 0.1, 0.3], [0.21, 0.0, 0.0, 0.79]
    assert priority(worse) < priority(better) < priority(best)
    assert chances_in(priority(better)) == better


def test_x_means_finds_how_many_clusters_there_are() -> None:
    chance = np.random.default_rng(0)
    corners = np.array([[0, 0], [5, 0], [0, 5]])
    points = np.concatenate([corner + chance.normal(0, 0.3, (30, 2)) for corner in corners])
    centres = x_means(points)
    assert len(centres) == 3
    found = assign(points, centres)
    assert [len(set(found[start : start + 30].tolist())) for start in (0, 30, 60)] == [1, 1, 1]
    assert len(x_means(points[:30])) == 1


def test_x_means_can_be_told_to_begin_with_several_clusters() -> None:
    points = np.random.default_rng(0).normal(0, 1, (40, 3))  # one cloud, which the criterion leaves whole
    assert len(x_means(points)) == 1
    assert len(x_means(points, fewest=4)) >= 4
    assert len(x_means(np.ones((40, 3)), fewest=4)) == 1  # there is nothing to halve
    assert len(x_means(points[:5], fewest=4)) == 2  # a cluster has at least two pages


def test_one_page_that_is_like_no_other_does_not_hide_two_topics() -> None:
    chance = np.random.default_rng(0)
    points = np.concatenate([corner + chance.normal(0, 0.1, (6, 2)) for corner in ([0, 0], [5, 0])])
    found = assign(points, x_means(np.concatenate([points, [[2.5, 4]]])))
    assert set(found[:6].tolist()).isdisjoint(found[6:12].tolist())


def test_the_criterion_by_hand() -> None:
    # Two points on a line around one centre: spread = (1 + 1) / (1 * (2 - 1)) = 2; no mixture.
    # -(2 * 1 / 2) * log(2 pi * 2) - 1 * (2 - 1) / 2, less (1 + 1 * 1) / 2 * log 2.
    points, centre = np.array([[-1.0], [1.0]]), np.array([[0.0]])
    assert bic(points, centre) == pytest.approx(-math.log(4 * math.pi) - 0.5 - math.log(2))


def test_it_follows_what_led_to_relevant_pages(tmp_path: Path) -> None:
    file = tmp_path / "sessions.csv"
    lines = []
    for tab in range(6):
        lines += [f"0,{tab},{U}start{tab}", f"0,{tab},{U}list{tab}", f"1,{tab},{U}ice{tab}"]
        lines += [f"0,other{tab},{U}start{tab}", f"0,other{tab},{U}ball{tab}"]
    file.write_text("\n".join(lines), encoding="utf-8")
    texts = {"start": "welcome front page news", "list": "contents index glaciers", "ice": "glacier moraine snow"}
    texts["ball"] = "football match goal"
    pages = {U + f"{name}{n}": text for name, text in texts.items() for n in range(6)}
    write_json(tmp_path / "hmm.json", Model.train(read_sessions(file), pages, UniformIdf()))
    scorer = Hmm(model=tmp_path / "hmm.json", languages=("zxx",))
    scorer.prepare()

    def score(name: str) -> float:
        source = Document(id="d", page="g", url=U + "new", site="", paragraphs=(Paragraph(text=texts[name]),))
        return scorer.score_all([Link(source=source.url, target=f"{U}{name}/x")], source)[0]

    assert score("list") > max(score("start"), score("ball"), score("ice"))


def test_without_a_model_it_says_how_to_make_one() -> None:
    with pytest.raises(ConfigError, match="polytrawl evaluate train"):
        Hmm().prepare()


def test_who_went_by_way_of_a_page_without_text_followed_no_link() -> None:
    seen = visits(*(f"{tab}:{page}" for tab in "12" for page in ("a", "gone", "c*", "d", "e")))
    pages = {U + name: f"{name * 3} word" for name in ("a", "c", "d", "e")}
    model = Model.train(seen, pages, UniformIdf())
    # a is two steps from c: its state is 2. Nobody went from there, or from state 1, to a page that has a text.
    assert model.transitions[1] == model.transitions[2] == pytest.approx([1 / 4] * 4)
    assert model.transitions[0] == pytest.approx([1 / 6, 1 / 6, 1 / 6, 3 / 6])  # c to d, twice


def trained(tmp_path: Path, **changes: object) -> Path:
    pages = {U + name: f"{name * 3} word" for name in "abcde"}
    model = Model.train(visits("1:a", "1:b", "1:c*", "1:d", "1:e"), pages, UniformIdf(), "de")
    write_json(tmp_path / "hmm.json", {**msgspec.to_builtins(model), **changes})
    return tmp_path / "hmm.json"


def test_pages_are_weighed_in_the_language_of_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("polytrawl.crawl.scorers.hmm.generic_idf", lambda code: asked.append(code) or UniformIdf())
    Hmm(model=trained(tmp_path), languages=("en",)).prepare()
    Hmm(model=trained(tmp_path, language=""), languages=("en",)).prepare()
    assert asked == ["de", "en"]


def test_a_model_of_another_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="another version"):
        Hmm(model=trained(tmp_path, hashing=1)).prepare()


@pytest.mark.parametrize(
    "changes",
    [
        {"transitions": [[1.0]]},
        {"emissions": [[1.0]] * 3},
        {"centres": []},
        {"axes": [[1.0, 2.0]]},
        {"centres": [[1.0], [1.0, 2.0]]},
    ],
)
def test_a_model_of_the_wrong_shape_is_refused_before_the_crawl(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="do not fit together"):
        Hmm(model=trained(tmp_path, **changes)).prepare()


def test_a_model_has_one_language(tmp_path: Path) -> None:
    for said in ("de,it", "", "German"):
        with pytest.raises(ConfigError, match="expected the code of one language"):
            train_from(tmp_path / "sessions.csv", {}, said)
