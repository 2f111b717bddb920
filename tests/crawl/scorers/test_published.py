"""Tests of the published strategies, each on an example that can be followed by hand.

The language `zxx` is one that nothing is known of: all words weigh 1, so that cosines are those of plain counts.
"""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.scorers.best_first import BestFirst
from polytrawl.crawl.scorers.fish import Fish
from polytrawl.crawl.scorers.ilsp import Ilsp
from polytrawl.crawl.scorers.mnemonics import Bfs2G, MweBfs2G, Ss1G
from polytrawl.crawl.scorers.shark import Shark
from polytrawl.crawl.topical import BEHIND
from polytrawl.errors import ConfigError
from polytrawl.plugin import names
from polytrawl.records import Document, Link, Paragraph, replace
from polytrawl.relevance.build import write
from polytrawl.relevance.hashes import hashes_of
from polytrawl.relevance.resource import open_resource

A, B, C = (f"http://a.test/{name}" for name in "abc")


def page(url: str, text: str, *, title: str = "", language: str = "en") -> Document:
    paragraphs = (Paragraph(text=text),) if text else ()
    return Document(
        id=f"{url} {text}", page=url, url=url, site="a.test", title=title, language=language, paragraphs=paragraphs
    )


def link(target: str, anchor: str = "", context: str = "", hreflang: str = "") -> Link:
    return Link(source=A, target=target, anchor=anchor, context=context, hreflang=hreflang)


def test_the_twelve_strategies_of_the_dissertation_are_there() -> None:
    twelve = {"UC", "HMM", *(f"{base}-{n}G" for base in ("BFS", "SS") for n in (1, 2, 3))}
    twelve |= {f"MWE{base}-{n}G" for base in ("BFS", "SS") for n in (2, 3)}
    assert len(twelve) == 12
    assert twelve | {"fish", "ilsp", "yield", "random"} <= set(names(LinkScorer))


def test_best_first_gives_all_links_the_cosine_of_their_page() -> None:
    scorer = BestFirst(query=("ice snow",), languages=("zxx",))
    scorer.prepare()
    # Query (1, 1), page: ice twice, rain once. 2 * 1 / (sqrt(4 + 1) * sqrt(2)) = 0.632...
    scores = scorer.score_all([link(B), link(C, "snow")], page(A, "ice ice rain"))
    assert scores == [pytest.approx(2 / math.sqrt(10))] * 2


def test_pairs_of_words_are_blended_with_words_by_alpha() -> None:
    source = page(A, "ice age and snow")
    # Pairs of the query: "ice age"; of the page: "ice age", "age and", "and snow": 1 / sqrt(3).
    # Words: "ice", "age" of 4 different ones: 2 / (sqrt(2) * sqrt(4)).
    pairs, words = 1 / math.sqrt(3), 2 / (math.sqrt(2) * 2)
    for alpha in (1.0, 0.25):
        scorer = Bfs2G(query=("ice age",), languages=("zxx",), alpha=alpha)
        scorer.prepare()
        assert scorer.score_all([link(B)], source) == [pytest.approx(alpha * pairs + (1 - alpha) * words)]


def test_expressions_need_a_resource() -> None:
    with pytest.raises(ConfigError, match="MWEBFS-2G needs `resource`"):
        MweBfs2G(query=("ice age",)).prepare()


def test_a_strategy_without_a_topic_says_so() -> None:
    with pytest.raises(ConfigError, match=r"best-first needs a topic; give topic\.query or topic\.definition"):
        BestFirst().prepare()


def test_shark_scores_by_hand() -> None:
    scorer = Ss1G(query=("ice snow",), languages=("zxx",))
    scorer.prepare()
    near = 2 / math.sqrt(10)  # as above: 0.632
    inherited = 0.5 * near  # delta: 0.316
    anchor = 1 / math.sqrt(2)  # "snow" alone: 0.707; so the context counts 1
    neighbourhood = 0.8 * anchor + 0.2 * 1  # 0.766
    [score] = scorer.score_all([link(B, "snow", "nothing of it")], page(A, "ice ice rain"))
    assert score == pytest.approx(0.5 * inherited + 0.5 * neighbourhood)  # 0.541
    # A page without a word of the query hands on what it inherited, halved once more: 0.158. The anchor says nothing;
    # the context has one of its two words: 1 / (sqrt(2) * sqrt(2)) = 0.5, and counts 0.2.
    [score] = scorer.score_all([link(C, "here", "much ice")], page(B, "rain"))
    assert score == pytest.approx(0.5 * 0.25 * near + 0.5 * 0.2 * 0.5)  # 0.129


def test_a_link_inherits_the_most_that_any_page_leaves_it() -> None:
    scorer = Shark(query=("ice",), languages=("zxx",), gamma=1.0)
    scorer.prepare()
    scorer.score_all([link(C)], page(A, "ice"))  # leaves 0.5
    scorer.score_all([link(C)], page(B, "ice rain"))  # leaves 0.354
    assert scorer.score_all([link(A)], page(C, "rain")) == [0.25]


def test_fish_die_after_too_many_pages_without_food_and_are_reborn_by_a_hit() -> None:
    scorer = Fish(query=("ice",), languages=("zxx",), width=2, depth=2, hit=0.5)
    scorer.prepare()
    links = [link(f"http://a.test/{number}") for number in range(4)]
    # A page on the topic has 1.5 * 2 = 3 strong fish; the fourth comes after those of all others.
    assert scorer.score_all([*links[:3], link(B)], page(A, "ice")) == [2.0, 2.0, 2.0, 0.0]
    assert scorer.score_all([link(C), *links[:2]], page(B, "rain")) == [1.0, 1.0, 0.0]
    assert scorer.score_all(links, page(C, "rain")) == [BEHIND] * 4
    assert scorer.score_all(links[:1], page(C, "ice")) == [2.0]


def test_a_tunnel_ends_after_so_many_pages_off_the_topic() -> None:
    scorer = BestFirst(query=("ice",), languages=("zxx",), tunnel=1, hit=0.5)
    scorer.prepare()
    assert scorer.score_all([link(B)], page(A, "ice")) == [1.0]
    assert scorer.score_all([link(C)], page(B, "rain")) == [0.0]
    assert scorer.score_all([link(A)], page(C, "rain")) == [BEHIND]
    assert scorer.score_all([link(A)], page(C + "2", "ice")) == [1.0]


def definition(tmp_path: Path) -> Path:
    path = tmp_path / "topic.tsv"
    path.write_text("weight\tterm\tsubtopic\tlanguage\n100\tice\tcold\ten\n50\tsnow\tcold\ten\n", encoding="utf-8")
    return path


def test_ilsp_scores_by_hand(tmp_path: Path) -> None:
    scorer = Ilsp(definition=definition(tmp_path), languages=("en",))
    scorer.prepare()
    source = page(A, "snow and ice and ice", title="Ice")
    # p = 10 * 100 for the title, 50 + 100 + 100 for the text: 1250. Two links: p / L = 625.
    # The first has "snow" in its anchor and "ice" beside it: 50 + 100; the second has nothing.
    assert scorer.score_all([link(B, "snow", "an ice age"), link(C, "more")], source) == [775.0, 625.0]


def test_ilsp_finds_no_term_that_runs_from_an_anchor_into_its_context(tmp_path: Path) -> None:
    file = tmp_path / "two.tsv"
    file.write_text("100\trisk assessment\tsafety\ten\n", encoding="utf-8")
    scorer = Ilsp(definition=file, languages=("en",))
    scorer.prepare()
    assert scorer.rate([link(B, "risk", "assessment"), link(C, "risk assessment")], page(A, "")) == [0.0, 100.0]


def test_ilsp_fetches_the_other_language_first(tmp_path: Path) -> None:
    scorer = Ilsp(definition=definition(tmp_path), languages=("en", "de"))
    scorer.prepare()
    links = [link(B, "Deutsch"), link(B, hreflang="de-at"), link(C, "ice"), link(C, "English")]
    assert scorer.score_all(links, page(A, "")) == [1_000_000.0, 1_000_000.0, 100.0, 0.0]
    # A page in a third language has no translations that anybody asked for.
    assert scorer.score_all(links, page(A, "", language="fr")) == [0.0, 0.0, 0.0, 0.0]


def test_terms_are_made_of_a_query_where_there_is_no_definition() -> None:
    scorer = Ilsp(query=("ice ice snow",), languages=("zxx",))
    scorer.prepare()
    scores = scorer.score_all([link(B, "ice"), link(C, "snow")], page(A, "", language="zxx"))
    assert scores == [pytest.approx(100.0), pytest.approx(50.0)]


def test_fish_that_died_stay_dead_however_long_the_path() -> None:
    scorer = Fish(query=("ice",), languages=("zxx",), depth=2, hit=0.5)
    scorer.prepare()
    chain = [f"http://a.test/{number}" for number in range(8)]
    scores = [scorer.score_all([link(to)], page(url, "rain"))[0] for url, to in pairwise(chain)]
    assert scores == [1.0, *[BEHIND] * 6]


def test_a_strategy_that_counts_tunnels_is_reminded_of_them() -> None:
    for kind in (BestFirst, Ilsp):
        assert not kind(query=("ice",)).learns
        assert kind(query=("ice",), tunnel=2).learns
    assert Shark(query=("ice",)).learns


def resource(tmp_path: Path, longest: int) -> Path:
    path = tmp_path / f"en-{longest}.resource"
    write(path, ["ice age and ice age", "ice age and snow", "rain and snow and ice"], language="en", longest=longest)
    return path


def test_a_query_without_sequences_is_refused_by_who_counts_sequences(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="BFS-2G counts 2 words in a row, and the query has none"):
        Bfs2G(query=("ice",)).prepare()
    with pytest.raises(ConfigError, match=r"has no more than 1; build it again with --longest 2"):
        Bfs2G(query=("ice age",), resource=resource(tmp_path, 1)).prepare()
    Bfs2G(query=("ice age",), resource=resource(tmp_path, 2)).prepare()


def test_what_is_no_expression_can_be_given_another_factor(tmp_path: Path) -> None:
    def score(**options: float) -> float:
        scorer = MweBfs2G(query=("ice age",), resource=resource(tmp_path, 2), beta=1.0, **options)
        scorer.prepare()
        return scorer.score_all([link(B)], page(A, "ice age rain"))[0]

    # With beta 1 only factors count: f of "ice age", and the default d of "age rain", which nobody knows.
    factor = float(open_resource(resource(tmp_path, 2)).pmi(hashes_of(["ice age"]))[0])
    assert score(mwe_default=0.5) == pytest.approx(factor / math.hypot(factor, 0.5))
    assert score(mwe_default=0.5, mwe_minimum=1.0) == pytest.approx(1 / math.sqrt(2))


def test_texts_that_are_handed_over_are_neither_files_nor_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ice").write_text("rain", encoding="utf-8")
    scorer = BestFirst(languages=("zxx",))
    scorer.ask_for(["ice", "http://a.test/ is where the snow is"])
    scorer.prepare()
    assert scorer.texts() == ["ice", "http://a.test/ is where the snow is"]
    assert scorer.score_all([link(B)], page(A, "rain")) == [0.0]


def test_a_language_without_statistics_does_not_flatten_the_others() -> None:
    scorer = BestFirst(query=("school glacier",), languages=("en", "zxx"))
    scorer.prepare()
    common, rare = (scorer.score_all([link(B)], page(A, text))[0] for text in ("school", "glacier"))
    assert common < rare / 2


def test_ilsp_counts_what_a_page_says_of_itself(tmp_path: Path) -> None:
    scorer = Ilsp(definition=definition(tmp_path), languages=("en",))
    scorer.prepare()
    source = Document(
        id="d", page="g", url=A, site="", language="en", description="snow", keywords=("ice", "age", "snow")
    )
    # p = 4 * 50 for the description, 2 * (100 + 50) for the keywords: 500.
    assert scorer.score_all([link(B)], source) == [500.0]
    # What is spelled otherwise is the same language.
    assert scorer.score_all([link(B)], replace(source, language="en-gb")) == [500.0]
