"""The figures that the gates pin: what a run over the demo web gets right, by the demo web's own truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import xxhash

from polytrawl.demo import DemoWeb
from polytrawl.records import Document, SentencePair
from polytrawl.run import Run

_PAIRS = (("en", "de"), ("en", "it"), ("de", "it"), ("en", "pt"), ("de", "pt"), ("it", "pt"))


def fingerprint(web: DemoWeb) -> str:
    """What the texts of the demo web hash to."""
    digest = xxhash.xxh3_64()
    for url in sorted(web.urls()):
        host, _, path = url.removeprefix("http://").partition("/")
        digest.update(web.answer(host, f"/{path}").body)
    return digest.hexdigest()


def measure(run: Run, web: DemoWeb) -> dict[str, float]:
    """All figures of a finished run over the demo web."""
    documents = [one for one in run.directory.records("topic") if isinstance(one, Document)]
    return {**_texts(documents, web), **_pairs(run, web), **_units(run, web), **_labels(documents, web)}


def _texts(documents: list[Document], web: DemoWeb) -> dict[str, float]:
    """Words of the main text against the words of the page's own blocks."""
    found = wanted = right = 0
    for key, page in web.pages.items():
        if key == "home":
            continue  # it is made of teasers
        for address in page.addresses:
            made = next((one for one in documents if one.url == page.url(address)), None)
            truth = _words(" ".join(_block_texts(page, address)))
            words = _words(made.text if made else "")
            found, wanted, right = found + words.total(), wanted + truth.total(), right + (words & truth).total()
    return {"main_text_precision": right / found, "main_text_recall": right / wanted}


def _block_texts(page, address: str) -> list[str]:
    language = page.text_language(address)
    return [page.title[language], *(text for block in page.blocks for text in block.units[language])]


def _words(text: str) -> Counter[str]:
    return Counter(text.split())


def _pairs(run: Run, web: DemoWeb) -> dict[str, float]:
    """Page pairs before selection; a print version should be paired with a print version."""
    truth = {pair for languages in _PAIRS for pair in web.true_page_pairs(*languages)}
    found = {(one.left.url, one.right.url) for one in run.directory.records("pair") if hasattr(one, "left")}
    # The untranslated page shows the English text of another one, which has its partner already.
    wanted = {pair for pair in truth if _is_print(pair[0]) == _is_print(pair[1]) and "/de/accidents" not in pair[0]}
    return {
        "page_pair_precision": len(found & truth) / len(found),
        "page_pair_recall": len(found & wanted) / len(wanted),
    }


def _is_print(url: str) -> bool:
    return "/print/" in url


def _units(run: Run, web: DemoWeb) -> dict[str, float]:
    """Exported units that are true, and texts of paired pages that stand in a true unit."""
    units = list(run.units())
    right = [unit for unit in units if _is_true(unit, web)]
    reached = {(unit.source_language, unit.source) for unit in right}
    joined = {language: " ".join(text for one, text in reached if one == language) for language, _ in reached}
    wanted = set(_paired_texts(run, web))
    hit = sum(text in joined.get(language, "") for language, text in wanted)
    return {"unit_precision": len(right) / len(units), "unit_recall": hit / len(wanted)}


def _paired_texts(run: Run, web: DemoWeb) -> Iterator[tuple[str, str]]:
    """Language and text of every unit on the left pages of exported parallel pairs."""
    paired = {one.left.url for one in run.pairs() if one.grade == "parallel"}
    for page in web.pages.values():
        for address in page.addresses:
            if page.url(address) in paired:
                language = page.text_language(address)
                yield from ((language, text) for block in page.blocks for text in block.units[language])


def _is_true(unit: SentencePair, web: DemoWeb) -> bool:
    languages = {"source_language": unit.source_language, "target_language": unit.target_language}
    return web.is_translation(unit.source, unit.target, **languages)


def _labels(documents: list[Document], web: DemoWeb) -> dict[str, float]:
    """Language and topic of every page."""
    by_url = {one.url: one for one in documents}
    language, topic = [], []
    for page in web.pages.values():
        for address in page.addresses:
            made = by_url.get(page.url(address))
            language.append(made is not None and made.language == page.text_language(address))
            topic.append(made is not None and ("off-topic" not in made.reasons) == page.on_topic)
    return {"language_accuracy": sum(language) / len(language), "topic_accuracy": sum(topic) / len(topic)}
