"""The search from end to end: candidates in, tables and report out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from polytrawl.files import write_whole
from polytrawl.sites.candidates import gather
from polytrawl.sites.growing import Found, Plan, find_sites
from polytrawl.sites.looking import Looker
from polytrawl.sites.page import render
from polytrawl.sites.tables import write_tables
from polytrawl.work import Progress

__all__ = ["REPORT", "search"]

REPORT = "report.html"


def search(written: Iterable[str], looker: Looker, plan: Plan, progress: Progress) -> tuple[Found, list[Path]]:
    """Everything that is found from candidates as a user wrote them, and the files it is written to."""
    found = find_sites(gather(written), looker, plan, progress)
    tables = write_tables(found, looker.folder)
    report = looker.folder / REPORT
    write_whole(report, render(found, looker.folder.name))
    return found, [*tables, report]
