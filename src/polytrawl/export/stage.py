"""The export stage: select once, then let every exporter write its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

from polytrawl.export.base import Exporter
from polytrawl.export.contents import contents_of
from polytrawl.export.description import describe
from polytrawl.export.licences import Licence
from polytrawl.export.making import command
from polytrawl.export.rules import Duplicates, Rules, Share, rules_of
from polytrawl.export.selection import Selection
from polytrawl.export.terms import terms_table
from polytrawl.export.texts import Texts
from polytrawl.options import build, option, shared
from polytrawl.plugin import MINE, find
from polytrawl.records import Lang
from polytrawl.work import Shelf, Sink


@dataclass(kw_only=True)
class Export(Sink, name="export"):
    """Writes the corpus."""

    reads: ClassVar[tuple[str, ...]] = ("topic", "dedup", "pair", "filter")
    also: ClassVar[tuple[str, ...]] = (MINE,)

    languages: tuple[Lang, ...] = shared()
    exporters: tuple[Exporter, ...] = cast(
        "tuple[Exporter, ...]", option(("tmx", "tsv", "jsonl", "text"), "formats to write")
    )
    profile: str = option(
        "balanced", "what is good enough: strict, balanced, all or open-licence-only; the options below refine it"
    )
    profile_file: Path | None = option(None, "TOML file with a profile of your own, which refines the one named")
    exclude: frozenset[str] | None = option(None, "reasons that keep a unit out, in place of the profile's; * for all")
    tolerate: frozenset[str] = option(frozenset(), "reasons that do not keep a document, page pair or unit out")
    min_probability: Share | None = option(None, "page pairs below this probability are left out")
    min_score: Share | None = option(None, "units below this alignment score are left out")
    min_scores: dict[str, float] | None = option(
        None, "units below these scores, by name, are left out: { adequacy = 0.7 }"
    )
    unit_grades: frozenset[str] | None = option(None, "page pairs of these grades give units: parallel, comparable")
    mined: bool | None = option(None, "export units that `polytrawl mine` has found in comparable pages, too")
    licence: Licence | None = option(
        None, "which pages may be exported, by their licences: any, named (there is one), cc (Creative Commons), open"
    )
    duplicates: Duplicates | None = option(
        None, "which units are written once: near (also those that are alike), exact (equal ones), keep (none)"
    )
    repaired: bool = option(True, "write units as they were repaired; false writes them as they stood on the pages")
    mask_personal: bool = option(False, "write [email], [phone]... in place of personal data")
    fetch_dates: bool = option(False, "write when each page was fetched; exports then differ from crawl to crawl")

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Whether the profile can be read, and each exporter has what it needs."""
        rules_of(options["profile"], _path(options["profile_file"]), {})
        for table in options["exporters"]:
            exporter = find(Exporter, table["use"])
            exporter.check()
            given = {name: value for name, value in table.items() if name != "use"}
            build(exporter, given).check_for(tuple(options["languages"]))

    @property
    def rules(self) -> Rules:
        """The profile with all that refines it."""
        refined = {name: getattr(self, name) for name in Rules.__struct_fields__}
        return rules_of(self.profile, self.profile_file, refined)

    def select(self, shelf: Shelf) -> Selection:
        """What the export holds, without writing it."""
        texts = Texts(mask_personal=self.mask_personal, repaired=self.repaired)
        return Selection(shelf, self.rules, self.languages, self.fetch_dates, texts, self.profile)

    def write(self, shelf: Shelf, folder: Path) -> dict[str, dict[str, int]]:
        """Write all files; gives counts by kind of record and reason."""
        selection = self.select(shelf)
        with terms_table(folder) as add:
            contents_of(selection, add)
        for exporter in self.exporters:
            exporter.export(selection, folder)
        describe(selection, folder, command(self))
        return {kind: dict(counts) for kind, counts in selection.counts.items()}


def _path(name: str | None) -> Path | None:
    return Path(name) if name else None
