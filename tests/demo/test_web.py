"""What the hosts answer beside their pages."""

import re
import xml.etree.ElementTree as ET
from urllib.robotparser import RobotFileParser

import pytest

from polytrawl.demo import DemoWeb

_WWW, _FORUM = "www.safe-work.test", "forum.safe-work.test"


@pytest.mark.parametrize("host", [_WWW, _FORUM])
def test_robots_rules_forbid_the_private_corner_and_name_the_sitemap(web: DemoWeb, host: str) -> None:
    rules = RobotFileParser()
    rules.parse(web.answer(host, "/robots.txt").body.decode().splitlines())
    assert rules.can_fetch("polytrawl", f"http://{host}/en/index.html")
    assert not rules.can_fetch("polytrawl", f"http://{host}/private/minutes.html")
    assert rules.site_maps() == [f"http://{host}/sitemap.xml"]


def test_sitemaps_list_only_urls_that_answer(web: DemoWeb) -> None:
    for host, known in ((_WWW, f"http://{_WWW}/de/nachtarbeit.html"), (_FORUM, f"http://{_FORUM}/it/thread-17.html")):
        tree = ET.fromstring(web.answer(host, "/sitemap.xml").body)
        urls = {entry.text for entry in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
        assert known in urls
        assert urls <= set(web.urls())


@pytest.mark.parametrize(
    ("host", "path", "status", "target"),
    [
        (_WWW, "/", 302, f"http://{_WWW}/en/index.html"),
        (_WWW, "/en/old-ladders.html", 301, f"http://{_WWW}/en/ladders.html"),
        (_FORUM, "/", 302, f"http://{_FORUM}/en/thread-17.html"),
    ],
)
def test_redirects_lead_to_pages(web: DemoWeb, host: str, path: str, status: int, target: str) -> None:
    answer = web.answer(host, path)
    assert (answer.status, answer.headers["Location"]) == (status, target)
    assert target in web.urls()


def test_the_pdf_starts_its_objects_where_its_table_says(web: DemoWeb) -> None:
    answer = web.answer(_WWW, "/files/checklist.pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    offsets = [int(offset) for offset in re.findall(rb"(\d{10}) 00000 n", answer.body)]
    starts = [answer.body[offset:].startswith(b"%d 0 obj" % number) for number, offset in enumerate(offsets, 1)]
    assert starts == [True] * 6
    start = int(answer.body.split(b"startxref\n")[1].split()[0])
    assert answer.body[start:].startswith(b"xref\n")


def test_the_empty_page_has_one_byte(web: DemoWeb) -> None:
    assert web.answer(_WWW, "/en/empty.html").body == b"\n"


@pytest.mark.parametrize(
    ("host", "path"), [(_WWW, "/en/posters.html"), ("other.test", "/"), (_FORUM, "/en/noise.html")]
)
def test_unknown_pages_and_hosts_are_not_found(web: DemoWeb, host: str, path: str) -> None:
    assert web.answer(host, path).status == 404


def test_port_query_and_case_of_the_host_are_ignored(web: DemoWeb) -> None:
    assert web.answer("WWW.safe-work.test:8080", "/en/noise.html?print=1") == web.answer(_WWW, "/en/noise.html")


def test_urls_are_html_pages_that_answer_200(web: DemoWeb) -> None:
    urls = web.urls()
    assert f"http://{_WWW}/private/minutes.html" in urls
    assert not any(url.endswith((".pdf", ".svg", ".xml", ".txt", "/", "old-ladders.html")) for url in urls)


def test_the_topic_file_has_a_header_and_four_languages(web: DemoWeb) -> None:
    lines = [line.split("\t") for line in web.topic_file.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["weight", "term", "subtopic", "language"]
    assert {line[3] for line in lines[1:]} == {"en", "de", "it", "pt"}
    assert all(line[0].isdigit() for line in lines[1:])
