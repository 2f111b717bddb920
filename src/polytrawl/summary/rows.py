"""The figures of a run, as `report --json` prints them."""

from __future__ import annotations

import msgspec

from polytrawl.crawl.harvest import HarvestPoint
from polytrawl.export.outlook import ProfileRow
from polytrawl.ledger.funnel import FunnelStep
from polytrawl.sources import SourceRow


class StageRow(msgspec.Struct, frozen=True):
    """One stage as `status` shows it."""

    stage: str
    state: str  # complete, begun, missing
    records: int = 0
    seconds: float = 0.0
    errors: int = 0
    counts: dict[str, int] = {}  # by reason; "" are the records without one


class SiteRow(msgspec.Struct, frozen=True):
    """The pages of one site, and its documents by language, wanted or not."""

    site: str
    documents: int
    languages: dict[str, int]
    fetched: int = 0
    exported: int = 0  # pages of which a document is exported
    paired: int = 0  # pages with units


class TermRow(msgspec.Struct, frozen=True):
    """A term of the topic, and where it was found."""

    term: str
    documents: int
    paragraphs: int


class MethodRow(msgspec.Struct, frozen=True):
    """The exported page pairs for which one kind of evidence speaks."""

    method: str
    pairs: int
    probability: float  # mean, of these pairs


class Histogram(msgspec.Struct, frozen=True):
    """How a score is spread, in equal steps from 0 on."""

    name: str
    of: str  # what has the score: paragraph, document, page pair, unit
    end: float  # where the last step ends
    counts: list[int]
    thresholds: dict[str, float] = {}  # option -> its value, where it cuts


class ClusterRow(msgspec.Struct, frozen=True):
    """Documents with the same text."""

    id: str
    language: str
    method: str
    documents: int
    kept: str = ""  # the address of the one that is kept; empty where none is
    why: str = ""
    others: list[str] = []  # addresses of some that are not


class Duplicates(msgspec.Struct, frozen=True):
    """All that was found twice."""

    clusters: int = 0
    documents: int = 0  # in clusters
    known: int = 0  # documents whose text is that of an earlier run
    repeated: int = 0  # paragraphs that another one of their document says already
    sizes: dict[str, int] = {}  # clusters by how many documents they have
    largest: list[ClusterRow] = []


class Sample(msgspec.Struct, frozen=True):
    """A unit shown to a reader, with the evidence for it."""

    id: str
    source: str
    target: str
    source_language: str
    target_language: str
    score: float
    source_url: str
    target_url: str
    bead: str = "1-1"
    scores: dict[str, float] = {}  # of filters
    probability: float = 0.0  # of its page pair
    methods: list[str] = []  # that speak for its page pair


class Repeat(msgspec.Struct, frozen=True):
    """What is needed to make the run again."""

    polytrawl: str = ""
    python: str = ""
    libraries: dict[str, str] = {}  # that have a say in what comes out, with their versions
    command: str = ""
    config: str = ""  # a run.toml with every option; no passwords


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the report shows."""

    run: str
    languages: list[str]
    seeds: list[str]
    warnings: list[str] = []  # what a user should look at, and what to do
    stages: list[StageRow]
    funnel: list[FunnelStep]
    documents: dict[str, int]  # by language, wanted or not
    sites: list[SiteRow]
    topic_terms: dict[str, list[TermRow]] = {}  # by language, the most frequent first
    licences: dict[str, int] = {}  # exported documents; "" are those that name none
    methods: list[MethodRow] = []  # of exported page pairs
    sources: list[SourceRow] = []
    page_pairs: dict[str, int]  # exported, by language pair
    units: dict[str, int]  # exported, by language pair
    alignments: dict[str, int] = {}  # exported units by sentences on each side: 1-1, 1-2 ...
    filter_reasons: dict[str, int] = {}  # units by reason against them; those with several count for each
    histograms: list[Histogram] = []
    duplicates: Duplicates = Duplicates()
    profiles: list[ProfileRow] = []  # what each export profile keeps
    samples: list[Sample]  # by language pair
    speed: list[tuple[float, int]]  # seconds since the first page, pages fetched so far
    harvest: list[HarvestPoint] = []
    files: dict[str, int]  # exported files and their sizes in bytes
    repeat: Repeat = Repeat()
