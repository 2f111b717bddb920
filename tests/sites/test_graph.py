"""PageRank of sites, and the sums by which sites outside of the set are ranked."""

from __future__ import annotations

import random

import numpy as np
import pytest

from polytrawl.records import Document, Link, make_id
from polytrawl.sites.graph import in_order, page_rank, rank_outside
from polytrawl.sites.graph import linked_sites as out_of
from polytrawl.sites.model import RANKINGS, Judged
from sites.linked_sites import linked_sites


def known(site: str, out: list[str], credibility: float) -> Judged:
    links = {one: f"http://{one}/" for one in out}
    return Judged(site=site, url=f"http://{site}/", credibility=credibility, out=links)


def test_pagerank_is_what_a_small_example_gives_by_hand() -> None:
    # c = .15/3; a = .05 + .85 (b + c), b = .05 + .85 a, so that a = .135 / (1 - .7225)
    rank = page_rank({"a": ["b"], "b": ["a"], "c": ["a"]})
    assert rank == pytest.approx({"a": 0.135 / 0.2775, "b": 0.05 + 0.85 * 0.135 / 0.2775, "c": 0.05})


def test_links_to_itself_and_to_sites_outside_do_not_count() -> None:
    plain = page_rank({"a": ["b"], "b": ["a"], "c": ["a"]})
    assert page_rank({"a": ["b", "a", "x"], "b": ["a", "y"], "c": ["a", "c"]}) == pytest.approx(plain)


def test_pagerank_is_that_of_a_random_surfer_who_leaves_dead_ends_for_anywhere() -> None:
    chance = random.Random(1)
    names = [str(number) for number in range(40)]
    links = {one: [] if chance.random() < 0.3 else chance.sample(names, chance.randint(1, 6)) for one in names}
    steps = np.full((40, 40), 1 / 40)
    for one, others in links.items():
        inside = sorted(set(others) - {one})
        if inside:
            steps[int(one)] = [(str(number) in inside) / len(inside) for number in range(40)]
    surfer = np.full(40, 1 / 40)
    for _ in range(300):
        surfer = 0.15 / 40 + 0.85 * surfer @ steps
    links = {one: sorted(set(others)) for one, others in links.items()}
    assert list(page_rank(links).values()) == pytest.approx(surfer.tolist(), abs=1e-9)


def test_no_sites_and_sites_without_links_have_a_rank() -> None:
    assert page_rank({}) == {}
    assert page_rank({"a": [], "b": []}) == pytest.approx({"a": 0.5, "b": 0.5})


def test_a_site_outside_has_the_sums_over_the_sites_that_link_to_it() -> None:
    sites = {
        "a.test": known("a.test", ["b.test", "s.test"], 0.5),
        "b.test": known("b.test", ["a.test", "s.test", "t.test"], 1.0),
        "c.test": known("c.test", ["a.test", "b.test", "t.test"], 0.0),
    }
    rank = page_rank({name: one.out for name, one in sites.items()})
    first, second = rank_outside(sites)
    assert (first.site, first.linked_by, first.linkout) == ("s.test", 2, 2)
    assert first.pagerank == pytest.approx(rank["a.test"] + rank["b.test"])
    assert first.weighted == pytest.approx(rank["a.test"] * 0.5 + rank["b.test"])
    assert (second.site, second.linked_by, second.linkout) == ("t.test", 2, 3)
    assert second.weighted == pytest.approx(rank["b.test"])
    assert [one.site for one in in_order([first, second], "linkout")] == ["t.test", "s.test"]
    assert [one.site for one in in_order([first, second], "weighted")] == ["s.test", "t.test"]


def test_the_links_of_a_site_are_those_to_other_sites_that_it_stands_by() -> None:
    targets = ["http://b.test/x", "http://www.b.test/x", "http://a.test/y", "http://127.0.0.1/", "mailto:x@c.test"]
    links = [Link(source="", target=one) for one in targets]
    links += [Link(source="", target="http://d.test/", rel="NoFollow ugc"), Link(source="", target="http://e.test/")]
    page = Document(id=make_id("d", "x"), page="p", url="http://a.test/", site="a.test", links=tuple(links))
    again = Document(id=make_id("d", "y"), page="q", url="http://a.test/2", site="a.test", links=tuple(links[1:2]))
    assert out_of([page, again], {"a.test"}) == {"b.test": "http://www.b.test/x", "e.test": "http://e.test/"}


def test_weighted_pagerank_finds_more_bilingual_sites_than_linkout_where_directories_mislead() -> None:
    gains = []
    for seed in range(1, 6):
        web = linked_sites(seed)
        chosen = [*random.Random(f"seeds of {seed}").sample(web.bilingual, 10), *web.directories]
        ranked = rank_outside({one: known(one, web.links[one], web.credibility[one]) for one in chosen})
        at_30 = {by: sum(one.site in web.bilingual for one in in_order(ranked, by)[:30]) / 30 for by in RANKINGS}
        gains.append(at_30["weighted"] - at_30["linkout"])
    assert sum(gains) / len(gains) >= 0.1
