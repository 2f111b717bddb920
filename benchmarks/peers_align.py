"""Aligns the texts in a JSON file with nltk's Gale-Church; run by `align.py` in an environment of its own."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main(file: str) -> None:
    """Read lists of sentences of both sides, print their beads and the CPU time."""
    from nltk.translate import gale_church  # noqa: PLC0415 - the peer

    texts = json.loads(Path(file).read_text(encoding="utf-8"))
    started = time.process_time()
    found = []
    for left, right in texts:
        links = gale_church.align_blocks([len(one) for one in left], [len(one) for one in right])
        found.append(_beads(links, len(left), len(right)))
    print(json.dumps({"beads": found, "cpu_s": time.process_time() - started}))


def _beads(links: list[tuple[int, int]], rows: int, columns: int) -> list[tuple[list[int], list[int]]]:
    """Links between single sentences as beads; what has no link stands alone."""
    beads: list[tuple[list[int], list[int]]] = []
    for i, j in sorted(links):
        if beads and (i in beads[-1][0] or j in beads[-1][1]):
            beads[-1][0].append(i)
            beads[-1][1].append(j)
        else:
            beads.append(([i], [j]))
    whole = [(sorted(set(ours)), sorted(set(theirs))) for ours, theirs in beads]
    seen = {i for ours, _ in whole for i in ours}, {j for _, theirs in whole for j in theirs}
    alone = [([i], []) for i in range(rows) if i not in seen[0]] + [
        ([], [j]) for j in range(columns) if j not in seen[1]
    ]
    return whole + alone


if __name__ == "__main__":
    main(sys.argv[1])
