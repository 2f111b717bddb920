"""WARC files: where the bytes of every page stand, and how they are read back.

Written as WARC/1.1 (`records`), one gzip member per record, so that a file name and an offset are enough to find a
page. Read are our own files and those of others (plain, gzip, Common Crawl). fastwarc reads the format; this package
adds what it leaves to its caller: cutting a torn end (`write`), bodies that are not encoded as they claim (`read`), and
telling that a file is cut (`survey`).
"""

from polytrawl.warc.read import Headers, HttpMessage, WarcReader, header, read_page
from polytrawl.warc.records import Exchange, Original, digest
from polytrawl.warc.survey import Entry, Torn, iterate
from polytrawl.warc.write import ROTATE_BYTES, WarcWriter

__all__ = [
    "ROTATE_BYTES",
    "Entry",
    "Exchange",
    "Headers",
    "HttpMessage",
    "Original",
    "Torn",
    "WarcReader",
    "WarcWriter",
    "digest",
    "header",
    "iterate",
    "read_page",
]
