"""Shards: whole or not there at all, and damage is noticed."""

from pathlib import Path

import pytest

from polytrawl import shards
from polytrawl.errors import DamagedShard
from polytrawl.records import Dropped

RECORDS = [Dropped(id=f"u-{number}", stage="crawl", reason="robots") for number in range(500)]


def test_a_shard_gives_back_its_records_and_its_digest(tmp_path: Path):
    writer = shards.write_shard(tmp_path / "a.jsonl.zst", RECORDS)
    assert list(shards.read_records(writer.path)) == RECORDS
    assert shards.digest_of(writer.path) == writer.digest
    assert writer.records == 500


def test_equal_records_give_equal_files(tmp_path: Path):
    one = shards.write_shard(tmp_path / "a.jsonl.zst", RECORDS)
    two = shards.write_shard(tmp_path / "b.jsonl.zst", RECORDS)
    assert one.digest == two.digest
    assert one.path.read_bytes() == two.path.read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_torn_shard_is_noticed(tmp_path: Path, share: float):
    path = shards.write_shard(tmp_path / "a.jsonl.zst", RECORDS).path
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(DamagedShard, match="a.jsonl.zst"):
        shards.digest_of(path)


def test_a_flipped_bit_is_noticed(tmp_path: Path):
    path = shards.write_shard(tmp_path / "a.jsonl.zst", RECORDS).path
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedShard):
        list(shards.read_records(path))


def test_a_shard_that_fails_half_way_leaves_nothing(tmp_path: Path):
    def broken():
        yield RECORDS[0]
        raise RuntimeError("disk on fire")

    with pytest.raises(RuntimeError):
        shards.write_shard(tmp_path / "a.jsonl.zst", broken())
    assert list(tmp_path.iterdir()) == []
