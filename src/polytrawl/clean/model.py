"""The learned part: how likely each block is content, and what type of page it is, as plain arrays.

Two steps. A linear one on all columns and on the words in classes and ids gives each block a first probability. Small
networks look at the columns, at how these probabilities are spread over the elements above the block, over blocks with
the same path, and over its neighbours, and at what type of page it is. `benchmarks/fit_clean.py` makes the parameters
and says how good they are on sites they were not made from; all of it is markup and shape of text, so it holds for all
languages.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
import numpy as np

from polytrawl.clean.features import Measured
from polytrawl.clean.letters import Floats, Singles
from polytrawl.clean.spread import spread
from polytrawl.clean.zone import Zone

FILE = "model.npz"
TYPES = ("article", "forum", "documentation", "listing", "collection", "product", "service")
_ROWS = 32
_FAR = 5.0  # standard deviations beyond which a value tells nothing more


class Layer(NamedTuple):
    """One layer of a network."""

    weights: Singles
    bias: Singles


class Scale(NamedTuple):
    """Brings columns to one scale."""

    mean: Singles
    deviation: Singles

    def __call__(self, values: Singles) -> Singles:
        """The values in standard deviations from the mean."""
        found = values - self.mean
        found /= self.deviation
        return np.clip(found, -_FAR, _FAR, out=found)


class Linear(NamedTuple):
    """A weighted sum of columns, and of words in classes and ids."""

    scale: Scale
    weights: Singles
    bias: float
    names: Mapping[str, float]  # of the element of the block
    names_above: Mapping[str, float]


class Types(NamedTuple):
    """Weighted sums of what a page is like on the whole, one for each type."""

    scale: Scale
    weights: Singles
    bias: Singles
    names: Mapping[str, int]


class Model(NamedTuple):
    """All parameters."""

    first: Linear
    scale: Scale  # of what the networks look at beside the columns
    nets: tuple[tuple[Layer, ...], ...]
    types: Types

    def probabilities(self, page: Measured, types: Mapping[str, float]) -> Floats:
        """How likely each block is content, on a page that is of these types with these probabilities."""
        columns = self.first.scale(page.matrix)
        around = self.scale(surroundings(page, self.guess(page, columns), types))
        values = np.hstack([columns, around])
        return squash(np.mean([_output(net, values) for net in self.nets], axis=0).astype(np.float64))

    def guess(self, page: Measured, columns: Singles) -> Floats:
        """The same by the linear step alone; the columns are given to scale."""
        first = self.first
        own, above = _Sums(first.names), _Sums(first.names_above)
        named = np.array([own[zone.names] + above[zone.names_above] for zone in page.zones])
        return squash(_times(columns, first.weights) + first.bias + named[page.zone_of])

    def type_of(self, page: Measured) -> Mapping[str, float]:
        """How likely the page is of each type."""
        values = np.concatenate([self.types.scale(outline(page)), named_in(page.zones, self.types.names)])
        odds = np.exp((self.types.weights @ values + self.types.bias).astype(np.float64))
        return dict(zip(TYPES, (odds / odds.sum()).tolist(), strict=True))


def surroundings(page: Measured, guess: Floats, types: Mapping[str, float]) -> Singles:
    """What the networks look at beside the columns."""
    kinds = np.repeat([[types[one]] for one in TYPES], len(guess), axis=1)
    return np.concatenate([spread(page, guess), kinds]).T.astype(np.float32)


def outline(page: Measured) -> Singles:
    """A page on the whole: means of all columns, by length of text and by block, and how much they vary."""
    weight = np.sqrt(page.words).astype(np.float32)
    by_text = weight @ page.matrix / weight.sum()
    return np.concatenate([by_text, page.matrix.mean(axis=0), page.matrix.std(axis=0)])


def named_in(zones: Sequence[Zone], names: Mapping[str, int]) -> Singles:
    """Which of these words are in the classes and ids of a page."""
    sets = {id(one): one for zone in zones for one in (zone.names, zone.names_above)}
    found = names.keys() & frozenset[str]().union(*sets.values())
    values = np.zeros(len(names), np.float32)
    values[[names[name] for name in found]] = 1.0
    return values


def squash(values: Floats) -> Floats:
    """Log odds as probabilities."""
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


class _Sums(dict[frozenset[str], float]):
    """The sums of the weights of words, each set of words added up once: most zones have those of their neighbours."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, names: frozenset[str]) -> float:
        weights = self._weights
        self[names] = found = sum([weights[name] for name in names if name in weights])
        return found


def _output(net: tuple[Layer, ...], values: Singles) -> Singles:
    *hidden, last = net
    for layer in hidden:
        values = _times(values, layer.weights)
        values += layer.bias
        np.maximum(values, 0, out=values)
    return (_times(values, last.weights) + last.bias)[:, 0]


def _times(values: Singles, weights: Singles) -> Singles:
    """The product, a few rows at a time: for more, the library wakes threads, which cost more than they do.

    One layer for 271 blocks takes .10 ms of CPU so on two cores, in one piece .8 to 7.
    """
    found = np.empty((len(values), *weights.shape[1:]), np.float32)
    for row in range(0, len(values), _ROWS):
        np.matmul(values[row : row + _ROWS], weights, out=found[row : row + _ROWS])
    return found


class _Lists(msgspec.Struct):
    """What is no array."""

    names: list[str]
    names_above: list[str]
    type_names: list[str]
    nets: int
    layers: int


@lru_cache(maxsize=1)
def load() -> Model:
    """The parameters that come with polytrawl."""
    data = np.load(io.BytesIO(files(__package__).joinpath(FILE).read_bytes()), allow_pickle=False)
    lists = msgspec.json.decode(data["lists"].tobytes(), type=_Lists)

    def array(name: str) -> Singles:
        return np.asarray(data[name], np.float32)

    def scale(name: str) -> Scale:
        return Scale(array(f"{name}_mean"), array(f"{name}_deviation"))

    nets = tuple(
        tuple(Layer(array(f"net{net}_w{layer}"), array(f"net{net}_b{layer}")) for layer in range(lists.layers))
        for net in range(lists.nets)
    )
    own, above = array("first_names"), array("first_names_above")
    return Model(
        Linear(
            scale("first"),
            array("first_weights"),
            float(array("first_bias")[0]),
            dict(zip(lists.names, own.tolist(), strict=True)),
            dict(zip(lists.names_above, above.tolist(), strict=True)),
        ),
        scale("around"),
        nets,
        Types(
            scale("type"),
            array("type_weights"),
            array("type_bias"),
            {name: number for number, name in enumerate(lists.type_names)},
        ),
    )
