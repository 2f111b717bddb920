"""What commands print: tables for people, JSON for machines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from polytrawl.crawl.live import Live
    from polytrawl.explain import Finding
    from polytrawl.pipeline import StageResult
    from polytrawl.run import Run
    from polytrawl.summary import FunnelStep, StageRow


def as_json(value: object) -> None:
    """Print a value as indented JSON."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2) + b"\n")
    sys.stdout.flush()


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print columns that line up."""
    cells = [tuple(map(str, row)) for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def reasons(counts: dict[str, int]) -> str:
    """Counts by reason in one line, the most frequent first."""
    ordered = sorted(
        ((reason, number) for reason, number in counts.items() if reason), key=lambda one: (-one[1], one[0])
    )
    return ", ".join(f"{number} {reason}" for reason, number in ordered)


def status(rows: Iterable[StageRow], *, running: str) -> None:
    """The stages of a run."""
    lines = [(row.stage, row.state, row.records, row.counts.get("", 0), reasons(row.counts)) for row in rows]
    table(("stage", "state", "records", "kept", "reasons"), lines)
    if running:
        print(f"\nprocess {running} is at work here")


def crawl(live: Live) -> None:
    """How the crawl is doing."""
    print(f"\ncrawl     {live.pages} pages, {live.pages_per_s:g} a second over the last minute")
    if live.harvest is not None:
        avp = "" if live.avp is None else f"; AvP, their mean relevance, is {live.avp:.3f}"
        print(f"harvest   {live.harvest:.0%} of the pages are in a wanted language and on topic{avp}")
        lately = f", {live.lately.each:.3g} a page over the last {live.lately.pages}" if live.lately.pages else ""
        print(f"words     {live.new_words} new ones in a wanted language and on topic{lately}")
    if live.ended:
        print(f"ended     {live.ended}")
    print(f"hosts     {live.hosts}, {live.resting_hosts} of them left alone for now")
    quarters = ", ".join(f"{one.urls} from {one.highest:.3g} to {one.lowest:.3g}" for one in live.queue)
    print(f"queue     {live.queued}" + (f"; by score: {quarters}" if quarters else ""))
    if live.promised:
        print(f"promised  {live.kept_promises} pages at {live.promised} addresses that only URL patterns know")
    for name, counts in (("errors", live.errors), ("refused", live.refused)):
        print(f"{name:9} {reasons(counts) or 'none'}")


def funnel(steps: Iterable[FunnelStep]) -> None:
    """From found to exported."""
    table(
        ("stage", "of", "before", "came", "kept", "reasons"),
        [(s.stage, s.of, s.before or "", s.came, s.kept, reasons(s.reasons)) for s in steps],
    )


def findings(found: Iterable[Finding]) -> None:
    """What was decided, stage by stage."""
    for finding in found:
        print(f"{finding.stage:9} {finding.said}" + (f"  [{finding.id}]" if finding.id else ""))
        for reason in finding.because:
            print(f"{'':9}   {reason}")
        for name, value in () if finding.because else finding.facts.items():
            if value not in ("", [], None):
                print(f"{'':9}   {name}: {_short(value)}")


def _short(value: object) -> str:
    if isinstance(value, list):
        rest = f" and {len(value) - 5} more" if len(value) > 5 else ""  # noqa: PLR2004 - enough to go on with
        return ", ".join(map(str, value[:5])) + rest
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def done(run: Run, results: Sequence[StageResult]) -> None:
    """The end of a run: what was made, where it is, what to do next."""
    if all(result.state == "fresh" for result in results):
        print("nothing has changed since the last run", file=sys.stderr)
    last = results[-1]
    print(f"\n{', '.join(_made(run)) if last.stage == 'export' else last.stage + ' is done'}")
    if last.stage != "export":
        print(f"next: polytrawl run {run.path}")
        return
    sizes = {name: size for name, (size, _) in run.directory.finished("export").files.items()}
    for line in file_lines(sizes):
        print(f"  {run.path / 'export' / line}")
    print(f"  {run.directory.report_file}")
    print(
        f"next: open the report; `polytrawl explain {run.path} URL-or-id` tells why something is in the corpus or not"
    )


def file_lines(sizes: Mapping[str, int]) -> Iterator[str]:
    """Exported files by name, one a line with its size; deeper folders, with a file per document, as one line each."""
    folders: dict[str, list[str]] = {}
    for name in sorted(sizes):
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    for folder, names in folders.items():
        if "/" in folder or len(names) > _LISTED_FILES:
            yield f"{folder or '.'}/  {len(names):,} files, {sum(sizes[name] for name in names) / 1000:,.1f} kB"
        else:
            yield from (f"{name}  {sizes[name] / 1000:,.1f} kB" for name in names)


def _made(run: Run) -> list[str]:
    exported = run.directory.finished("export").exported
    return [f"{exported[kind].get('', 0)} {word}" for kind, word in _WORDS.items()]


_LISTED_FILES = 20  # at the top, or in a folder there: a text file for each of that many languages
_WORDS = {"documents": "documents", "pairs": "page pairs", "units": "units"}
