"""URLs: one name for one page, and never one name for two."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from polytrawl import urls
from polytrawl.urls import normalise, readable

# Each row: many spellings of one page; the first is the one that is kept.
SAME = {
    "lower-case host": ("http://a.test/x", "HTTP://A.TEST/x", "hTTp://a.Test/x"),
    "default port": ("http://a.test/x", "http://a.test:80/x", "http://a.test:/x", "http://a.test:0080/x"),
    "default port of https": ("https://a.test/", "https://a.test:443/", "https://a.test:443"),
    "empty path": ("http://a.test/", "http://a.test", "http://a.test#top", "http://a.test?"),
    "empty path before a query": ("http://a.test/?q=1", "http://a.test?q=1"),
    "needless escapes": ("http://a.test/~jo/a-b.c_d", "http://a.test/%7ejo/%61%2Db%2Ec%5fd", "http://a.test/%7Ejo/a-b.c_d"),
    "needless escapes in a query": ("http://a.test/?q=abc", "http://a.test/?q=a%62c", "http://a.test/?%71=abc"),
    "hex case": ("http://a.test/%C3%A4%2F?q=%E9", "http://a.test/%c3%a4%2f?q=%e9", "http://a.test/ä%2F?q=%E9"),
    "fragment": ("http://a.test/x", "http://a.test/x#", "http://a.test/x#a", "http://a.test/x#a?b=c#d"),
    "dot segments": (
        "http://a.test/b/c",
        "http://a.test/a/../b/./c",
        "http://a.test/../b/c",
        "http://a.test/%2e%2E/b/%2e/c",
    ),
    "international names": ("http://xn--bcher-kva.test/", "http://bücher.test/", "http://BÜCHER.test", "http://b%C3%BCcher.test"),
    "session in the path": (
        "http://a.test/x?id=1",
        "http://a.test/x;jsessionid=1A2B.node1?id=1",
        "http://a.test/x;JSESSIONID=1A!-77?id=1",
        "http://a.test/x;jsessionid=1;jsessionid=2?id=1",
    ),
    "session of a folder": ("http://a.test/x/", "http://a.test/x/;jsessionid=1A"),
    "session in the middle of the path": ("http://a.test/x/y;v=1", "http://a.test/x;jsessionid=1A/y;v=1"),
    "session parameters": (
        "http://a.test/x?id=1",
        "http://a.test/x?PHPSESSID=abc&id=1",
        "http://a.test/x?id=1&jsessionid=7",
        "http://a.test/x?id=1&sid=0123456789abcdef0123456789ABCDEF",
        "http://a.test/x?id=1&s=0123456789abcdefghijklmnop",
        "http://a.test/x?ASPSESSIONIDABCD=1&id=1",
    ),
    "tracking": (
        "http://a.test/x",
        "http://a.test/x?utm_source=a&utm_medium=b",
        "http://a.test/x?fbclid=1&gclid=2&",
        "http://a.test/x?UTM_Campaign",
        "http://a.test/x?utm%5Fsource=x",
        "http://a.test/x?msclkid=1#top",
    ),
    "tracking among others": ("http://a.test/x?b=2&a=1", "http://a.test/x?b=2&utm_source=x&a=1", "http://a.test/x?mc_eid=9&b=2&a=1"),
    "question mark": ("http://a.test/x", "http://a.test/x?", "http://a.test/x?#"),
    "credentials": ("http://a.test/x", "http://me@a.test/x", "http://me:secret@a.test/x", "http://@a.test/x", "http://a%40b:c@a.test/x"),
    "space around and within": ("http://a.test/xy", "  http://a.test/xy\n", "http://a.te\nst/x\ty", "\u00a0http://a.test/xy"),
    "backslashes": ("http://a.test/x/y", "http:\\\\a.test\\x\\y", "http://a.test\\x/y"),
    "numbers for addresses": ("http://127.0.0.1/", "http://127.1", "http://2130706433/", "http://0x7f.1/"),
}  # fmt: skip

# Each row: pages that a server can tell apart.
DIFFERENT = {
    "schemes": ("http://a.test/", "https://a.test/"),
    "hosts": ("http://a.test/", "http://www.a.test/", "http://a.test:8080/", "http://a.test./"),
    "case of the path": ("http://a.test/X", "http://a.test/x"),
    "trailing slash": ("http://a.test/x", "http://a.test/x/", "http://a.test/x//"),
    "escaped delimiters": ("http://a.test/a/b", "http://a.test/a%2Fb", "http://a.test/a%252Fb"),
    "escapes in queries": ("http://a.test/?a=1&b=2", "http://a.test/?a=1%26b=2", "http://a.test/?a%3D1&b=2"),
    "plus and space": ("http://a.test/?q=a+b", "http://a.test/?q=a%20b", "http://a.test/?q=a%2Bb"),
    "Latin-1 and UTF-8": ("http://a.test/%E9", "http://a.test/%C3%A9", "http://a.test/e"),
    "escaped escapes": ("http://a.test/%41", "http://a.test/%2541", "http://a.test/%%34%31", "http://a.test/%4%31"),
    "escaped question mark": ("http://a.test/x?y", "http://a.test/x%3Fy"),
    "escaped hash": ("http://a.test/x", "http://a.test/x%23y"),
    "order of parameters": ("http://a.test/?a=1&b=2", "http://a.test/?b=2&a=1"),
    "empty values": ("http://a.test/", "http://a.test/?a", "http://a.test/?a=", "http://a.test/?a&b", "http://a.test/?&"),
    "repeated parameters": ("http://a.test/?a=1", "http://a.test/?a=1&a=1"),
    "unknown keys": ("http://a.test/", "http://a.test/?ref=1", "http://a.test/?source=1", "http://a.test/?utm=1"),
    "numbers that are no sessions": ("http://a.test/?sid=1", "http://a.test/?sid=2", "http://a.test/?s=tea"),
    "words that are no sessions": (
        "http://a.test/?s=internationalization",
        "http://a.test/?s=abcdefghijklmnopqrstuvabcd",
        "http://a.test/?s=",
    ),
    "path parameters": ("http://a.test/x", "http://a.test/x;v=1", "http://a.test/x;v=2"),
    "a mail address in the path": ("http://a.test/@me", "http://a.test/me", "http://a.test/you@me"),
}  # fmt: skip

NO_PAGES = (
    "",
    "x",
    "/x",
    "mailto:a@b.test",
    "javascript:void(0)",
    "tel:+49",
    "data:text/html,x",
    "ftp://a.test/x",
    "http://",
    "http://[::1",
    "http://a b/",
    "http://a.test:99999/",
    "http://a.test/\ud800",
)


@pytest.mark.parametrize("spellings", SAME.values(), ids=SAME)
def test_spellings_of_one_page_get_one_name(spellings: tuple[str, ...]):
    assert {normalise(one) for one in spellings} == {spellings[0]}


@pytest.mark.parametrize("pages", DIFFERENT.values(), ids=DIFFERENT)
def test_different_pages_stay_different(pages: tuple[str, ...]):
    for left, right in itertools.combinations(pages, 2):
        assert normalise(left) != normalise(right)


@pytest.mark.parametrize("url", NO_PAGES)
def test_what_is_no_web_address_gets_no_name(url: str):
    assert normalise(url) is None


def test_links_are_joined_with_their_page():
    base = "http://a.test/x/y?q=1"
    joined = {link: normalise(link, base) for link in ("z", "../z", "?r=2", "//b.test", "", "#top", "/z;jsessionid=1")}
    assert joined == {
        "z": "http://a.test/x/z",
        "../z": "http://a.test/z",
        "?r=2": "http://a.test/x/y?r=2",
        "//b.test": "http://b.test/",
        "": base,
        "#top": base,
        "/z;jsessionid=1": "http://a.test/z",
    }
    assert normalise("z", "no base") is None


def test_saved_files_keep_their_whole_names():
    assert normalise("file:///pages/a%7E;jsessionid=1.html?utm_a=1#x") == "file:///pages/a%7E;jsessionid=1.html?utm_a=1"


def test_a_url_may_be_as_long_as_servers_must_take_and_no_longer():
    longest = "http://a.test/".ljust(urls.MAX_LENGTH, "x")
    assert normalise(longest) == longest
    assert normalise(f"{longest}x") is None
    assert normalise(f"{longest}#{'x' * 10_000}") == longest
    assert normalise(f"http://a.test/{'x' * 100_000}") is None
    assert normalise(f"http://a.test/{'ä' * (urls.MAX_LENGTH // 4)}") is None  # six characters each
    assert normalise(f"data:image/png;base64,{'x' * 1_000_000}", "http://a.test/") is None


NASTY = [
    *(
        "%",
        "%2",
        "%4",
        "%41",
        "%2e",
        "%2F",
        "%e9",
        "..",
        ".",
        "/",
        "//",
        ";",
        ";jsessionid=",
        ";phpsessid=a.",
        "?",
        "&",
    ),
    *("&utm_a=1", "sid=", "0123456789abcdef0123456789abcdef", "=", "#", "@", ":", "a", "1", "ä", "\\", "\t", " ", "~"),
    *("|", "xn--", "[", "+", "\x00", "\u202e"),
]


@given(
    st.lists(st.sampled_from(NASTY), max_size=16).map("".join),
    st.sampled_from(["http://a.test", "http://a.test/", "https://"]),
)
@example("/a/..;jsessionid=1", "http://a.test")
@example("/a/x;jsessionid=a.;jsessionid=b", "http://a.test")
@example("/%%34%31", "http://a.test")
@example("/%4%3%31", "http://a.test")
@example("/a/%2e.;jsessionid=x/../b", "http://a.test")
def test_a_name_is_its_own_name(rest: str, start: str):
    name = normalise(start + rest)
    assert name is None or normalise(name) == name


@given(st.text(max_size=40), st.sampled_from([None, "http://a.test/x/", "https://b.test:81/?q"]))
def test_any_text_gets_a_plain_name_or_none(text: str, base: str | None):
    name = normalise(text, base)
    if name is not None:
        assert name.isascii()
        assert name.isprintable()
        assert " " not in name
        assert normalise(name) == name
        urls.host_of(name)
        urls.site_of(name)
        readable(name)


@given(st.lists(st.tuples(st.text("abcXYZ019_-", min_size=1), st.text("abz 019&=%/é")), min_size=1, max_size=5))
def test_parameters_of_unknown_names_are_all_kept(pairs: list[tuple[str, str]]):
    from urllib.parse import parse_qsl, urlencode

    given_query = urlencode(pairs)
    name = normalise(f"http://a.test/?{given_query}")
    assert name is not None
    assert parse_qsl(name.partition("?")[2], keep_blank_values=True) == pairs


def test_people_read_their_own_script():
    assert readable("http://xn--bcher-kva.test:81/%C3%BC/%E9?q=%CE%B1%2F%20") == "http://bücher.test:81/ü/%E9?q=α%2F%20"
    assert readable("http://a.test/%E2%80%AE") == "http://a.test/%E2%80%AE"  # turns the direction of what follows
    assert readable("file:///x/%C3%BC.html") == "file:///x/ü.html"
    assert readable("http://[::1]/") == "http://[::1]/"


def test_hosts_and_sites():
    assert urls.host_of("http://de.a.co.uk:81/x") == "de.a.co.uk:81"
    assert urls.site_of("http://de.a.co.uk:81/x") == "a.co.uk"
    assert urls.site_of("http://xn--bcher-kva.de/") == "xn--bcher-kva.de"
    assert urls.site_of("http://[::1]:80/") == "--1"
    assert urls.site_of("file:///folder/x.html") == "folder"
