"""Options: fields become config keys, are checked, completed and built."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from polytrawl.clean.stage import Clean
from polytrawl.crawl.base import LinkScorer
from polytrawl.errors import ConfigError, PluginError
from polytrawl.options import Context, build, option, options, parts, resolve, shared


@dataclass(kw_only=True)
class Plain(LinkScorer, name="plain-for-tests"):
    """A scorer with options of many types."""

    words: frozenset[str]
    weight: Annotated[float, msgspec.Meta(ge=0)] = option(1.0, "how much a word counts")
    terms: Path | None = None
    languages: tuple[str, ...] = shared()


@dataclass(kw_only=True)
class Holder:
    """Something with plug-ins as options."""

    scorer: LinkScorer = field(default="plain-for-tests")
    more: tuple[LinkScorer, ...] = ()


CONTEXT = Context(shared={"languages": ("de", "it")}, folder=Path("/runs/one"))


def resolved(given, cls=Plain):
    return resolve(cls, given, where="crawl.strategy", context=CONTEXT)


def test_fields_are_options_with_help_and_defaults():
    by_name = {one.name: one for one in options(Plain)}
    assert by_name["words"].required
    assert (by_name["weight"].default, by_name["weight"].help) == (1.0, "how much a word counts")
    assert by_name["languages"].shared


def test_values_are_completed_checked_and_built():
    table = resolved({"words": ["b", "a", "b"], "terms": "terms.tsv"})
    assert table["languages"] == ["de", "it"]
    assert table["terms"] == "/runs/one/terms.tsv"
    made = build(Plain, table)
    assert made == Plain(words=frozenset("ab"), weight=1.0, terms=Path("/runs/one/terms.tsv"), languages=("de", "it"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"words": ["a"], "wieght": 2},
            "crawl.strategy.wieght: 'plain-for-tests' has no such option; did you mean 'weight'",
        ),
        ({"words": ["a"], "weight": -1}, "crawl.strategy.weight: -1 does not fit"),
        ({"words": ["a"], "weight": "heavy"}, "crawl.strategy.weight: 'heavy' does not fit"),
        ({}, "crawl.strategy.words: this option has no default"),
        ({"words": ["a"], "languages": ["de"]}, "set 'languages' at the top of run.toml"),
    ],
)
def test_wrong_options_say_where_what_and_what_to_do(given, message):
    with pytest.raises(ConfigError) as caught:
        resolved(given)
    assert message in str(caught.value)


def test_plugins_as_options_are_names_or_tables():
    table = resolved({"scorer": {"words": ["a"]}, "more": [{"use": "plain-for-tests", "words": ["b"]}]}, Holder)
    made = build(Holder, table)
    assert made.scorer.words == {"a"}
    assert made.more[0].words == {"b"}


def test_a_list_of_plugins_must_be_a_list():
    with pytest.raises(ConfigError, match="crawl.strategy.more: expected a list of names"):
        resolved({"scorer": {"words": []}, "more": "plain-for-tests"}, Holder)


def test_a_plugin_without_a_name_is_refused():
    with pytest.raises(ConfigError, match="more\\[0\\]: expected a name, or a table with use"):
        resolved({"scorer": {"words": []}, "more": [{"words": []}]}, Holder)


def test_the_parts_of_an_object_are_its_classes_and_files():
    classes, files = parts(Holder, resolved({"scorer": {"words": [], "terms": "t.tsv"}}, Holder))
    assert classes == {Holder, Plain}
    assert files == [Path("/runs/one/t.tsv")]


def test_a_class_whose_author_forgot_the_decorator_is_refused():
    class Bare(LinkScorer, name="bare-for-tests"):
        weight: float = 1.0

    with pytest.raises(PluginError, match="put @dataclass"):
        options(Bare)


def test_options_that_an_older_version_did_not_know_have_their_defaults() -> None:
    made = build(Clean, {"honour": [], "pdf": False})
    assert made == build(Clean, resolve(Clean, {}, where="clean", context=Context(shared={"honour": [], "pdf": False})))
    with pytest.raises(KeyError):
        build(Plain, {"weight": 1.0, "languages": []})
