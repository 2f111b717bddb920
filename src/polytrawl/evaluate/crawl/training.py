"""What the command `evaluate train` does, for Python: from browsing sessions to a model for the strategy HMM."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from polytrawl.crawl.hmm.model import Model
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.web import Web
from polytrawl.files import write_json
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.pages import text_of
from polytrawl.sessions import judged, read_sessions
from polytrawl.texts_at import texts_at

__all__ = ["fetch_visited", "train", "train_from", "write_model"]


def train(sessions: Path, web: Web, language: str) -> tuple[Model, int]:
    """The HMM of browsing sessions, and how many of the visited pages are in the web."""
    found = {url: web.find(url) for url in judged(read_sessions(sessions))}
    texts = {url: text_of(web[name]) for url, name in found.items() if name}
    return train_from(sessions, texts, language), len(texts)


def train_from(sessions: Path, texts: Mapping[str, str], language: str) -> Model:
    """The HMM of browsing sessions, and of the texts of the visited pages by address."""
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*", language):
        raise ConfigError(
            f"--langs: {language!r}: expected the code of one language, such as de; an HMM knows one only"
        )
    return Model.train(read_sessions(sessions), texts, generic_idf(language), language)


def fetch_visited(
    sessions: Path, *, contact: str = "", allow_private: bool = False
) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of the visited pages as they are on the web now, and why some have none."""
    return texts_at(judged(read_sessions(sessions)), contact=contact, allow_private=allow_private)


def write_model(model: Model, path: Path) -> None:
    """Keep a model for `crawl.strategy.model`."""
    write_json(path, model)
