"""Pages that are hard on a cleaner, by name. Run as a program, it cleans one and prints what that took.

A program of its own, because the most memory that a process ever held can only be told for a whole process.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.records import Document, Page

GREEK = "Η ασφάλεια στην εργασία είναι δικαίωμα όλων."
_MEMORY = 2 << 30  # so that a failure takes the test down, not the machine


def _random(length: int) -> bytes:
    return random.Random(1).randbytes(length)


def _broken_nesting() -> bytes:
    tags = [
        "<div>",
        "</p>",
        "<b>",
        "</i>",
        "<table>",
        "</td>",
        "<a href=x>",
        "</b>",
        "<li>",
        "</ul>",
        "<select>",
        "text ",
    ]
    return "".join(random.Random(1).choices(tags, k=200_000)).encode()


PAGES: dict[str, Callable[[], bytes]] = {
    "broken nesting": _broken_nesting,
    "200 000 nested divs": lambda: b"<div>" * 200_000 + b"deep." + b"</div>" * 200_000,
    "9 MB of inline script": lambda: b"<script>" + b"a = '<div>' + b;\n" * 550_000 + b"</script><p>text.",
    "40 MB of inline script": lambda: b"<script>" + b"a = '<div>' + b;\n" * 2_500_000 + b"</script><p>text.",
    "200 000 divs": lambda: b"<p>text.</p>" + b"<div style='color:#123456;margin:0'>x</div>" * 200_000,
    "one attribute of 9 MB": lambda: b"<p title='" + b"x" * 9_000_000 + b"'>text.</p>",
    "NUL bytes": lambda: b"<p>te\x00xt</p>\x00" * 20_000,
    "a NUL byte here and there": lambda: b"<p>It is a te\x00xt.</p>" * 20_000,
    "only NUL bytes": lambda: bytes(5_000_000),
    "mixed encodings": lambda: b"\n".join(
        f"<p>{GREEK}</p>".encode(encoding) for _ in range(5000) for encoding in ("utf-8", "iso8859-7", "utf-8", "utf-8")
    ),
    "mojibake": lambda: f"<p>{GREEK}</p>".encode().decode("latin-1").encode() * 6_000,
    "mojibake in entities": lambda: b"caf&Atilde;&copy; &Acirc;&nbsp;" * 32_000,
    "8 MB of mojibake": lambda: f"<p>{GREEK * 10}</p>".encode().decode("latin-1").encode() * 5_000,
    "broken bytes": lambda: b"<p>caf\xe9 \xff\xfe \xc3\x28</p>\n" * 60_000,
    "empty body": lambda: b"<html><head><title>x</title></head><body></body></html>",
    "frameset": lambda: b"<frameset cols='*,*'><frame src='/a'><frame src='/b'></frameset>",
    "binary sent as HTML": lambda: _random(5_000_000),
    "a picture sent as HTML": lambda: b"\x89PNG\r\n\x1a\n" + _random(1_000_000),
    "50 000 paragraphs": lambda: b"<p>text.</p>" * 50_000,
    "2 000 000 paragraphs": lambda: b"<p>x" * 2_000_000,
    "70 000 divs with classes": lambda: b"<div class='post a-b' id=c>x y.</div>" * 70_000,
    "one line of 5 MB": lambda: b"<p>" + b"word " * 1_000_000,
    "one line of 5 MB in Greek": lambda: b"<p>" + GREEK.encode() * 64_000,
    "one word of 5 MB": lambda: b"<p>" + b"a" * 5_000_000,
    "5 MB of combining marks": lambda: b"<p>a" + "\u0301\u0316".encode() * 1_250_000,
    "5 MB of entities": lambda: b"<p>" + b"&eacute;" * 625_000,
    "5 MB of entities escaped twice": lambda: b"<p>" + b"&amp;eacute;" * 400_000,
    "5 MB of ampersands": lambda: b"<p>" + b"&" * 5_000_000,
    "5 MB of angle brackets": lambda: b"<p>" + b"<" * 5_000_000,
    "5 MB of open comments": lambda: b"<p>text." + b"<!--" * 1_250_000,
    "5 MB of open scripts": lambda: b"<p>text." + b"<script " * 625_000,
    "5 MB of marks of direction": lambda: "<p>א".encode() + "\u200f\u202b".encode() * 850_000,
    "70 000 metas": lambda: (
        b"<meta name=author content=x><meta property='article:tag' content='a,b'>" * 35_000 + b"<p>x"
    ),
    "50 scripts of JSON-LD": lambda: (
        (b'<script type="application/ld+json">{"author": [' + b'{"name":"x"},' * 14_000 + b"1]}</script>") * 50
        + b"<p>x"
    ),
    "70 000 links": lambda: b"<a href='/x'>CC link</a> " * 70_000,
    "70 000 images": lambda: b"<img src=/a/b.png alt=x>" * 70_000 + b"<p>text.",
}


def _peak_mb() -> float:
    """The most memory this program has had. `ru_maxrss` would begin with that of the program which started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def main(name: str) -> None:
    """Clean one page and print what came of it, the seconds of CPU and the megabytes."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    stage = Clean(extractor=Blocks())
    content = PAGES[name]()
    next(
        stage.apply(
            Page(id="g-0", url="http://a.test/0", site="a.test", content=b"<p>\xe9 warm-up", content_type="text/html")
        )
    )
    began = time.process_time()
    [made] = stage.apply(
        Page(id="g-1", url="http://a.test/1", site="a.test", content=content, content_type="text/html")
    )
    seconds = time.process_time() - began
    [after] = stage.apply(Page(id="g-2", url="http://a.test/2", site="a.test", content=b"<p>The next page.</p>"))
    told = made.text[:100] if isinstance(made, Document) else made.reason
    megabytes = _peak_mb()
    kind = type(made).__name__
    sys.stdout.write(
        json.dumps({"kind": kind, "told": told, "next": after.text, "seconds": seconds, "megabytes": megabytes})
    )


if __name__ == "__main__":
    main(sys.argv[1])
