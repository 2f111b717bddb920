"""What pages say about their translations, and the verdict on their site."""

from __future__ import annotations

import pytest

from polytrawl.records import Document, Link, make_id
from polytrawl.sites.claims import claims_of, telling
from polytrawl.sites.judging import Seen, judge_sample, judge_visit
from polytrawl.sites.model import Asked

WANTED = ["en", "de"]


def page(url: str, language: str | None, *links: tuple[str, str], alternates: dict[str, str] | None = None) -> Document:
    return Document(
        id=make_id("d", url),
        page=make_id("g", url),
        url=url,
        site="a.test",
        language=language,
        links=tuple(Link(source=url, target=target, anchor=anchor) for target, anchor in links),
        alternates=tuple(Link(source=url, target=one, hreflang=name) for name, one in (alternates or {}).items()),
    )


@pytest.mark.parametrize(
    ("anchor", "target", "expected"),
    [
        ("Deutsch", "http://a.test/de/", [("de", "link")]),
        ("German version", "http://a.test/de/", [("de", "link")]),
        ("flag_de.png", "http://a.test/de/", [("de", "flag")]),
        ("Deutsch", "http://de.a.test/", [("de", "link")]),
        ("Deutsch", "http://a.de/", [("de", "link")]),
        ("Deutsch", "http://somebody-else.test/", []),
        ("English", "http://a.test/en/", []),
        ("Français", "http://a.test/fr/", []),
        ("News", "http://a.test/de/", []),
    ],
)
def test_links_that_name_another_wanted_language_are_claims(
    anchor: str, target: str, expected: list[tuple[str, str]]
) -> None:
    found = claims_of([page("http://a.test/", "en", (target, anchor))], WANTED)
    assert [(one.language, one.kind) for one in found] == expected


def test_hreflang_counts_on_any_domain_and_for_any_region() -> None:
    alternates = {"de-AT": "http://elsewhere.test/", "x-default": "http://a.test/x", "en-GB": "http://a.test/gb"}
    [claim] = claims_of([page("http://a.test/", "en", alternates=alternates)], WANTED)
    assert (claim.language, claim.kind, claim.target) == ("de", "hreflang", "http://elsewhere.test/")


@pytest.mark.parametrize("target", ["http://[bad", "javascript:x()", "mailto:a@b.test", "file:///etc/passwd", "", "//"])
def test_what_leads_to_no_web_page_is_no_claim(target: str) -> None:
    hostile = page("http://a.test/", "en", (target, "Deutsch"), (target, "News"), alternates={"de": target})
    assert claims_of([telling(hostile)], WANTED) == []
    assert judge_visit(seen(telling(hostile)), WANTED).reason == "one-language"


def test_links_within_the_site_that_name_no_language_are_not_held() -> None:
    document = page("http://a.test/", "en", ("http://a.test/x", "News"), ("/y", "More"), ("http://b.test/", "Others"))
    assert [link.target for link in telling(document).links] == ["http://b.test/"]


def seen(*documents: Document) -> Seen:
    return Seen(Asked("a.test", ["http://a.test/"]), list(documents))


def test_a_visit_believes_what_pages_say_and_a_sample_wants_to_see_it() -> None:
    home = page("http://a.test/", "en", ("http://a.test/de/", "Deutsch"))
    visited = judge_visit(seen(home), WANTED)
    assert visited.is_accepted
    assert visited.languages == WANTED
    assert visited.starts == ["http://a.test/", "http://a.test/de/"]
    assert 'link "Deutsch" to de on 1 page, e.g. http://a.test/' in visited.evidence
    sampled = judge_sample(seen(home, page("http://a.test/x", "en")), WANTED)
    assert (sampled.reason, sampled.detail) == ("claimed-only", "links name de, but 2 pages in en")
    assert sampled.languages == ["en"]
    assert judge_sample(seen(home, page("http://a.test/de/", "de")), WANTED).is_accepted


@pytest.mark.parametrize(
    ("documents", "reason"),
    [
        ([page("http://a.test/", "en")], "one-language"),
        ([page("http://a.test/", "fr", ("http://a.test/it", "Italiano"))], "other-languages"),
        ([page("http://a.test/", "und")], "no-text"),
        ([page("http://a.test/", "fr", ("http://a.test/de", "Deutsch"))], "one-language"),
        ([page("http://a.test/one", "en"), page("http://a.test/zwei/drei", "de")], "not-joined"),
    ],
)
def test_what_is_not_multilingual_has_a_reason(documents: list[Document], reason: str) -> None:
    verdict = judge_visit(seen(*documents), WANTED)
    assert verdict.reason == reason
    assert verdict.detail


def test_url_patterns_join_pages_and_give_the_credibility() -> None:
    pairs = [page(f"http://a.test/{name}/{number}", name) for number in range(3) for name in WANTED]
    verdict = judge_sample(seen(*pairs, page("http://a.test/", "en"), page("http://a.test/fr/1", "fr")), WANTED)
    assert verdict.is_accepted
    assert verdict.pattern in ("<de,en>", "<en,de>")
    assert verdict.credibility == pytest.approx(6 / 8)


def test_a_pattern_between_other_languages_gives_no_credibility() -> None:
    pairs = [page(f"http://a.test/{name}/{number}", name) for number in range(3) for name in ("fr", "it")]
    both = [page("http://a.test/", "en", ("http://a.test/de", "Deutsch")), page("http://a.test/de", "de")]
    verdict = judge_sample(seen(*pairs, *both), WANTED)
    assert verdict.is_accepted
    assert "fr" not in verdict.pattern


def test_translations_on_another_domain_make_it_a_sister() -> None:
    home = page("http://a.test/", "en", alternates={"de": "http://b.test/"})
    verdict = judge_visit(seen(home), WANTED)
    assert verdict.sisters == ["b.test"]
    assert verdict.starts == ["http://a.test/", "http://b.test/"]


def test_after_a_sample_only_languages_that_were_seen_are_listed() -> None:
    three = [*WANTED, "it"]
    home = page("http://a.test/", "en", ("http://a.test/de/", "Deutsch"), ("http://a.test/it/", "Italiano"))
    assert judge_visit(seen(home), three).languages == three
    assert judge_sample(seen(home, page("http://a.test/de/", "de")), three).languages == ["en", "de"]


@pytest.mark.parametrize(
    ("home", "reason"),
    [
        (page("http://a.test/", "en", ("http://a.test/it/", "Italiano")), "not-joined"),
        (page("http://a.test/", "en", ("http://a.test/x", "Deutsch")), ""),
        (page("http://a.test/", None, ("http://a.test/e", "English"), ("http://a.test/x", "Deutsch")), ""),
        (page("http://a.test/", "fr", ("http://a.test/x", "Deutsch")), "not-joined"),
    ],
)
def test_a_claim_joins_only_the_languages_that_it_is_about(home: Document, reason: str) -> None:
    sampled = seen(home, page("http://a.test/one", "en"), page("http://a.test/x", "de"))
    assert judge_sample(sampled, [*WANTED, "it"]).reason == reason
