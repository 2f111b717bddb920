"""The run directory: the only code that knows where things are.

    DIR/run.toml            what the user asked for       DIR/<stage>/part-*.jsonl.zst   records
    DIR/resolved.toml       with every default filled in  DIR/<stage>/manifest.json      what was made, from what
    DIR/report.html                                       DIR/crawl/*.warc.gz            pages as fetched
    DIR/polytrawl.json      format of the directory       DIR/export/                    the corpus

One process at a time may work in it; any number may read.
"""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from polytrawl import shards
from polytrawl.errors import RunBusy, RunMissing, StageError
from polytrawl.files import write_json
from polytrawl.findings import read_findings
from polytrawl.manifest import FORMAT, Manifest, ShardState
from polytrawl.plugin import MINE
from polytrawl.records import AnyRecord, Dropped, Page, UrlPattern, make_id, replace
from polytrawl.warc import WarcReader

_PREFIX = "part-"


class _Marker(msgspec.Struct):
    format: int


class RunDir:
    """A run directory on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def open(cls, path: Path) -> RunDir:
        """The run directory at a path; `RunMissing` where there is none."""
        run = cls(path)
        if not run._marker.exists():
            raise RunMissing(f"{path}: there is no run here; make one with `polytrawl get` or `polytrawl init {path}`")
        run._check_format()
        return run

    @classmethod
    def create(cls, path: Path) -> RunDir:
        """The run directory at a path, made where it is missing."""
        run = cls(path)
        if run._marker.exists():
            run._check_format()
            return run
        try:
            path.mkdir(parents=True, exist_ok=True)
            write_json(run._marker, _Marker(FORMAT))
        except OSError as err:
            raise StageError(f"{path}: cannot write here: {err.strerror}; choose another folder with --out") from err
        return run

    def _check_format(self) -> None:
        try:
            found = msgspec.json.decode(self._marker.read_bytes(), type=_Marker).format
        except (msgspec.DecodeError, UnicodeDecodeError) as err:
            raise StageError(f"{self._marker}: not readable ({err}); is this a run directory?") from err
        if found > FORMAT:
            raise StageError(
                f"{self.path}: made by a newer polytrawl (format {found}, this one knows {FORMAT}); "
                "nothing was changed; update polytrawl, or choose another folder"
            )

    @property
    def _marker(self) -> Path:
        return self.path / "polytrawl.json"

    @property
    def run_file(self) -> Path:
        """What the user asked for."""
        return self.path / "run.toml"

    @property
    def resolved_file(self) -> Path:
        """The config of the last run, with every default filled in."""
        return self.path / "resolved.toml"

    @property
    def report_file(self) -> Path:
        """The HTML report."""
        return self.path / "report.html"

    @property
    def forgetting_file(self) -> Path:
        """What is being forgotten; there only until all of it is gone."""
        return self.path / "forgetting.json"

    def check_whole(self) -> None:
        """Refuse to work on what is half forgotten."""
        if self.forgetting_file.exists():
            raise StageError(f"{self.path}: forgetting was broken off; finish it with `polytrawl forget {self.path}`")

    def folder(self, stage: str) -> Path:
        """The folder of a stage, made where it is missing."""
        path = self.path / stage
        path.mkdir(parents=True, exist_ok=True)
        return path

    def errors_file(self, stage: str) -> Path:
        """Tracebacks of plug-ins that raised, one JSON line each."""
        return self.path / stage / "errors.jsonl"

    def shard_path(self, stage: str, name: str) -> Path:
        """The file of a shard."""
        return self.path / stage / f"{_PREFIX}{name}{shards.SUFFIX}"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the run directory for this process; the system frees it whenever the process ends."""
        file = (self.path / "lock").open("a+")
        with file:
            try:
                _take(file)
            except BlockingIOError as err:
                file.seek(0)
                holder = file.read().strip() or "unknown"
                raise RunBusy(
                    f"{self.path}: another polytrawl (process {holder}) works here; "
                    f"wait for it, or look on with `polytrawl status {self.path}`"
                ) from err
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            yield

    def holder(self) -> str:
        """The process that works in the run directory now; empty when there is none."""
        try:
            with (self.path / "lock").open("r") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                return ""
        except FileNotFoundError:
            return ""
        except BlockingIOError:
            return (self.path / "lock").read_text().strip()

    def manifest(self, stage: str) -> Manifest | None:
        """The manifest of a stage; None where the stage has not begun, or left nothing readable."""
        path = self.path / stage / "manifest.json"
        try:
            return msgspec.json.decode(path.read_bytes(), type=Manifest)
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None  # torn by a failing disk: the stage is made again, which loses nothing but time

    def save(self, manifest: Manifest) -> None:
        """Write the manifest of a stage."""
        write_json(self.folder(manifest.stage) / "manifest.json", manifest)

    def finished(self, stage: str) -> Manifest:
        """The manifest of a stage that is complete; `StageError` where it is not."""
        manifest = self.manifest(stage)
        if manifest is None or not manifest.complete:
            raise StageError(
                f"{stage}: not finished in {self.path}; run `polytrawl run {self.path} --to {stage}` first"
            )
        return manifest

    def mined(self) -> Manifest | None:
        """The manifest of what was mined; None where nothing was, or not to the end."""
        found = self.manifest(MINE)
        return found if found and found.complete else None

    def describe(self, stage: str, name: str, writer: shards.ShardWriter, **facts: object) -> ShardState:
        """The state of a shard that was just closed."""
        found = self.shard_path(stage, name).stat()
        state = {"records": writer.records, "digest": writer.digest, "size": found.st_size, **facts}
        return msgspec.convert({**state, "mtime_ns": found.st_mtime_ns}, ShardState)

    def remove_strangers(self, manifest: Manifest) -> None:
        """Delete shards that the manifest does not know: left by other options, or half written."""
        known = {self.shard_path(manifest.stage, name) for name in manifest.shards}
        for path in self.folder(manifest.stage).glob(f"{_PREFIX}*"):
            if path not in known:
                path.unlink()

    def records(self, stage: str) -> Iterator[AnyRecord]:
        """All records of a finished stage, in the order of its shards; what was mined need not be there."""
        manifest = self.finished(stage) if stage != MINE else self.mined()
        for name in sorted(manifest.shards if manifest else ()):
            yield from shards.read_records(self.shard_path(stage, name))

    def patterns(self) -> Sequence[UrlPattern]:
        """The URL patterns of a run whose pages are paired, the most credible first."""
        found = read_findings(self.path / "pair")
        return found.patterns if found else ()

    def search(self, stage: str, text: str) -> Iterator[AnyRecord]:
        """The records of a stage in which a text (an id, a URL) stands; only those lines are decoded."""
        manifest = self.manifest(stage)
        needle = text.encode()
        for name in sorted(manifest.shards if manifest else ()):
            for line in shards.read_lines(self.shard_path(stage, name)):
                if needle in line:
                    yield shards.decode(line)

    def lines(self, stage: str, name: str) -> Iterator[bytes]:
        """The records of a shard, encoded, that the next stage works on: all but the dropped ones."""
        for line in shards.read_lines(self.shard_path(stage, name)):
            if not line.startswith(b'{"record":"dropped"'):
                yield line

    def pages(self, name: str) -> Iterator[Page]:
        """The pages of a shard of the crawl, without their content."""
        for record in shards.read_records(self.shard_path("crawl", name)):
            if isinstance(record, Page):
                yield record

    @contextmanager
    def page_reader(self) -> Iterator[PageReader]:
        """Something that fills in the content of pages."""
        with WarcReader() as reader:
            yield PageReader(self.path / "crawl", reader)


def _take(file: IO[str]) -> None:
    """Lock a file for this process alone. Who asks for the holder has it for an instant, so there is a second try."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        time.sleep(0.1)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class PageReader:
    """Fills in the content of pages from the WARC files."""

    def __init__(self, folder: Path, reader: WarcReader) -> None:
        self._folder = folder
        self._reader = reader

    def fill(self, page: Page) -> Page | Dropped:
        """The page with its bytes; `Dropped` where the WARC does not have them any more."""
        if page.warc is None:
            return Dropped(id=page.id, stage="clean", reason="no-warc-record", url=page.url)
        try:
            found = self._reader.read(self._folder / page.warc.file, page.warc.offset)
        except (OSError, EOFError, ValueError) as err:
            return Dropped(id=page.id, stage="clean", reason="warc-unreadable", url=page.url, detail=str(err))
        return replace(page, content=found.body, headers=found.headers)


def shard_name(site: str, number: int) -> str:
    """The name of a slice of a site.

    >>> shard_name("safe-work.test", 0)
    'safe-work.test-00000'
    """
    plain = re.sub(r"[^a-z0-9.-]+", "_", site.lower())[:80]
    own = "" if plain == site else make_id("", site)  # two odd names must not share a file
    return f"{plain}{own}-{number:05d}"


def site_part(name: str) -> str:
    """What the names of all slices of a site have in common.

    >>> site_part(shard_name("safe-work.test", 3))
    'safe-work.test'
    """
    return name.rpartition("-")[0]
