"""An index of one run tells the next what is not new; what is none, or another method's, is refused with a reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dedup.documents import clusters, document
from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.deduplicators.exact import Exact
from polytrawl.dedup.deduplicators.minhash import MinHash
from polytrawl.dedup.deduplicators.paragraphs import Paragraphs
from polytrawl.dedup.stage import Dedup
from polytrawl.errors import ConfigError
from polytrawl.options import Context, resolve

METHODS = [Exact(), Paragraphs(), MinHash()]


def text(start: int, number: int = 10) -> list[str]:
    return [" ".join(f"wort{10 * one + place}" for place in range(10)) for one in range(start, start + number)]


def runs(tmp_path: Path, number: int) -> list[Path]:
    folders = [tmp_path / str(one) for one in range(number)]
    for folder in folders:
        folder.mkdir()
    return folders


@pytest.mark.parametrize("method", METHODS)
def test_what_an_earlier_run_has_is_known_in_the_next(method: Deduplicator, tmp_path: Path) -> None:
    first, second = runs(tmp_path, 2)
    assert clusters([document(1, text(0)), document(2, text(50))], method, first) == []
    found = clusters([document(3, text(0)), document(4, text(90))], method, second, first / "index.npz")
    assert [(one.members, one.known, one.within, one.equal) for one in found] == [
        (("d-3",), ("d-1",), ("d-1",), (True,))
    ]


@pytest.mark.parametrize("method", METHODS)
def test_an_index_holds_what_earlier_ones_held(method: Deduplicator, tmp_path: Path) -> None:
    first, second, third = runs(tmp_path, 3)
    clusters([document(1, text(0))], method, first)
    clusters([document(2, text(50))], method, second, first / "index.npz")
    again = [document(3, text(0)), document(4, text(50))]
    found = clusters(again, method, third, second / "index.npz")
    assert sorted((one.members, one.known) for one in found) == [(("d-3",), ("d-1",)), (("d-4",), ("d-2",))]


@pytest.mark.parametrize("method", [Paragraphs(), MinHash()])
def test_near_duplicates_of_known_documents_are_found(method: Deduplicator, tmp_path: Path) -> None:
    first, second = runs(tmp_path, 2)
    clusters([document(1, text(0, 20))], method, first)
    [found] = clusters([document(2, [*text(0, 19), "etwas anderes"])], method, second, first / "index.npz")
    assert (found.members, found.known, found.within) == (("d-2",), ("d-1",), ("d-1",))


def test_the_same_page_fetched_again_is_known_under_its_own_id(tmp_path: Path) -> None:
    first, second = runs(tmp_path, 2)
    clusters([document(1, text(0))], Exact(), first)
    [found] = clusters([document(1, text(0))], Exact(), second, first / "index.npz")
    assert (found.members, found.known, found.within) == (("d-1",), ("d-1",), ("d-1",))


def test_languages_of_an_index_are_kept_apart(tmp_path: Path) -> None:
    first, second = runs(tmp_path, 2)
    clusters([document(1, text(0), "nl"), document(5, text(0), "fr")], Exact(), first)
    found = clusters([document(2, text(0)), document(3, text(0), "fr")], Exact(), second, first / "index.npz")
    assert [(one.language, one.members, one.known) for one in found] == [("fr", ("d-3",), ("d-5",))]


def test_what_is_not_wanted_is_in_no_index(tmp_path: Path) -> None:
    first, second = runs(tmp_path, 2)
    clusters([document(1, text(0), is_unwanted=True)], Exact(), first)
    assert clusters([document(2, text(0))], Exact(), second, first / "index.npz") == []


def test_an_index_holds_no_text(tmp_path: Path) -> None:
    clusters([document(1, "streng vertraulicher Absatz mit sechs Worten")], Paragraphs(), tmp_path)
    assert b"vertraulich" not in (tmp_path / "index.npz").read_bytes()


def options(known: Path, method: str = "exact") -> dict[str, object]:
    given = {"known": [str(known)], "method": method}
    return resolve(Dedup, given, where="dedup", context=Context())


def refusal(path: Path, method: str = "exact") -> str:
    with pytest.raises(ConfigError) as caught:
        Dedup.check(options(path, method))
    return str(caught.value)


def test_an_index_of_the_same_method_is_accepted(tmp_path: Path) -> None:
    for name, method in (("exact", Exact()), ("paragraphs", Paragraphs()), ("minhash", MinHash())):
        clusters([document(1, text(0))], method, tmp_path)
        Dedup.check(options(tmp_path / "index.npz", name))


def test_an_index_of_another_method_is_refused(tmp_path: Path) -> None:
    clusters([document(1, text(0))], Paragraphs(threshold=0.7), tmp_path)
    said = refusal(tmp_path / "index.npz")
    assert "was made with dedup.method = { use = 'paragraphs', threshold = 0.7" in said
    assert "this run has { use = 'exact'" in said
    assert "threshold = 0.7" in refusal(tmp_path / "index.npz", "paragraphs")


@pytest.mark.parametrize("content", [b"", b"no index", b"PK\x03\x04 torn", b"\x93NUMPY\x01\x00"])
def test_a_file_that_is_no_index_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "index.npz").write_bytes(content)
    assert "is no index of documents" in refusal(tmp_path / "index.npz")


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", about=np.zeros(3, dtype=np.uint8))
    assert "is no index of documents" in refusal(tmp_path / "other.npz")
    np.save(tmp_path / "one.npy", np.zeros(3))
    assert "is no index of documents" in refusal(tmp_path / "one.npy")


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refusal(tmp_path / "index.npz")
    assert "cannot be read" in refusal(tmp_path)


def test_a_torn_index_is_refused(tmp_path: Path) -> None:
    clusters([document(number, text(number)) for number in range(50)], MinHash(), tmp_path)
    path = tmp_path / "index.npz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255  # a bit of the values: the archive has checksums
    path.write_bytes(data)
    with pytest.raises(ConfigError, match="index.npz is damaged"):
        clusters([document(1, text(0))], MinHash(), tmp_path, path)
