"""The hidden Markov model of Liu, Janssen & Milios (2006).

Hidden states: how many links a page is away from a relevant one. Observations: the cluster of a page. From sessions:

    A[i][j] = chance that a page in state i leads to one in state j         counts, each plus 1
    B[j][k] = chance that a page in state j is of cluster k                 the same

For a page of cluster k that was expected in state j with chance e[j]:

    posterior[j] = e[j] * B[j][k] / sum over j
    expected[j]  = sum over i of posterior[i] * A[i][j]                     for its links
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from polytrawl.crawl.hmm.clusters import WIDTH, Reals, assign, directions, vector, x_means
from polytrawl.crawl.hmm.sessions import states, steps
from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.words import words
from polytrawl.sessions import Visit

STATES = 4
# With fewer clusters than states, what a page looks like cannot tell its state. Begun with one cluster, the sessions of
# all three topics of `make bench-focus` ended with one, and HMM harvested .15 of the oracle; begun with four they end
# with 9 to 12, and it harvests .42. No other number was tried.
_CLUSTERS = STATES
_STEPS = 1000  # a chance is told in thousandths
_HASHING = 2  # how words become numbers: what was learned by another way means nothing


class Model(msgspec.Struct, frozen=True):
    """All that was learned, as plain numbers."""

    transitions: list[list[float]]
    emissions: list[list[float]]
    axes: list[list[float]]  # main directions of hashed vectors
    centres: list[list[float]]
    language: Lang = ""  # of the pages, whose words were weighed by its IDF
    hashing: int = 1

    @classmethod
    def read(cls, path: Path) -> Model:
        """A model from a file."""
        try:
            made = msgspec.json.decode(path.read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as err:
            raise ConfigError(f"{path}: cannot be read as an HMM: {err}; `polytrawl evaluate train` makes one") from err
        if made.hashing != _HASHING:
            raise ConfigError(f"{path}: this HMM is of another version; `polytrawl evaluate train` makes it anew")
        if not made._is_whole():  # noqa: SLF001 - its own
            raise ConfigError(
                f"{path}: the tables of this HMM do not fit together; `polytrawl evaluate train` makes one"
            )
        return made

    def _is_whole(self) -> bool:
        """Whether all tables have the sizes that they need."""
        clusters, axes = len(self.centres), len(self.axes)
        wanted = [(self.transitions, STATES, STATES), (self.emissions, STATES, clusters)]
        wanted += [(self.axes, axes, WIDTH), (self.centres, clusters, axes)]
        fit = (len(table) == rows and {len(row) for row in table} == {width} for table, rows, width in wanted)
        return clusters > 0 and axes > 0 and all(fit)

    @classmethod
    def train(cls, visits: Sequence[Visit], pages: Mapping[str, str], idf: Idf, language: Lang = "") -> Model:
        """A model from visits, and the texts of the pages that were visited.

        Pages without words have a place in the sessions: who went from one page to another by way of such a page has
        followed no link from the first to the last. What they look like cannot be learned.
        """
        addresses = list(dict.fromkeys(visit.url for visit in visits if words(pages.get(visit.url, ""))))
        if len(addresses) < STATES:
            raise ConfigError(
                f"HMM: {len(addresses)} of the visited pages have a text here; that is too few to learn from"
            )
        vectors = np.array([vector(pages[url], idf) for url in addresses])
        axes = directions(vectors)
        centres = x_means(vectors @ axes.T, fewest=_CLUSTERS)
        cluster = dict(zip(addresses, assign(vectors @ axes.T, centres).tolist(), strict=True))
        state = states(visits, STATES)
        ends = [(source, target) for source, target in steps(visits) if source in cluster and target in cluster]
        moves = [(state[source], state[target]) for source, target in ends]
        seen = [(state[url], cluster[url]) for url in addresses]
        return cls(
            transitions=_chances(moves, STATES).tolist(),
            emissions=_chances(seen, len(centres)).tolist(),
            axes=axes.tolist(),
            centres=centres.tolist(),
            language=language,
            hashing=_HASHING,
        )

    def observer(self, idf: Idf) -> Callable[[str], int]:
        """What tells the cluster of a page by its text."""
        axes, centres = np.array(self.axes).T, np.array(self.centres)
        return lambda text: int(assign((vector(text, idf) @ axes)[None], centres)[0])

    def posterior(self, expected: Sequence[float], cluster: int) -> list[float]:
        """The chance of each state, when the cluster of a page is seen."""
        chances = [chance * self.emissions[state][cluster] for state, chance in enumerate(expected)]
        total = sum(chances)
        return [chance / total for chance in chances] if total else list(expected)

    def expected(self, posterior: Sequence[float]) -> list[float]:
        """The chance of each state for the pages that a page leads to."""
        return [
            sum(posterior[i] * self.transitions[i][j] for i in range(len(posterior))) for j in range(len(posterior))
        ]


def uniform() -> list[float]:
    """What is known of a seed: nothing."""
    return [1 / STATES] * STATES


def priority(chances: Sequence[float]) -> float:
    """Chances as one number that is greater where the first is, then the second, and so on.

    >>> priority([0.2, 0.4, 0.4, 0.0]) > priority([0.2, 0.3, 0.5, 0.0]) > priority([0.1, 0.9, 0.0, 0.0])
    True
    """
    number = 0
    for chance in chances:
        number = number * (_STEPS + 1) + round(chance * _STEPS)
    return float(number)


def chances_in(number: float) -> list[float]:
    """The chances that `priority` made a number of.

    >>> chances_in(priority([0.2, 0.3, 0.5, 0.0]))
    [0.2, 0.3, 0.5, 0.0]
    """
    left, found = int(number), []
    for _ in range(STATES):
        left, digit = divmod(left, _STEPS + 1)
        found.append(digit / _STEPS)
    return found[::-1]


def _chances(pairs: Sequence[tuple[int, int]], width: int) -> Reals:
    counts = np.ones((STATES, width))
    for row, column in pairs:
        counts[row, column] += 1
    made: Reals = counts / counts.sum(axis=1, keepdims=True)
    return made
