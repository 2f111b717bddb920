"""The files of the extension: a valid manifest, few permissions, nothing from elsewhere."""

from __future__ import annotations

import json
import re
import struct
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
EXTENSION = REPOSITORY / "extension"
MANIFEST = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
SOURCES = sorted(path for path in EXTENSION.iterdir() if path.suffix in (".js", ".html", ".css"))
# What each permission is for. A new one needs a reason here.
PERMISSIONS = {
    "activeTab": "the address of the page whose button is pressed",
    "storage": "the log",
    "webNavigation": "which page is shown in which tab, without reading pages",
}


def test_it_asks_for_little() -> None:
    assert MANIFEST["manifest_version"] == 3
    assert set(MANIFEST["permissions"]) == set(PERMISSIONS)
    assert MANIFEST["optional_permissions"] == ["bookmarks"]
    assert not {"host_permissions", "optional_host_permissions", "content_scripts", "externally_connectable"} & set(
        MANIFEST
    )
    assert MANIFEST["incognito"] == "not_allowed"


def test_the_manifest_is_within_the_limits_of_the_browser() -> None:
    assert len(MANIFEST["name"]) <= 75
    assert len(MANIFEST["short_name"]) <= 12
    assert len(MANIFEST["description"]) <= 132
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert MANIFEST["version"] == project["project"]["version"]


def test_all_files_that_are_named_exist() -> None:
    named = {MANIFEST["background"]["service_worker"], MANIFEST["action"]["default_popup"], *MANIFEST["icons"].values()}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'(?:from|import) "\./([^"]+)"', text))
        named |= {one.split("?")[0] for one in re.findall(r'(?:src|href)="([^"]+)"', text)}
    there = {path.relative_to(EXTENSION).as_posix() for path in EXTENSION.rglob("*") if path.is_file()}
    assert named | {"manifest.json", "icons/icon.svg"} == there


@pytest.mark.parametrize("size", sorted(MANIFEST["icons"], key=int))
def test_icons_have_their_size(size: str) -> None:
    content = (EXTENSION / MANIFEST["icons"][size]).read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (int(size), int(size))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere_and_nothing_goes_there(path: Path) -> None:
    text = re.sub(r"^\s*//.*$|\s// .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert "://" not in text
    forbidden = r"\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bimport\(|importScripts"
    assert not re.search(forbidden, text)
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource|@import|url\(", text)
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", text)
    assert len(text.splitlines()) < 200


def test_the_policy_lets_only_own_files_in() -> None:
    policy = MANIFEST["content_security_policy"]["extension_pages"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == "'none'"
    assert set(rules.values()) == {"'self'", "'none'"}
