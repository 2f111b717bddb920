"""The crawl against Scrapy and wget: CPU time for each page, on real HTML served by nginx on this machine.

    links         polytrawl: links, WARC files and the frontier on disk
    links + text  the same, and the parser's plain text of every page
    scrapy        Scrapy with its LinkExtractor; no text, and nothing is kept
    wget          wget -r; pages are kept as files

All follow the same links from the same seeds, with no delay; the first three have 32 connections, wget has one. Runs
are interleaved. CPU time is that of all processes of a crawler, start-up included; nginx is not counted.

With --many N, the crawl alone, on a generated site of N pages: CPU time for each page, and memory, as it grows.

The pages come from Debian packages, which are downloaded once into build/bench, as is Scrapy, into an environment of
its own there. Needs nginx, wget, apt-get and dpkg (`make system`).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

_CACHE = Path(__file__).parent.parent / "build" / "bench"
_PACKAGES = (
    "postgresql-doc-15",
    "python3-doc",
    "python3.11-doc",
    "lilypond-doc-html",
    "gnucash-docs",
    "installation-guide-amd64",
)
# Host, folder under /usr/share/doc, and where to start.
_HOSTS = (
    ("postgresql.test", "postgresql-doc-15/html", ""),
    ("python.test", "python3.11/html", ""),
    ("lilypond.test", "lilypond/html", "Documentation/web/index.html"),
    ("gnucash.test", "gnucash-docs", ""),
    ("guide.test", "installation-guide-amd64", ""),
)
_SEEDS = [f"http://{host}/{start}" for host, _, start in _HOSTS]
_WANTED = r"^http://({})/([^?#]*(\.html|/))?$".format("|".join(host.replace(".", r"\.") for host, _, _ in _HOSTS))
_CONNECTIONS = 32

_NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off; types {{ text/html html; }} default_type application/octet-stream;
    sendfile on; tcp_nopush on; keepalive_requests 1000000; keepalive_timeout 300s;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {servers}
}}
"""
_SERVER = "server {{ listen 127.0.0.1:{port}; server_name {host}; root {root}; autoindex on; }}"

_SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

wanted, connections, limit, *seeds = sys.argv[1:]

class Pages(scrapy.Spider):
    name = "pages"
    start_urls = seeds
    links = LinkExtractor(allow=wanted)
    seen = 0

    def parse(self, response):
        Pages.seen += 1
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url)

process = CrawlerProcess({
    "CONCURRENT_REQUESTS": int(connections), "CONCURRENT_REQUESTS_PER_DOMAIN": int(connections), "DOWNLOAD_DELAY": 0,
    "CLOSESPIDER_PAGECOUNT": int(limit), "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False,
})
process.crawl(Pages)
process.start()
print(Pages.seen)
"""


class Figures(NamedTuple):
    """What one run of one crawler took."""

    pages: int
    cpu_s: float
    wall_s: float

    @property
    def cpu_ms(self) -> float:
        """CPU milliseconds for each page."""
        return self.cpu_s / self.pages * 1e3


class Bench(NamedTuple):
    """Where things are."""

    port: int
    folder: Path
    limit: int  # pages, 0 for all


def _run(*command: str, **environment: str) -> tuple[str, float, float]:
    """What a command prints, with the CPU time of all its processes and the time on the clock."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, env={**os.environ, **environment})  # noqa: S603 - ours
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime, time.monotonic() - began


def _polytrawl(bench: Bench, parse: str) -> Figures:
    out = bench.folder / "run"
    shutil.rmtree(out, ignore_errors=True)
    sets = {
        "crawl.parse": parse,
        "crawl.connect_to": f"127.0.0.1:{bench.port}",
        "crawl.delay_s": 0,
        "crawl.connections": _CONNECTIONS,
        "crawl.connections_per_host": _CONNECTIONS,
        "crawl.scope": f"'{_WANTED}'",
        "crawl.max_pages": bench.limit,
    }
    options = [part for key, value in sets.items() for part in ("--set", f"{key}={value}")]
    command = [sys.executable, "-m", "polytrawl", "get", *_SEEDS, "--langs", "en", "--out", str(out), "--to", "crawl"]
    _, cpu, wall = _run(*command, *options, "--json")
    manifest = json.loads((out / "crawl" / "manifest.json").read_text())
    pages = sum(shard["counts"].get("", 0) for shard in manifest["shards"].values())
    return Figures(pages, cpu, wall)


def _scrapy(bench: Bench) -> Figures:
    spider = bench.folder / "spider.py"
    spider.write_text(_SPIDER)
    command = [str(_CACHE / "scrapy/bin/python"), str(spider), _WANTED, str(_CONNECTIONS), str(bench.limit), *_SEEDS]
    # Absolute addresses sent to nginx as to a proxy stand for names that lead nowhere.
    printed, cpu, wall = _run(*command, http_proxy=f"http://127.0.0.1:{bench.port}", no_proxy="")
    return Figures(int(printed.split()[-1]), cpu, wall)


def _wget(bench: Bench) -> Figures:
    out = bench.folder / "wget"
    shutil.rmtree(out, ignore_errors=True)
    hosts = ",".join(host for host, _, _ in _HOSTS)
    command = ["wget", "-q", "-r", "-l", "inf", "-H", "-D", hosts, "--accept-regex", _WANTED, "-P", str(out), *_SEEDS]
    _, cpu, wall = _run(*command, http_proxy=f"http://127.0.0.1:{bench.port}", no_proxy="")
    return Figures(sum(path.is_file() for path in out.rglob("*")), cpu, wall)


def _prepare() -> None:
    """Fetch pages and Scrapy, once."""
    for tool in ("nginx", "wget", "apt-get", "dpkg"):
        if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin"):
            sys.exit(f"{tool} is missing; `make system` installs what the benchmarks need")
    debs = _CACHE / "debs"
    if not (_CACHE / "html.done").exists():
        debs.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "-qq", *_PACKAGES], cwd=debs, check=True)  # noqa: S603, S607 - fixed
        for deb in sorted(debs.glob("*.deb")):
            subprocess.run(["dpkg", "-x", deb, _CACHE / "html"], check=True)  # noqa: S603, S607 - as above
        (_CACHE / "html.done").touch()
    if not (_CACHE / "scrapy.done").exists():
        subprocess.run([sys.executable, "-m", "venv", _CACHE / "scrapy"], check=True)  # noqa: S603 - ours
        subprocess.run([_CACHE / "scrapy/bin/pip", "install", "-q", "scrapy"], check=True)  # noqa: S603 - ours
        (_CACHE / "scrapy.done").touch()


@contextmanager
def _serving(roots: dict[str, Path]) -> Iterator[int]:
    """The port on which nginx serves these hosts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        servers = "\n    ".join(_SERVER.format(port=port, host=host, root=root) for host, root in roots.items())
        config = Path(folder, "nginx.conf")
        config.write_text(_NGINX.format(folder=folder, servers=servers))
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or "nginx"
        process = subprocess.Popen([nginx, "-c", str(config)], stderr=subprocess.DEVNULL)  # noqa: S603 - ours
        try:
            _await(port)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _await(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit("nginx does not answer")


def compare(rounds: int, limit: int) -> None:
    """Print the table of all crawlers."""
    _prepare()
    roots = {host: _CACHE / "html/usr/share/doc" / folder for host, folder, _ in _HOSTS}
    with _serving(roots) as port, tempfile.TemporaryDirectory() as folder:
        bench = Bench(port, Path(folder), limit)
        crawlers = {
            "links": lambda: _polytrawl(bench, "links"),
            "links + text": lambda: _polytrawl(bench, "text"),
            "scrapy": lambda: _scrapy(bench),
            "wget": lambda: _wget(bench),
        }
        found: dict[str, list[Figures]] = {name: [] for name in crawlers}
        for _ in range(rounds):
            for name, crawl in crawlers.items():
                found[name].append(crawl())
    base = statistics.median(one.cpu_ms for one in found["scrapy"])
    print(f"medians of {rounds} interleaved run(s); {_CONNECTIONS} connections, {len(_HOSTS)} hosts")
    print(f"{'':14} {'pages':>6} {'CPU ms/page':>12} {'pages/s':>8} {'of scrapy':>10}")
    for name, runs in found.items():
        cpu = statistics.median(one.cpu_ms for one in runs)
        speed = statistics.median(one.pages / one.wall_s for one in runs)
        print(f"{name:14} {runs[-1].pages:6} {cpu:12.2f} {speed:8.0f} {f'1/{base / cpu:.1f}':>10}")


def grow(pages: int) -> None:
    """Print what a page costs while the crawl grows; every page of the site links to the next ones and to old ones."""
    with tempfile.TemporaryDirectory() as root, _serving({"many.test": Path(root)}) as port:
        Path(root).chmod(0o755)
        _generate(Path(root), pages)
        out = Path(root) / "run"
        sets = {
            "crawl.connect_to": f"127.0.0.1:{port}",
            "crawl.delay_s": 0,
            "crawl.connections": _CONNECTIONS,
            "crawl.connections_per_host": _CONNECTIONS,
        }
        options = [part for key, value in sets.items() for part in ("--set", f"{key}={value}")]
        command = [sys.executable, "-m", "polytrawl", "get", "http://many.test/0/0.html", "--langs", "en"]
        command += ["--out", str(out), "--to", "crawl", "--json", *options]
        print(f"{'pages':>8} {'CPU ms/page':>12} {'pages/s':>8} {'memory MB':>10}", flush=True)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - the command of a peer
            _watch(process, out / "crawl", pages)


def _generate(root: Path, pages: int) -> None:
    words = "A page of this site has some words that say nothing, and links that lead on. " * 40
    for number in range(pages):
        near = range(number * 3 + 1, number * 3 + 4)
        old = (number * step % (number + 1) for step in (7, 11, 13, 17, 19, 23, 29, 31, 37, 41))
        targets = [one for one in (*near, *old) if one < pages]
        links = "".join(f'<li><a href="/{one // 1000}/{one}.html">page {one}</a></li>' for one in targets)
        path = root / str(number // 1000) / f"{number}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<html><title>{number}</title><body><p>{words}</p><ul>{links}</ul></body></html>")


def _watch(process: subprocess.Popen[bytes], folder: Path, pages: int) -> None:
    """Look at the crawl from outside whenever another tenth is done."""
    last, cpu, began, goal = 0, 0.0, time.monotonic(), pages // 10
    while process.poll() is None:
        time.sleep(0.05)
        done = _fetched(folder)
        if done < goal:
            continue
        now_cpu, memory, now = *_use_of(process.pid), time.monotonic()
        count = done - last
        print(f"{done:8} {(now_cpu - cpu) / count * 1e3:12.2f} {count / (now - began):8.0f} {memory:10.0f}", flush=True)
        last, cpu, began, goal = done, now_cpu, now, goal + pages // 10
        if goal > pages:
            return


def _fetched(folder: Path) -> int:
    """How many pages were asked for."""
    file = folder / "frontier.sqlite"
    if not (folder / "pages-00000.warc.gz").exists():
        return 0
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        [(number,)] = db.execute("SELECT coalesce(sum(asked), 0) FROM hosts").fetchall()
    return int(number)


def _use_of(pid: int) -> tuple[float, float]:
    """CPU seconds and resident megabytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each crawler runs")
    parser.add_argument("--pages", type=int, default=0, help="stop each crawler (but wget) after so many pages")
    parser.add_argument("--many", type=int, default=0, help="crawl a generated site of so many pages instead")
    arguments = parser.parse_args()
    if arguments.many:
        grow(arguments.many)
    else:
        compare(arguments.rounds, arguments.pages)


if __name__ == "__main__":
    main()
