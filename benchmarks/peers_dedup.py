"""Signatures and LSH of datasketch for shingles in a JSON file; run by `dedup.py` in an environment of its own."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import xxhash
from datasketch import MinHash, MinHashLSH


def main() -> None:
    """Print the CPU time of both steps, for the hash that datasketch takes by itself or a faster one."""
    documents = [[one.encode() for one in own] for own in json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))]
    options = {"hashfunc": xxhash.xxh32_intdigest} if sys.argv[1] == "xxhash" else {}
    began = time.process_time()
    made = []
    for own in documents:
        one = MinHash(num_perm=128, **options)
        one.update_batch(own)
        made.append(one)
    signed = time.process_time()
    lsh = MinHashLSH(threshold=0.8, num_perm=128)
    pairs = 0
    for number, one in enumerate(made):
        pairs += sum(1 for other in lsh.query(one) if one.jaccard(made[other]) >= 0.75)  # noqa: PLR2004 - as we do
        lsh.insert(number, one)
    print(json.dumps({"signatures": signed - began, "lsh": time.process_time() - signed, "pairs": pairs}))


if __name__ == "__main__":
    main()
