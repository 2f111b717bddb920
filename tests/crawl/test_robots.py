from __future__ import annotations

import pytest
from protego import Protego

from polytrawl.crawl.robots import MAX_BYTES, Robots

A = "http://a.test"


def test_protego_alone_takes_the_beginning_of_a_name_for_the_name() -> None:
    """Should this fail, the rewriting of user-agent lines can go."""
    assert not Protego.parse("User-agent: poly\nDisallow: /").can_fetch(f"{A}/", "polytrawl")


@pytest.mark.parametrize("name", ["poly", "polytrawler", "poly-trawl", "bot", "trawl", "", "*bot", "polytrawl-bot"])
def test_rules_for_others_do_not_hold_for_us(name: str) -> None:
    assert Robots(f"User-agent: {name}\nDisallow: /".encode()).allows(f"{A}/x")


@pytest.mark.parametrize("name", ["polytrawl", "PolyTrawl", "polytrawl/2.0", "polytrawl # us", "*", "*   # all"])
def test_rules_for_us_or_all_hold_for_us(name: str) -> None:
    assert not Robots(f"User-agent: {name}\nDisallow: /".encode()).allows(f"{A}/x")


def test_our_own_group_takes_the_place_of_that_for_all_and_is_joined_from_its_parts() -> None:
    rules = Robots(
        b"User-agent: polytrawl\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\n"
        b"User-agent: other\nUser-agent: Polytrawl/1\nDisallow: /b\n"
    )
    assert [rules.allows(f"{A}/{path}") for path in "abc"] == [False, False, True]


@pytest.mark.parametrize("line", ["Crawl-delay: 3", "Sitemap: /map.xml", "Noindex: /x", "Request-rate: 1/5", "what"])
def test_lines_beyond_the_standard_do_not_end_a_group(line: str) -> None:
    assert not Robots(f"User-agent: polytrawl\n{line}\nUser-agent: other\nDisallow: /x".encode()).allows(f"{A}/x")


def test_a_delay_holds_for_those_named_just_before_it() -> None:
    text = b"User-agent: polytrawl\nCrawl-delay: 3\n\nUser-agent: *\nCrawl-delay: 9\nDisallow: /x"
    assert Robots(text).delay_s == 3
    assert Robots(b"User-agent: other\nCrawl-delay: 3\nUser-agent: *\nDisallow:").delay_s is None
    assert Robots(b"User-agent: polytrawl\nDisallow:\n\nUser-agent: *\nCrawl-delay: 9").delay_s is None


def test_byte_order_mark_line_ends_and_wildcards() -> None:
    rules = Robots(b"\xef\xbb\xbfUser-agent: *\rDisallow: /*.php$\r\nAllow: /a/b\nDisallow: /a\n")
    assert [rules.allows(A + path) for path in ("/x.php", "/x.php?q", "/a/c", "/a/b", "/")] == [
        False,
        True,
        False,
        True,
        True,
    ]


def test_the_line_that_the_size_limit_cuts_is_not_read() -> None:
    head = b"User-agent: *\nDisallow: /x\n"
    body = head + b"#" * (MAX_BYTES - len(head) - 12) + b"\nDisallow: /private\n"
    assert body[:MAX_BYTES].endswith(b"Disallow: /")
    assert Robots(body[:MAX_BYTES]).allows(f"{A}/y")
    assert not Robots(body[:MAX_BYTES]).allows(f"{A}/x")
