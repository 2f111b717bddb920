"""What the extension records, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER


def test_visits_are_lines_with_their_tab_and_the_mark_of_the_page(recorder: Any, tmp_path: Path) -> None:
    other = recorder.context.new_page()
    recorder.tab.bring_to_front()
    recorder.visit("/")
    recorder.tab.click("li a[href='/ice/']")
    recorder.tab.wait_for_url("**/ice/")
    recorder.visit("/", "/ball/", tab=other)
    recorder.tab.click("li a[href='/ice/0']")
    recorder.tab.wait_for_url("**/ice/0")
    recorder.tab.bring_to_front()
    recorder.told("5 visits, 4 pages, 0 relevant")
    recorder.popup.click("text=Mark as relevant")
    recorder.told("5 visits, 4 pages, 1 relevant")
    recorder.tab.go_back()
    recorder.visit("/ice/0", "/a,b")
    recorder.told("8 visits, 5 pages, 1 relevant")
    lines = recorder.saved(tmp_path / "session.csv")
    assert lines == ["0,1,/", "0,1,/ice/", "0,2,/", "0,2,/ball/", "1,1,/ice/0", "0,1,/ice/", "1,1,/ice/0", "0,1,/a,b"]
    assert (tmp_path / "session.csv").read_bytes().endswith(b"/a,b\n")


def test_only_pages_that_are_shown_count(recorder: Any, tmp_path: Path) -> None:
    recorder.visit("/moved")  # to /ice/3
    recorder.tab.reload()
    recorder.visit("/frames", "/anchors")
    recorder.tab.click("#down")
    recorder.visit("/script")
    recorder.tab.click("button")
    recorder.tab.goto("chrome://version")
    with pytest.raises(Exception, match="ERR_"):
        recorder.tab.goto("http://127.0.0.1:9/")
    recorder.told("5 visits, 5 pages, 0 relevant")
    lines = recorder.saved(tmp_path / "s.csv")
    assert lines == ["0,1,/ice/3", "0,1,/frames", "0,1,/anchors", "0,1,/script", "0,1,/script?view=2"]
    assert "/ice/7" in recorder.asked  # the page in the frame was fetched


def test_passwords_in_addresses_are_not_kept(recorder: Any, tmp_path: Path) -> None:
    recorder.tab.goto(recorder.web.replace("//", "//me:secret@") + "/ice/1")
    recorder.told("1 visit, 1 page, 0 relevant")
    assert recorder.saved(tmp_path / "s.csv") == ["0,1,/ice/1"]


def test_the_way_of_a_new_tab_begins_at_the_page_that_opened_it(recorder: Any, tmp_path: Path) -> None:
    recorder.visit("/ice/")
    with recorder.context.expect_page():
        recorder.tab.click("a.new[href='/ice/1']")
    with recorder.context.expect_page():
        recorder.tab.click("li a[href='/ice/2']", modifiers=["Control"])
    recorder.told("5 visits, 3 pages, 0 relevant")
    assert sorted(recorder.saved(tmp_path / "s.csv")) == [
        *("0,1,/ice/", "0,2,/ice/", "0,2,/ice/1", "0,3,/ice/", "0,3,/ice/2")
    ]


def test_while_paused_nothing_is_recorded(recorder: Any, tmp_path: Path) -> None:
    recorder.visit("/ice/0")
    recorder.popup.click("text=Pause")
    recorder.popup.wait_for_selector("#state:text('Paused')")
    recorder.visit("/ice/1")
    recorder.popup.wait_for_selector("#mark:disabled")
    recorder.popup.check("tbody input")  # what is in the log may still be marked
    recorder.badge_is("II")
    recorder.popup.click("text=Resume")
    recorder.popup.wait_for_selector("#state:text('Recording')")
    recorder.visit("/ice/2")
    recorder.told("2 visits, 2 pages, 1 relevant")
    assert recorder.saved(tmp_path / "s.csv") == ["1,1,/ice/0", "0,2,/ice/2"]  # no step from one to the other


def test_clear_asks_and_forgets_everything(recorder: Any, tmp_path: Path) -> None:
    recorder.visit("/ice/0", "/ice/1")
    recorder.told("2 visits, 2 pages, 0 relevant")
    recorder.popup.click("text=Mark as relevant")
    recorder.told("2 visits, 2 pages, 1 relevant")
    recorder.popup.click("#clear")
    recorder.popup.keyboard.press("Escape")
    recorder.popup.click("#clear")
    recorder.popup.click("text=Keep")
    recorder.told("2 visits, 2 pages, 1 relevant")
    recorder.popup.click("#clear")
    recorder.popup.click("dialog button.danger")
    recorder.told("0 visits, 0 pages, 0 relevant")
    left = recorder.worker.evaluate("chrome.storage.local.get(null)")
    assert left == {"paused": False}
    recorder.visit("/ice/1")
    recorder.told("1 visit, 1 page, 0 relevant")
    assert recorder.saved(tmp_path / "s.csv") == ["0,1,/ice/1"]


def test_the_shortcut_marks_and_takes_back(recorder: Any) -> None:
    recorder.visit("/ice/0")
    recorder.told("1 visit, 1 page, 0 relevant")
    press = """chrome.tabs.query({active: true}).then(([tab]) => chrome.commands.onCommand.dispatch("mark", tab))"""
    recorder.worker.evaluate(press)
    recorder.told("1 visit, 1 page, 1 relevant")
    recorder.badge_is("✓")
    recorder.worker.evaluate(press)
    recorder.told("1 visit, 1 page, 0 relevant")
    recorder.popup.wait_for_selector("#mark:text('Mark as relevant')")


def test_private_windows_are_not_recorded(recorder: Any) -> None:
    assert recorder.worker.evaluate("chrome.extension.isAllowedIncognitoAccess()") is False
    url = f"{recorder.web}/ice/6"
    opened = f"chrome.windows.create({{incognito: true, url: {url!r}}}).then(() => 'opened', String)"
    assert recorder.worker.evaluate(opened) == "opened"
    recorder.popup.wait_for_timeout(1000)
    recorder.visit("/ice/5")
    recorder.told("1 visit, 1 page, 0 relevant")
    assert "/ice/6" in recorder.asked


def test_bookmarks_are_marks_once_the_user_allows_it(start: Callable[..., Any], tmp_path: Path) -> None:
    recorder = start("bookmarks", permissions=("bookmarks",))
    assert recorder.popup.is_checked("#bookmarks")
    recorder.visit("/ice/0", "/ice/1")
    recorder.told("2 visits, 2 pages, 0 relevant")
    star = "([url]) => chrome.bookmarks.create({title: 'x', url}).then(({id}) => id)"
    first = recorder.worker.evaluate(star, [f"{recorder.web}/ice/0"])
    recorder.worker.evaluate(star, [f"{recorder.web}/ice/1#top"])
    recorder.worker.evaluate(star, [f"{recorder.web}/never-visited"])
    recorder.told("2 visits, 2 pages, 2 relevant")
    recorder.worker.evaluate("([id]) => chrome.bookmarks.remove(id)", [first])
    recorder.told("2 visits, 2 pages, 1 relevant")
    assert recorder.saved(tmp_path / "s.csv") == ["0,1,/ice/0", "1,1,/ice/1"]


def test_without_the_permission_bookmarks_are_out_of_reach(recorder: Any) -> None:
    assert not recorder.popup.is_checked("#bookmarks")
    assert recorder.worker.evaluate("typeof chrome.bookmarks") == "undefined"


def test_the_log_outlives_the_browser_and_tabs_count_on(start: Callable[..., Any], tmp_path: Path) -> None:
    before = start("kept")
    before.visit("/ice/0", "/ice/1")
    before.told("2 visits, 2 pages, 0 relevant")
    before.popup.click("text=Mark as relevant")
    before.told("2 visits, 2 pages, 1 relevant")
    before.context.close()
    after = start("kept")
    after.told("2 visits, 2 pages, 1 relevant")
    after.visit("/ice/2")
    after.told("3 visits, 3 pages, 1 relevant")
    assert after.saved(tmp_path / "s.csv") == ["0,1,/ice/0", "1,1,/ice/1", "0,2,/ice/2"]


def test_a_full_storage_is_told_and_cleared(recorder: Any) -> None:
    left = "chrome.storage.local.QUOTA_BYTES - 100"
    recorder.worker.evaluate(f"chrome.storage.local.set({{filler: 'x'.repeat({left})}})")
    recorder.visit("/ice/0")
    recorder.popup.wait_for_selector("#problem:visible")
    assert "was not recorded" in recorder.popup.inner_text("#problem")
    recorder.worker.evaluate("chrome.storage.local.remove('filler')")
    recorder.visit("/ice/1")
    recorder.told("1 visit, 1 page, 0 relevant")
    recorder.popup.click("#clear")
    recorder.popup.click("dialog button.danger")
    recorder.told("0 visits, 0 pages, 0 relevant")
    assert recorder.popup.is_hidden("#problem")
