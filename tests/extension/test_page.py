"""The page of the extension, in the popup and in a tab: it fits, it can be used by keyboard, and it loads nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["page.html", "page.html?tab"])
def test_it_fits_into_400_pixels(recorder: Any, page: str, scheme: str) -> None:
    recorder.visit("/script?" + "long" * 100, *(f"/ice/{number}" for number in range(8)))
    shown = recorder.opened(page, width=400)
    shown.emulate_media(color_scheme=scheme)
    shown.wait_for_selector("tbody tr:nth-child(9)")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 400
    colours = shown.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    light, dark = ["rgb(31, 35, 40)", "rgb(255, 255, 255)"], ["rgb(230, 237, 243)", "rgb(22, 25, 29)"]
    assert colours == (dark if scheme == "dark" else light)


def test_the_popup_of_the_button_is_not_cut(start: Callable[..., Any]) -> None:
    recorder = start("popup", no_viewport=True)  # an emulated viewport would be that of the popup too
    recorder.visit(*(f"/ice/{number}" for number in range(8)))
    recorder.told("8 visits, 8 pages, 0 relevant")
    recorder.tab.bring_to_front()
    recorder.worker.evaluate("chrome.action.openPopup()")
    popup = "chrome.extension.getViews({type: 'popup'})[0]"
    recorder.until(f"{popup}?.document.getElementById('counts').textContent.startsWith('8')")
    assert recorder.popup.evaluate(f"{popup}.document.getElementById('current-url').textContent").endswith("/ice/7")
    size = f"[{popup}.innerWidth, {popup}.document.documentElement.scrollWidth, {popup}.innerHeight]"
    recorder.until(f"{popup}.innerWidth >= 380")
    inner, content, height = recorder.popup.evaluate(size)
    assert content <= inner
    assert height <= 600
    recorder.popup.evaluate(f"{popup}.document.getElementById('mark').click()")
    recorder.told("8 visits, 8 pages, 1 relevant")


def test_everything_has_a_name_and_can_be_used_by_keyboard(recorder: Any) -> None:
    recorder.visit("/ice/0", "/ice/1")
    recorder.told("2 visits, 2 pages, 0 relevant")
    popup = recorder.popup
    names = {("button", "Pause"), ("button", "Mark as relevant"), ("button", "Save as file"), ("button", "Copy")}
    names |= {("link", "Open in a tab"), ("checkbox", "Pages that I bookmark from now on are relevant")}
    names |= {("checkbox", f"Relevant: {recorder.web}/ice/{number}") for number in (0, 1)}
    for role, name in names:
        assert popup.get_by_role(role, name=name, exact=True).count() == 1, name
    box = popup.get_by_role("checkbox", name=f"Relevant: {recorder.web}/ice/0")
    box.focus()
    popup.keyboard.press("Space")
    recorder.told("2 visits, 2 pages, 1 relevant")
    recorder.visit("/ice/2")  # the table gets a row, and the focus stays
    recorder.told("3 visits, 3 pages, 1 relevant")
    assert box.evaluate("(box) => box === document.activeElement && box.checked")


def test_lines_are_copied(recorder: Any) -> None:
    recorder.visit("/ice/0")
    recorder.told("1 visit, 1 page, 0 relevant")
    recorder.context.grant_permissions(["clipboard-read"])
    recorder.popup.bring_to_front()
    recorder.popup.click("#copy")
    recorder.popup.wait_for_selector("#done:text('Copied')")
    assert recorder.popup.evaluate("navigator.clipboard.readText()") == f"0,1,{recorder.web}/ice/0\n"


def test_long_logs_are_shown_in_part_and_saved_whole(recorder: Any, tmp_path: Any) -> None:
    recorder.visit("/ice/0")
    recorder.told("1 visit, 1 page, 0 relevant")
    fill = """async ([web]) => {
        const key = (number) => "visit " + String(number).padStart(9, "0");
        const visits = Array.from({length: 1999}, (_, at) => [key(at + 2), {tab: 1, url: `${web}/ice/${at}`, time: 0}]);
        await chrome.storage.local.set({...Object.fromEntries(visits), lastVisit: 2000});
    }"""
    recorder.worker.evaluate(fill, [recorder.web])
    recorder.told("2000 visits, 1999 pages, 0 relevant")
    assert recorder.popup.locator("tbody tr").count() == 500
    recorder.popup.check("tbody tr:first-child input")
    recorder.told("2000 visits, 1999 pages, 1 relevant")
    assert "The latest 500 are shown" in recorder.popup.inner_text("#hint")
    lines = recorder.saved(tmp_path / "s.csv")
    assert (len(lines), lines[-1]) == (2000, "1,1,/ice/1998")
