"""Splits each text in a JSON file with one library; run by `sentences.py` in an environment of its own."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

_KNOWN = "ca cs da de el en es fi fr hu is it lt lv nl no pl pt ro ru sk sl sv tr"


def _pysbd() -> Callable[[str, str], list[str]]:
    import pysbd  # noqa: PLC0415 - one of several
    from pysbd.languages import LANGUAGE_CODES  # noqa: PLC0415 - one of several

    make = cache(lambda code: pysbd.Segmenter(language=code, clean=False))
    return lambda text, language: make(language if language in LANGUAGE_CODES else "en").segment(text)


def _syntok() -> Callable[[str, str], list[str]]:
    from syntok import segmenter  # noqa: PLC0415 - one of several

    def split(text: str, _language: str) -> list[str]:
        found = [sentence for paragraph in segmenter.analyze(text) for sentence in paragraph]
        return ["".join(f"{token.spacing}{token.value}" for token in sentence) for sentence in found]

    return split


def _blingfire() -> Callable[[str, str], list[str]]:
    import blingfire  # noqa: PLC0415 - one of several

    return lambda text, _language: blingfire.text_to_sentences(text).split("\n")


def _sentence_splitter() -> Callable[[str, str], list[str]]:
    from sentence_splitter import SentenceSplitter  # noqa: PLC0415 - one of several

    known = _KNOWN.split()
    make = cache(lambda code: SentenceSplitter(language=code))
    codes = {"nb": "no"}

    def split(text: str, language: str) -> list[str]:
        code = codes.get(language, language)
        return make(code if code in known else "en").split(text)

    return split


PEERS = {
    "pysbd": _pysbd,
    "syntok": _syntok,
    "blingfire": _blingfire,
    "sentence-splitter": _sentence_splitter,
}


def main() -> None:
    """Print sentences and CPU time as JSON."""
    split = PEERS[sys.argv[1]]()
    texts = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    for language in {language for language, _ in texts}:
        split("A text.", language)  # tables that are loaded at the first call are not counted
    started = time.process_time()
    found = [split(text, language) for language, text in texts]
    print(json.dumps({"sentences": found, "cpu_s": time.process_time() - started}))


if __name__ == "__main__":
    main()
