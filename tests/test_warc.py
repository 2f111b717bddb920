from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as Fastwarc
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator as Warcio
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter as WarcioWriter

from polytrawl.errors import StageError
from polytrawl.records import WarcRef
from polytrawl.warc import Entry, Exchange, Original, Torn, WarcReader, WarcWriter, header, iterate, read_page, records

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
DATE = "2024-02-03T04:05:06Z"


def write(folder: Path, *bodies: bytes, head: bytes = HEAD) -> list[WarcRef]:
    writer = WarcWriter(folder)
    refs = [writer.append(url=f"http://a.test/{n}", date=DATE, head=head, body=body) for n, body in enumerate(bodies)]
    writer.close()
    return refs


def test_what_is_written_can_be_read_at_its_place(tmp_path: Path) -> None:
    bodies = [b"<p>one", b"", b"\x00\xff" * 9000]
    refs = write(tmp_path, *bodies)
    with WarcReader() as reader:
        assert [reader.read(tmp_path / ref.file, ref.offset).body for ref in reversed(refs)] == bodies[::-1]
    headers, body = read_page(tmp_path / refs[0].file, refs[0].offset)
    assert (header(headers, "content-type"), body) == ("text/html", b"<p>one")
    found = list(iterate(tmp_path / refs[0].file))
    assert [(one.offset, one.url, one.date, one.status, one.body) for one in found if isinstance(one, Entry)] == [
        (ref.offset, f"http://a.test/{n}", DATE, 200, bodies[n]) for n, ref in enumerate(refs)
    ]


def test_warcio_finds_every_record_whole_and_each_in_a_member_of_its_own(tmp_path: Path) -> None:
    refs = write(tmp_path, b"<p>one", b"<p>two")
    with (tmp_path / refs[0].file).open("rb") as file:
        records = Warcio(file, check_digests="raise")
        kinds = [(one.rec_type, one.rec_headers.protocol, one.content_stream().read()[:6]) for one in records]
    assert kinds == [
        ("warcinfo", "WARC/1.1", b"softwa"),
        ("response", "WARC/1.1", b"<p>one"),
        ("response", "WARC/1.1", b"<p>two"),
    ]
    data = (tmp_path / refs[0].file).read_bytes()
    assert gzip.decompress(data[refs[1].offset :]).startswith(b"WARC/1.1\r\n")


REQUEST = b"GET /1 HTTP/1.1\r\nHost: a.test\r\n\r\n"
FACTS = (("via", "http://a.test/"), ("depth", "1"), ("fetchTimeMs", "12"))


def test_question_answer_and_how_it_was_found_are_records_of_one_event(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, info={"robots": "obey", "http-header-user-agent": "polytrawl/1"})
    place = writer.write(Exchange("http://a.test/1", DATE, HEAD, b"<p>one", REQUEST, FACTS))
    again = Exchange("http://a.test/2", DATE, HEAD, b"<p>one", REQUEST)
    writer.write(again, Original("http://a.test/1", DATE, place))
    unmodified = Exchange("http://a.test/1", DATE, b"HTTP/1.1 304 Not Modified\r\n\r\n")
    writer.write(unmodified, Original("http://a.test/1", DATE, place, is_same_payload=False))
    writer.close()
    with (tmp_path / place.file).open("rb") as file:
        found = [(one.rec_headers, one.content_stream().read()) for one in Warcio(file, check_digests="raise")]
    info, response, request, metadata, revisit, _, not_modified = [one for one, _ in found]
    kinds = ["warcinfo", "response", "request", "metadata", "revisit", "request", "revisit"]
    assert [one.get_header("WARC-Type") for one, _ in found] == kinds
    assert b"robots: obey\r\nhttp-header-user-agent: polytrawl/1" in found[0][1]
    assert info.get_header("WARC-Filename") == place.file
    identity = response.get_header("WARC-Record-ID")
    assert [one.get_header("WARC-Concurrent-To") for one in (request, metadata)] == [identity, identity]
    assert found[3][1] == b"via: http://a.test/\r\ndepth: 1\r\nfetchTimeMs: 12\r\n"
    for one, profile in ((revisit, "identical-payload-digest"), (not_modified, "server-not-modified")):
        assert one.get_header("WARC-Profile").endswith(profile)
        assert one.get_header("WARC-Refers-To") == identity
        assert one.get_header("WARC-Refers-To-Target-URI") == "http://a.test/1"
        assert one.get_header("WARC-Refers-To-Date") == DATE
    assert revisit.get_header("WARC-Payload-Digest") == response.get_header("WARC-Payload-Digest")
    assert len({one.get_header("WARC-Record-ID") for one, _ in found}) == len(found)
    read = [(one.url, one.offset, one.body) for one in iterate(tmp_path / place.file) if isinstance(one, Entry)]
    assert read == [("http://a.test/1", place.offset, b"<p>one"), ("http://a.test/2", place.offset, b"<p>one")]


@pytest.mark.parametrize("is_fast", [True, False])
def test_both_compressors_give_members_that_everyone_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_fast: bool
) -> None:
    if is_fast:
        pytest.importorskip("isal")
    else:
        monkeypatch.setattr(records, "isal_zlib", None)
    writer = WarcWriter(tmp_path)
    exchange = Exchange("http://a.test/1", DATE, HEAD, bytes(range(256)) * 500, REQUEST, FACTS)
    place = writer.write(exchange)
    writer.close()
    with (tmp_path / place.file).open("rb") as file:
        assert len(list(Warcio(file, check_digests="raise"))) == 4
    with (tmp_path / place.file).open("rb") as file:
        assert [one.verify_block_digest() for one in Fastwarc(file, parse_http=False)] == [True] * 4
    assert read_page(tmp_path / place.file, place.offset).body == exchange.body


def test_each_file_begins_with_its_warcinfo(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, max_bytes=500)
    places = [writer.write(Exchange(f"http://a.test/{n}", DATE, HEAD, b"%d" % n, REQUEST, FACTS)) for n in range(3)]
    writer.close()
    assert len({place.file for place in places}) == 3
    for path in tmp_path.iterdir():
        with path.open("rb") as file:
            assert [one.rec_type for one in Warcio(file)] == ["warcinfo", "response", "request", "metadata"]


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    [ref] = write(tmp_path / "a", b"<p>one")
    write(tmp_path / "b", b"<p>one")
    assert (tmp_path / "a" / ref.file).read_bytes() == (tmp_path / "b" / ref.file).read_bytes()


def test_bytes_are_with_the_system_when_append_returns(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path)
    ref = writer.append(url="http://a.test/", date=DATE, head=HEAD, body=b"<p>")
    assert (tmp_path / ref.file).stat().st_size == writer.end.offset
    writer.close()


def test_files_are_rotated_and_a_restart_cuts_what_is_not_known(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, max_bytes=1000)
    refs = [writer.append(url=f"http://a.test/{n}", date=DATE, head=HEAD, body=b"x") for n in range(8)]
    writer.close()
    names = sorted({ref.file for ref in refs})
    assert names == [path.name for path in sorted(tmp_path.iterdir())]
    assert names[:2] == ["pages-00000.warc.gz", "pages-00001.warc.gz"]
    again = WarcWriter(tmp_path, end=refs[1], max_bytes=1000)
    assert [path.name for path in tmp_path.iterdir()] == ["pages-00000.warc.gz"]
    assert again.append(url="http://a.test/z", date=DATE, head=HEAD, body=b"z") == refs[1]
    again.close()
    assert [one.url for one in iterate(tmp_path / names[0]) if isinstance(one, Entry)] == [
        "http://a.test/0",
        "http://a.test/z",
    ]


def test_files_of_which_nothing_is_known_are_left_alone(tmp_path: Path) -> None:
    [ref] = write(tmp_path, b"<p>one")
    [other] = write(tmp_path, b"<p>two")
    assert (ref.file, other.file) == ("pages-00000.warc.gz", "pages-00001.warc.gz")


def test_a_folder_that_cannot_be_written_stops_the_stage(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="run again"):
        WarcWriter(tmp_path / "missing").append(url="http://a.test/", date=DATE, head=HEAD, body=b"")


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ("Content-Encoding: gzip", gzip.compress(b"hello", mtime=0)),
        ("Content-Encoding: deflate", zlib.compress(b"hello")),
        ("Content-Encoding: br", b"\x0b\x02\x80hello\x03"),
        ("Transfer-Encoding: chunked", b"2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
        (
            "Transfer-Encoding: chunked\r\nContent-Encoding: gzip",
            b"%x\r\n%s\r\n0\r\n\r\n" % (25, gzip.compress(b"hello", mtime=0)),
        ),
        ("Content-Encoding: gzip", b"hello"),
        ("Transfer-Encoding: chunked", b"hello"),
        ("Content-Encoding: foo", b"hello"),
        ("Content-Encoding: identity", b"hello"),
    ],
)
def test_bodies_are_decoded_also_when_the_headers_lie(tmp_path: Path, fields: str, body: bytes) -> None:
    [ref] = write(tmp_path, body, head=f"HTTP/1.1 200 OK\r\n{fields}\r\n\r\n".encode())
    assert read_page(tmp_path / ref.file, ref.offset).body == b"hello"


@pytest.mark.parametrize("head", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\xff\xfe\r\n\r\n"])
def test_an_answer_without_a_status_line_is_no_reason_to_stop(tmp_path: Path, head: bytes) -> None:
    [ref] = write(tmp_path, b"", head=head)
    [entry] = iterate(tmp_path / ref.file)
    assert isinstance(entry, Entry)
    assert entry.status == 0


def test_headers_that_end_in_line_feeds_alone_are_read(tmp_path: Path) -> None:
    [ref] = write(tmp_path, b"<p>one", head=HEAD.replace(b"\r", b""))
    [entry] = iterate(tmp_path / ref.file)
    assert isinstance(entry, Entry)
    assert (entry.status, entry.body) == (200, b"<p>one")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # warcio leaves temporary files open
@pytest.mark.parametrize("gzipped", [True, False])
def test_a_file_of_another_writer_is_read(tmp_path: Path, *, gzipped: bool) -> None:
    path = tmp_path / "other.warc"
    with path.open("wb") as file:
        writer = WarcioWriter(file, gzip=gzipped, warc_version="1.0")
        for n in range(3):
            http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            url = f"http://a.test/{n}"
            request = StatusAndHeaders("GET / HTTP/1.1", [("Host", "a.test")], is_http_request=True)
            writer.write_record(writer.create_warc_record(url, "request", http_headers=request))
            writer.write_record(
                writer.create_warc_record(url, "response", payload=io.BytesIO(b"<p>%d" % n), http_headers=http)
            )
    found = [one for one in iterate(path) if isinstance(one, Entry)]
    assert [one.body for one in found] == [b"<p>0", b"<p>1", b"<p>2"]
    assert [read_page(path, one.offset).body for one in found] == [b"<p>0", b"<p>1", b"<p>2"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    [ref, *_] = write(folder, b"<p>one" * 50, b"<p>two" * 50, b"<p>three" * 50)
    return folder / ref.file


@given(data=st.data(), gzipped=st.booleans())
def test_a_file_cut_anywhere_gives_whole_pages_and_one_note(whole: Path, data: st.DataObject, *, gzipped: bool) -> None:
    content = whole.read_bytes() if gzipped else gzip.decompress(whole.read_bytes())
    cut = data.draw(st.integers(0, len(content)))
    path = whole.with_name("cut.warc")
    path.write_bytes(content[:cut])
    found = list(iterate(path))
    bodies = [one.body for one in found if isinstance(one, Entry)]
    assert bodies == [b"<p>one" * 50, b"<p>two" * 50, b"<p>three" * 50][: len(bodies)]
    notes = [one for one in found if isinstance(one, Torn)]
    assert len(notes) <= 1
    assert found[-1:] == notes or not notes
    path.write_bytes(content)
    ends = {one.offset for one in iterate(path) if isinstance(one, Entry)} | {0, len(content)}
    # The blank lines after a record carry nothing: a cut there is no loss.
    assert notes or cut in ends or content[cut:].lstrip(b"\r\n").startswith(b"WARC/") or not content[cut:].strip()


@given(st.binary(max_size=300))
def test_any_bytes_at_all_are_read_without_an_error(whole: Path, content: bytes) -> None:
    path = whole.with_name("any.warc")
    path.write_bytes(content)
    list(iterate(path))
    path.write_bytes(whole.read_bytes() + content)
    assert sum(isinstance(one, Entry) for one in iterate(path)) >= 3


def test_a_page_that_is_not_there_is_told(tmp_path: Path) -> None:
    [ref] = write(tmp_path, b"<p>one" * 100)
    path = tmp_path / ref.file
    with pytest.raises(EOFError):
        read_page(path, path.stat().st_size)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises((EOFError, OSError)):
        read_page(path, ref.offset)
    with pytest.raises(FileNotFoundError):
        read_page(tmp_path / "none", 0)


def test_a_reader_keeps_few_files_open(tmp_path: Path) -> None:
    refs = []
    for n in range(5):
        (tmp_path / str(n)).mkdir()
        [ref] = write(tmp_path / str(n), b"<p>%d" % n)
        refs.append((tmp_path / str(n) / ref.file, ref.offset))
    with WarcReader(max_open=2) as reader:
        assert [reader.read(*ref).body for ref in refs * 2] == [b"<p>%d" % n for n in range(5)] * 2
        assert len(reader._open) == 2
