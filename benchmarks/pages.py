"""The pages with known main text that extraction is measured on, and how a text is scored.

The pages are not part of the project. They are in the folder `extraction` of the folder that the environment variable
POLYTRAWL_DATA names (else ../shared/data): one JSON object a line, with id, html, gold_text, page_type, set and url.
"""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DATA = Path(os.environ.get("POLYTRAWL_DATA") or Path(__file__).parent.parent.parent / "shared" / "data")
_FILE = DATA / "extraction" / "extraction-dev.jsonl.zst"
_WINDOW_LOG = 27  # the file was packed with a long window
# Scripts that put no space between words: Thai to Lao, Burmese, Khmer, kana, Han. Each character is a token.
_NO_SPACE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
)
_TOKEN = re.compile(rf"[{_NO_SPACE}]|[^\W_{_NO_SPACE}]+")


class GoldPage(msgspec.Struct):
    """One page and its main text."""

    id: str
    html: str
    gold_text: str
    page_type: str
    lang: str
    set: str
    url: str | None = None

    @property
    def site(self) -> str:
        """The last two parts of the host's name; the id where the address is not known."""
        host = urlsplit(self.url or "").hostname
        return ".".join(host.split(".")[-2:]) if host else self.id


class Scores(NamedTuple):
    """Precision, recall and F1 of the words of one page, or their means."""

    precision: float
    recall: float
    f1: float


def read_pages(*page_types: str) -> Iterator[GoldPage]:
    """The pages of these types, all where none is named."""
    if not _FILE.exists():
        sys.exit(f"{_FILE} is not there; set POLYTRAWL_DATA to the folder that holds extraction/")
    options = {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
    decoder = msgspec.json.Decoder(GoldPage)
    with zstd.open(_FILE, "rb", options=options) as lines:
        for line in io.BufferedReader(lines):
            page = decoder.decode(line)
            if not page_types or page.page_type in page_types:
                yield page


def tokens(text: str) -> list[str]:
    """The words of a text, case folded."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


def words(text: str) -> Counter[str]:
    """The words of a text, with their counts."""
    return Counter(tokens(text))


def score(found: Counter[str], gold: Counter[str]) -> Scores:
    """The scores of the words found."""
    common, size, wanted = (found & gold).total(), found.total(), gold.total()
    if not size and not wanted:
        return Scores(1, 1, 1)
    precision, recall = common / size if size else 0.0, common / wanted if wanted else 0.0
    return Scores(precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0)


def mean(scores: list[Scores]) -> Scores:
    """The mean over pages, each of which counts the same."""
    return Scores(*(sum(column) / len(scores) for column in zip(*scores, strict=True)))
