"""Plug-ins: found by name, told apart, loaded from anywhere."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from polytrawl.crawl.base import LinkScorer
from polytrawl.errors import ConfigError, PluginError
from polytrawl.plugin import PluginFile, all_classes, find, kinds, names

KINDS = {
    "aligner",
    "classifier",
    "deduplicator",
    "exporter",
    "extractor",
    "filter",
    "identifier",
    "pairer",
    "scorer",
    "stage",
}


def plugin_file(name: str, body: str = "return 1.0") -> PluginFile:
    source = f"""
        from dataclasses import dataclass
        from polytrawl.crawl.base import LinkScorer

        @dataclass(kw_only=True)
        class Mine(LinkScorer, name="{name}"):
            weight: float = 1.0

            def score(self, link, source):
                {body}
    """
    return PluginFile("mine.py", textwrap.dedent(source))


def test_every_kind_has_at_least_one_plugin():
    assert set(kinds()) == KINDS
    assert {cls.kind for cls in all_classes()} == KINDS


def test_every_plugin_says_in_one_line_what_it_is():
    assert [cls for cls in all_classes() if not (cls.__doc__ or "").strip()] == []


def test_a_wrong_name_is_answered_with_the_nearest_right_one():
    with pytest.raises(ConfigError, match="there is no scorer called 'breath-first'; did you mean 'breadth-first'"):
        find(LinkScorer, "breath-first")


def test_a_local_file_registers_its_classes():
    plugin_file("local-one").load()
    assert find(LinkScorer, "local-one").__name__ == "Mine"
    assert "local-one" in names(LinkScorer)


def test_an_edited_local_file_takes_the_place_of_its_old_self_and_back():
    old, new = plugin_file("edited", "return 1.0"), plugin_file("edited", "return 2.0")
    for file, score in ((old, 1.0), (new, 2.0), (old, 1.0)):
        file.load()
        assert find(LinkScorer, "edited")().score(None, None) == score


def test_a_local_file_cannot_take_the_name_of_a_builtin():
    with pytest.raises(PluginError, match="both polytrawl.crawl.scorers.* want this name"):
        plugin_file("breadth-first").load()


def test_two_local_files_cannot_have_one_name():
    plugin_file("twin").load()
    with pytest.raises(PluginError, match="both mine.py:Mine and other.py:Mine want this name"):
        PluginFile("other.py", plugin_file("twin").source + "\n").load()


def test_a_broken_local_file_is_a_clear_error(tmp_path: Path):
    with pytest.raises(PluginError, match="broken.py: SyntaxError"):
        PluginFile("broken.py", "def (:").load()
    with pytest.raises(ConfigError, match="nowhere.py cannot be read"):
        PluginFile.read(tmp_path / "nowhere.py")
