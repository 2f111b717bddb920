"""The learned part: how likely each block is content, and what type of page it is.

Two steps. A linear one on all columns and on the words in classes and ids gives each block a first probability. Small
networks look at the columns, at how these probabilities are spread over the elements above the block, over blocks with
the same path, and over its neighbours, and at what type of page it is. `benchmarks/fit_clean.py` makes the parameters
and says how good they are on sites they were not made from; all of it is markup and shape of text, so it holds for all
languages. The compiled part does the sums: `model.c`, `spread.c`, `network.c`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
import numpy as np

from polytrawl.clean.features import Floats, Measured, Singles
from polytrawl.clean.native import SPREAD, WIDTH, Parameters, library

FILE = "model.npz"
_FAR = 5.0  # standard deviations beyond which a value tells nothing more; as in `model.c`
TYPES = ("article", "forum", "documentation", "listing", "collection", "product", "service")
_INPUTS = WIDTH + SPREAD + len(TYPES)


class Layer(NamedTuple):
    """One layer of a network."""

    weights: Singles
    bias: Singles


class Scale(NamedTuple):
    """Brings columns to one scale: standard deviations from the mean, five at most."""

    mean: Singles
    deviation: Singles

    def __call__(self, values: Singles) -> Singles:
        """The values to scale."""
        scaled: Singles = (values - self.mean) / self.deviation
        return scaled.clip(-_FAR, _FAR)


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


@dataclass(frozen=True)
class Model:
    """All parameters."""

    first: Linear
    scale: Scale  # of what the networks look at beside the columns
    nets: tuple[tuple[Layer, ...], ...]
    types: Types

    @cached_property
    def _compiled(self) -> _Compiled:
        return _Compiled(self)

    def type_of(self, page: Measured) -> Mapping[str, float]:
        """How likely the page is of each type."""
        likely = np.empty(len(TYPES))
        library().model_types(self._compiled.handle, page.walk.handle, likely.ctypes.data)
        return dict(zip(TYPES, likely.tolist(), strict=True))

    def guess(self, page: Measured) -> Floats:
        """How likely each block is content by the linear step alone."""
        guess = np.empty(len(page.words))
        _check(library().model_guess(self._compiled.handle, page.walk.handle, guess.ctypes.data))
        return guess

    def probabilities(self, page: Measured, types: Mapping[str, float]) -> Floats:
        """How likely each block is content, on a page that is of these types with these probabilities."""
        likely, kinds = np.empty(len(page.words)), _listed(types)
        _check(library().model_content(self._compiled.handle, page.walk.handle, kinds.ctypes.data, likely.ctypes.data))
        return likely


def surroundings(page: Measured, guess: Floats, types: Mapping[str, float]) -> Singles:
    """What the networks look at beside the columns, a row for each block: how the guess is spread, and the types."""
    found, kinds = np.empty((len(guess), SPREAD + len(TYPES)), np.float32), _listed(types)
    _check(library().page_spread(page.walk.handle, guess.ctypes.data, kinds.ctypes.data, found.ctypes.data))
    return found


def outline(page: Measured) -> Singles:
    """A page on the whole: means of all columns, by length of text and by block, and how much they vary."""
    found = np.empty(3 * WIDTH, np.float32)
    library().page_outline(page.walk.handle, found.ctypes.data)
    return found


def _listed(types: Mapping[str, float]) -> Floats:
    return np.array([types[one] for one in TYPES], np.float64)


def _check(is_done: bool) -> None:  # noqa: FBT001 - the answer of the compiled part
    if not is_done:
        raise MemoryError("a page and its model")


class _Compiled:
    """A model as the compiled part has it."""

    def __init__(self, model: Model) -> None:
        self._kept = list[Singles]()  # what it reads; its networks it copies
        self._library = library()
        self.handle = self._library.model_new(self._parameters(model))
        if not self.handle:
            raise ValueError(f"a network of a model has not {_INPUTS} inputs, or more than 64 units in a layer")

    def __del__(self) -> None:
        if handle := getattr(self, "handle", None):
            self._library.model_free(handle)

    def _parameters(self, model: Model) -> Parameters:
        first, types = model.first, model.types
        shapes = [layer.weights.shape for layer in model.nets[0]] if model.nets else []
        widths = np.array([*(inputs for inputs, _ in shapes), 1], np.int32)
        layers = [part.ravel() for net in model.nets for layer in net for part in layer]
        return Parameters(
            *(self._keep(values) for values in (*first.scale, *model.scale, *types.scale)),
            *(self._keep(values) for values in (first.weights, [first.bias], types.weights, types.bias)),
            *(self._keep(list(words.values())) for words in (first.names, first.names_above)),
            *map(_words, (first.names, sorted(types.names, key=lambda name: types.names[name]))),
            self._keep(np.concatenate(layers) if layers else []),
            widths.ctypes.data,
            len(model.nets),
            len(shapes),
        )

    def _keep(self, values: Singles | Sequence[float]) -> int:
        """The address of numbers, which stay where they are."""
        self._kept.append(np.ascontiguousarray(values, np.float32))
        return int(self._kept[-1].ctypes.data)


def _words(words: Iterable[str]) -> bytes:
    return "\0".join((*words, "")).encode()  # the zero of C ends the list


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
