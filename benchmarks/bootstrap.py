"""A bootstrap from SQL dumps of the size of a large Wikipedia: loading them, and a tree of depth 3.

The dumps are generated: 5 million pages (one in ten a category), 20 million category links, 2 million language links
and 2 million external links. Categories form a tree, and articles are in some of them at random; rows have all the
columns of real dumps. Generating is not measured; loading and answering are in a process of their own.

    python benchmarks/bootstrap.py --pages 5000000 --links 20000000 [--new-schema] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import gzip
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from polytrawl.bootstrap.dumps.source import DumpSource
from polytrawl.bootstrap.start import Options, bootstrap

_BRANCHES = 8  # subcategories of each category
_ROWS = 10_000  # of one INSERT
_SORT_KEY = "LILY OF THE VALLEY \\'MAJALIS\\' 0123"
_HEADS = {
    "page": "page_id page_namespace page_title page_is_redirect page_is_new page_random page_touched "
    "page_links_updated page_latest page_len page_content_model page_lang",
    "categorylinks": "cl_from cl_to cl_sortkey cl_timestamp cl_sortkey_prefix cl_collation cl_type",
    "new categorylinks": "cl_from cl_sortkey cl_timestamp cl_sortkey_prefix cl_type cl_collation_id cl_target_id",
    "linktarget": "lt_id lt_namespace lt_title",
    "langlinks": "ll_from ll_lang ll_title",
    "externallinks": "el_id el_from el_to_domain_index el_to_path",
    "redirect": "rd_from rd_namespace rd_title rd_interwiki rd_fragment",
    "page_props": "pp_page pp_propname pp_value pp_sortkey",
}


class Maker:
    """Writes the dumps."""

    def __init__(self, folder: Path, pages: int, links: int, *, new_schema: bool) -> None:
        self._folder, self._pages, self._links, self._new = folder, pages, links, new_schema
        self._categories = pages // 10
        self._chance = np.random.default_rng(1)

    def write(self) -> None:
        """Write all of them."""
        self._dump("page", self._pages, self._page_rows)
        self._dump("categorylinks", self._links, self._category_rows)
        self._dump("langlinks", 2 * self._pages // 5, self._language_rows)
        self._dump("externallinks", 2 * self._pages // 5, self._outside_rows)
        self._dump("redirect", 0, self._outside_rows)
        self._dump("page_props", 0, self._outside_rows)
        if self._new:
            self._dump("linktarget", self._categories, self._target_rows)

    def _dump(self, name: str, rows: int, make: Callable[[int, int], Iterator[str]]) -> None:
        head = _HEADS["new categorylinks" if self._new and name == "categorylinks" else name]
        columns = "".join(f"  `{column}` varbinary(255) NOT NULL,\n" for column in head.split())
        with gzip.open(self._folder / f"enwiki-20240501-{name}.sql.gz", "wt", 1, "utf-8") as file:
            file.write(f"CREATE TABLE `{name}` (\n{columns}  PRIMARY KEY (`x`)\n) ENGINE=InnoDB;\n")
            for start in range(0, rows, _ROWS):
                values = ",".join(make(start, min(start + _ROWS, rows)))
                file.write(f"INSERT INTO `{name}` VALUES {values};\n")  # noqa: S608 - no query, a dump

    def _page_rows(self, start: int, end: int) -> Iterator[str]:
        """The first tenth are categories."""
        for page in range(start, end):
            space, title = (14, f"Topic_{page}") if page < self._categories else (0, f"Some_plant_no._{page}")
            rest = "0,0,0.33167112649574004,'20240401000000','20240401000000',1219062925,4711,'wikitext',NULL"
            yield f"({page + 1},{space},'{title}',{rest})"

    def _category_rows(self, start: int, end: int) -> Iterator[str]:
        """Subcategories first, then articles."""
        pages = self._chance.integers(self._categories, self._pages, end - start)
        categories = self._chance.integers(0, self._categories, end - start)
        for number, page, category in zip(range(start, end), pages.tolist(), categories.tolist(), strict=True):
            if 0 < number < self._categories:
                yield self._link(number, (number - 1) // _BRANCHES, "subcat")
            else:
                yield self._link(page, category, "page")

    def _link(self, page: int, category: int, kind: str) -> str:
        if self._new:
            return f"({page + 1},'{_SORT_KEY}','2024-01-01 00:00:00','','{kind}',1,{category + 1})"
        return f"({page + 1},'Topic_{category}','{_SORT_KEY}','2024-01-01 00:00:00','','uca-default-u-kn','{kind}')"

    def _target_rows(self, start: int, end: int) -> Iterator[str]:
        yield from (f"({number + 1},14,'Topic_{number}')" for number in range(start, end))

    def _language_rows(self, start: int, end: int) -> Iterator[str]:
        pages = self._chance.integers(self._categories, self._pages, end - start).tolist()
        yield from (f"({page + 1},'de','Irgendeine Pflanze Nr. {page}')" for page in pages)

    def _outside_rows(self, start: int, end: int) -> Iterator[str]:
        pages = self._chance.integers(self._categories, self._pages, end - start).tolist()
        yield from (
            f"({number + 1},{page + 1},'https://org.example.www.','/plants/{page}')"
            for number, page in zip(range(start, end), pages, strict=True)
        )


class _Clock:
    """Progress that tells how long each load took."""

    def __init__(self) -> None:
        self._stage, self._began, self._cpu = "", 0.0, 0.0

    def begin(self, stage: str, _total: int | None) -> None:
        self._tell()
        self._stage, self._began, self._cpu = stage, time.perf_counter(), time.process_time()

    def advance(self, done: int, counts: object) -> None: ...

    def end(self, note: str) -> None: ...

    def say(self, line: str) -> None:
        print(line)

    def _tell(self) -> None:
        if self._stage:
            taken, cpu = time.perf_counter() - self._began, time.process_time() - self._cpu
            print(f"  {self._stage:50} {taken:6.1f} s, CPU {cpu:6.1f} s", flush=True)


def measure(folder: Path) -> None:
    """Load and answer twice: the second time, all is loaded."""
    for what in ("load and answer", "answer again"):
        clock, began, cpu = _Clock(), time.perf_counter(), time.process_time()
        source = DumpSource(folder, cache=folder, progress=clock)
        options = Options(depth=3, max_pages=100_000)
        found = bootstrap("Topic 0", ["en", "de"], source=source, options=options, progress=clock)
        source.close()
        clock.begin("", None)
        taken, peak = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{what}: {taken:.1f} s, CPU {time.process_time() - cpu:.1f} s, peak memory {peak:.0f} MB")
    counts = found.counts[0]
    print(f"depth 3: {counts.categories} categories, {counts.pages} pages, {counts.terms} terms, {counts.seeds} seeds")


def main() -> None:
    """Generate, then measure in a process of its own, so that its memory is its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=5_000_000)
    parser.add_argument("--links", type=int, default=20_000_000)
    parser.add_argument("--new-schema", action="store_true")
    parser.add_argument("--keep", type=Path, help="where the dumps are made, and stay")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        measure(asked.measure)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        began = time.perf_counter()
        Maker(folder, asked.pages, asked.links, new_schema=asked.new_schema).write()
        size = sum(path.stat().st_size for path in folder.glob("*.gz")) / 1e6
        print(f"generated {asked.pages} pages, {asked.links} links: {size:.0f} MB, {time.perf_counter() - began:.0f} s")
        subprocess.run([sys.executable, __file__, "--measure", str(folder)], check=True)  # noqa: S603 - ourselves


if __name__ == "__main__":
    main()
