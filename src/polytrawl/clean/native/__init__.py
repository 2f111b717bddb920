"""The compiled part of the clean stage: the walk over a page, its columns of numbers, and what the model says of them.

It is plain C without Python in it, in the files of this folder, and is compiled when polytrawl is installed. Here are
its structures, as `api.h` and the headers named there have them, and the library with the types of its functions.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int8,
    c_int16,
    c_int32,
    c_int64,
    c_uint8,
    c_void_p,
)
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent
NAME = "compiled.bin"  # not `.so`: that would be taken for a module of Python
WIDTH, SPREAD, TYPES = 130, 23, 7  # of the matrix, of what is seen around a block; and how many types of pages
CUES = 19  # what is known of elements that look alike


class ElementKind(Structure):
    """`Element_Kind`: what an element means."""

    _fields_ = (
        ("name", c_char * 12),
        ("flags", c_int32),
        *((name, c_int8) for name in ("meaning", "kind", "level", "bit", "column")),
    )


class NameWord(Structure):
    """`Name_Word`: a word in classes and ids."""

    _fields_ = (("word", c_char * 14), ("tells", c_int8), ("end", c_int8))


class Tables(Structure):
    """`Tables`: what is the same for all pages."""

    _fields_ = (
        ("classes", c_void_p),
        ("kinds", POINTER(ElementKind)),
        *((name, c_int32) for name in ("kind_count", "text", "cell", "heading", "table", "item")),
        *((name, c_char_p) for name in ("noise_roles", "post_endings", "author_endings")),
        ("fact_attributes", c_char_p),
        *((f"profile_{name}", c_char_p) for name in ("folders", "queries", "parts")),
        ("names", POINTER(NameWord)),
        ("first_name", c_int16 * 27),
        ("by_hash", c_int16 * 1024),
    )


class Block(Structure):
    """`Block_Record`: a block and where it stands."""

    _fields_ = (
        *((name, c_int32) for name in ("element", "characters", "link_characters")),
        *((name, c_int8) for name in ("kind", "level")),
        *((name, c_uint8) for name in ("is_noise", "is_main", "is_hidden", "is_post")),
        ("unused", c_int16),
    )


class Fact(Structure):
    """`Fact_Record`: an element that tells something about the page."""

    _fields_ = tuple((name, c_int32) for name in ("kind", "is_in_head", "first_string", "attributes"))


class Element(Structure):
    """`Element_Record`: a block element."""

    _fields_ = tuple((name, c_int32) for name in ("above", "first", "end", "kind", "words", "words_end"))


class View(Structure):
    """`View`: what is there of a page."""

    _fields_ = (
        *((name, c_void_p) for name in ("strings", "care", "blocks", "facts")),
        ("string_bytes", c_int64),
        *((f"{name}_count", c_int64) for name in ("care", "blocks", "links", "facts", "elements")),
        ("is_escaped_twice", c_int64),
    )


class Node(Structure):
    """`Node`: an element of a tree."""

    _fields_ = tuple(
        (name, c_int32) for name in ("parent", "depth", "stop", "first_text", "last_text", "kind", "look", "tells")
    )


class Text(Structure):
    """`Text`: a text of a tree."""

    _fields_ = (
        *((name, c_int32) for name in ("holder", "characters")),
        *((name, c_uint8) for name in ("is_linked", "has_two_digits")),
        ("unused", c_int16),
    )


class TreeView(Structure):
    """`Tree_View`: what is there of a tree."""

    _fields_ = (
        *((name, c_void_p) for name in ("nodes", "texts", "written", "said", "care")),
        *((name, c_int64) for name in ("nodes_count", "texts_count", "written_bytes", "said_bytes", "care_count")),
    )


class Member(Structure):
    """`Member`: an element among others that look alike."""

    _fields_ = tuple((name, c_int32) for name in ("element", "start", "stop"))


class Alike(Structure):
    """`Alike`: elements that look alike."""

    _fields_ = (("first", c_int32), ("end", c_int32), ("cues", c_double * CUES))


class AlikeView(Structure):
    """`Alike_View`: such groups of a tree."""

    _fields_ = (
        *((name, c_void_p) for name in ("groups", "members")),
        *((name, c_int64) for name in ("groups_count", "members_count")),
    )


class Parameters(Structure):
    """`Parameters`: a model."""

    _fields_ = (
        *((f"{name}_{part}", c_void_p) for name in ("first", "around", "type") for part in ("mean", "deviation")),
        *((name, c_void_p) for name in ("first_weights", "first_bias", "type_weights", "type_bias")),
        *((name, c_void_p) for name in ("own_weights", "above_weights")),
        *((name, c_char_p) for name in ("words", "type_words")),
        *((name, c_void_p) for name in ("networks", "widths")),
        *((name, c_int32) for name in ("net_count", "layer_count")),
    )


_MIRRORED = (
    *(ElementKind, Tables, Block, Fact, Element, View, Parameters, Node, Text, TreeView),
    *(NameWord, Member, Alike, AlikeView),
)
_FUNCTIONS: dict[str, tuple[Any, ...]] = {  # Any: ctypes has no common type of types; the result comes first
    "structure_size": (c_int64, c_int32),
    "prepare_tables": (None, POINTER(Tables)),
    "text_may_be_broken": (c_bool, c_char_p, c_int64, c_bool),
    "page_thin": (c_int64, POINTER(Tables), c_void_p, c_int64, c_char_p, POINTER(c_int64)),
    "page_read": (c_void_p, POINTER(Tables), c_void_p, c_int64),
    "page_view": (None, c_void_p, POINTER(View)),
    "page_free": (None, c_void_p),
    "page_replace": (c_bool, c_void_p, c_int32, c_char_p, c_int64, c_int32),
    "page_measure": (c_void_p, c_void_p, c_void_p),
    "page_words": (None, c_void_p, c_void_p),
    "page_outline": (None, c_void_p, c_void_p),
    "page_spread": (c_bool, c_void_p, c_void_p, c_void_p, c_void_p),
    "page_elements": (None, c_void_p, c_void_p),
    "page_own_words": (c_void_p, c_void_p),
    "page_word": (c_void_p, c_void_p, c_int32, POINTER(c_int64)),
    "tree_new": (c_void_p, POINTER(Tables), c_void_p, c_int64),
    "tree_view": (None, c_void_p, POINTER(TreeView)),
    "tree_alike": (c_bool, c_void_p, c_void_p, c_void_p, c_int64, POINTER(AlikeView)),
    "tree_free": (None, c_void_p),
    "model_new": (c_void_p, POINTER(Parameters)),
    "model_free": (None, c_void_p),
    "model_types": (None, c_void_p, c_void_p, c_void_p),
    "model_guess": (c_bool, c_void_p, c_void_p, c_void_p),
    "model_content": (c_bool, c_void_p, c_void_p, c_void_p, c_void_p),
}


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """The library."""
    try:
        found = ctypes.CDLL(str(FOLDER / NAME))
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(found, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as err:
        raise ImportError(f"{_OTHER}: {err}; {_AGAIN}") from err
    sizes = [found.structure_size(number) for number in range(len(_MIRRORED))]
    if sizes != [ctypes.sizeof(one) for one in _MIRRORED]:
        raise ImportError(f"{_OTHER}: it was made from other files; {_AGAIN}")
    return found


class Utf8(NamedTuple):
    """A text in UTF-8 for the compiled part. The bytes belong to the text."""

    text: str
    address: int
    size: int


def utf8(text: str) -> Utf8:
    """A text in UTF-8, which Python keeps beside the text: large pages are not written twice."""
    size = ctypes.c_ssize_t()
    try:
        return Utf8(text, _as_utf8(text, size), size.value)
    except UnicodeEncodeError:  # half a character
        return utf8(text.encode("utf-8", "replace").decode())


def numbers(address: int | None, dtype: np.dtype[Any], count: int) -> NDArray[Any]:  # Any: of that dtype
    """Numbers of the compiled part, copied."""
    return np.frombuffer(ctypes.string_at(address, count * dtype.itemsize), dtype) if address else np.empty(0, dtype)


def strings(address: int | None, size: int) -> list[str]:
    """Strings of the compiled part, copied: each ends with a zero, and so the last one here is empty."""
    return (ctypes.string_at(address, size) if address else b"").decode("utf-8", "replace").split("\0")


_as_utf8 = ctypes.pythonapi.PyUnicode_AsUTF8AndSize
_as_utf8.restype, _as_utf8.argtypes = c_void_p, (ctypes.py_object, POINTER(ctypes.c_ssize_t))
_OTHER = f"{FOLDER / NAME}, the compiled part of polytrawl, does not fit"
_AGAIN = "install polytrawl again: `pip install --force-reinstall --no-deps .`, or `make setup` in its repository"
