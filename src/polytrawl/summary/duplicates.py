"""What was found twice: clusters of documents, and which of them is kept."""

from __future__ import annotations

import bisect
from collections import Counter

from polytrawl.export.selection import Selection
from polytrawl.records import Cluster, Document
from polytrawl.rundir import RunDir
from polytrawl.summary.rows import ClusterRow, Duplicates

__all__ = ["duplicates_of"]

_LARGEST = 10  # clusters that are shown
_OTHERS = 3  # addresses of a cluster that are shown beside the one that is kept


def duplicates_of(run: RunDir, selection: Selection) -> Duplicates:
    """The clusters of a run."""
    sizes, repeated = Counter[int](), 0
    largest: list[Cluster] = []
    for record in run.records("dedup"):
        if not isinstance(record, Cluster):
            continue
        repeated += max(0, len(record.paragraphs) - 1)
        if len(record.members) > 1:
            sizes[len(record.members)] += 1
            bisect.insort(largest, record, key=lambda one: (-len(one.members), one.id))
            del largest[_LARGEST:]
    return Duplicates(
        clusters=sizes.total(),
        documents=sum(size * number for size, number in sizes.items()),
        known=selection.counts["documents"]["known"],
        repeated=repeated,
        sizes={str(size): sizes[size] for size in sorted(sizes)},
        largest=_rows(run, selection, largest),
    )


def _rows(run: RunDir, selection: Selection, clusters: list[Cluster]) -> list[ClusterRow]:
    """The clusters with addresses, for which the documents are read once more."""
    wanted = {one for cluster in clusters for one in cluster.members}
    found = {one.id: one for one in run.records("topic") if wanted and isinstance(one, Document) and one.id in wanted}
    return [_row(selection, cluster, found) for cluster in clusters]


def _row(selection: Selection, cluster: Cluster, found: dict[str, Document]) -> ClusterRow:
    members = [found[one] for one in cluster.members if one in found]
    kept = next((one for one in members if not selection.reason(one)), None)
    others = sorted((one.url for one in members if one is not kept), key=lambda url: (len(url), url))
    return ClusterRow(
        id=cluster.id,
        language=cluster.language,
        method=cluster.method,
        documents=len(cluster.members),
        kept=kept.url if kept else "",
        why=selection.why_kept(kept) if kept else "",
        others=others[:_OTHERS],
    )
