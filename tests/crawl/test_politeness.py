from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from polytrawl.crawl.guard import Guard, is_public
from polytrawl.crawl.politeness import Pace, Troubles, check_contact, user_agent
from polytrawl.errors import ConfigError, FetchError

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
    "168.63.129.16",
    "::1",
    "::",
    "fe80::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "::7f00:1",
    "64:ff9b:1::8.8.8.8",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_of_the_public_web_are_refused(address: str) -> None:
    with pytest.raises(FetchError) as caught:
        Guard(allow_private=False, allow_public=True).check("a.test", address)
    assert caught.value.reason == "private-address"


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_addresses_of_the_public_web_are_allowed(address: str) -> None:
    Guard(allow_private=False, allow_public=True).check("a.test", address)
    assert is_public(ipaddress.ip_address(address))


def test_a_long_crawl_delay_is_capped_and_a_short_one_does_not_speed_up() -> None:
    pace = Pace(1.0, 3)
    assert [pace.after_answer(delay) for delay in (None, 0.1, 5.0, 86_400.0)] == [1.0, 1.0, 5.0, 60.0]


def test_waits_grow_with_attempts_and_are_capped() -> None:
    pace = Pace(1.0, 30)
    assert [pace.after_trouble(1.0, attempt, None) for attempt in (1, 2, 3, 20)] == [2.0, 4.0, 8.0, 300.0]
    assert [pace.after_trouble(1.0, 1, asked) for asked in (0.0, 7.0, 9e9)] == [1.0, 7.0, 300.0]


def test_the_delay_grows_with_the_response_time_up_to_a_cap() -> None:
    pace = Pace(1.0, 3, 2.0, max_delay_s=30.0)
    assert [pace.adapted(1.0, seconds) for seconds in (0.1, 0.5, 4.0, 99.0)] == [1.0, 1.0, 8.0, 30.0]
    assert pace.adapted(20.0, 4.0) == 20.0  # robots.txt asked for more
    assert Pace(0.0, 3, 2.0).adapted(0.0, 9.0) == 0.0


def test_caps_are_options() -> None:
    pace = Pace(1.0, 3, 1.0, max_delay_s=5.0, max_pause_s=7.0)
    assert pace.after_answer(86_400.0) == 5.0
    assert [pace.after_trouble(1.0, attempt, None) for attempt in (1, 9)] == [2.0, 7.0]
    assert pace.after_trouble(1.0, 1, 9e9) == 7.0


def test_failures_of_a_host_are_counted_in_a_row() -> None:
    troubles = Troubles(give_up=3)
    reasons = ("timeout", "http-503", "http-404", "timeout", "http-429", "connection-error")
    assert [troubles.failed("a.test", reason) for reason in reasons] == [1, 2, 0, 1, 2, 3]
    assert troubles.is_hopeless("a.test")
    assert not troubles.is_hopeless("b.test")
    troubles.answered("a.test")
    assert not troubles.is_hopeless("a.test")
    assert not Troubles(give_up=0).is_hopeless("a.test")


@pytest.mark.parametrize(
    ("seed", "connect_to"),
    [
        ("http://example.org/", "127.0.0.1:8000"),
        ("http://example.org/", "[::1]:8000"),
        ("http://example.org/", "localhost:8000"),
        ("http://localhost:8000/", ""),
        ("http://192.168.0.1/", ""),
        ("http://[::1]/", ""),
    ],
)
def test_who_stays_on_private_ground_needs_no_contact(seed: str, connect_to: str) -> None:
    check_contact("", seeds=[seed], connect_to=connect_to)


@pytest.mark.parametrize("connect_to", ["", "proxy.example.org:80"])
def test_who_goes_on_the_public_web_needs_a_contact(connect_to: str) -> None:
    with pytest.raises(ConfigError, match=r"crawl\.contact: http://example\.org/"):
        check_contact("", seeds=["http://127.0.0.1/", "http://example.org/"], connect_to=connect_to)
    check_contact("me@example.org", seeds=["http://example.org/"], connect_to=connect_to)


def test_the_user_agent_names_product_version_and_contact() -> None:
    assert user_agent("http://me.example.org").startswith("polytrawl/")
    assert user_agent("http://me.example.org").endswith(" (+http://me.example.org)")
    assert " " not in user_agent("")


def test_a_slow_server_is_asked_less_often(web: Web, crawl: Callable[..., Run]) -> None:
    web.delay_s = 0.1
    web.sites["a.test"] = {"/": web.page("/b"), "/b": web.page()}
    crawl("http://a.test/", delay_s=0.01, delay_factor=3.0).collect()
    first, second = (one for one in web.log if one.path != "/robots.txt")
    assert second.began - first.ended >= 0.28
