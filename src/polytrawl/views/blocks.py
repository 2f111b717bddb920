"""A page as people can check it: all its blocks in order, coloured by boilerplate score, with the reason of each.

One HTML file in the look of the report that needs nothing but itself. The filter is made of radio buttons and style
rules, so the page has no script, and whatever stands in a web page cannot run in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import Template

from polytrawl.files import packaged
from polytrawl.records import Document, Paragraph
from polytrawl.report.markup import Html, element, escape, join, lines, nothing, paragraph
from polytrawl.report.wording import count, counted

_MAIN = "main text"
_STEPS = 10  # shades between a score of 0 and of 1
_FILTERS = 6  # reasons that get a button of their own; the style sheet has rules for so many
_LONG_KINDS = {"listitem": "list item"}


def render(document: Document, source: str) -> str:
    """The page that shows the blocks; `source` is what the user called the original."""
    reasons = _reasons(document)
    return Template(packaged("polytrawl.views", "blocks.html")).substitute(
        title=escape(f"{document.title or source}: blocks"),
        style=packaged("polytrawl.report", "style.css") + packaged("polytrawl.views", "blocks.css"),
        head=_head(document, source),
        content=_content(document, reasons),
    )


def _reasons(document: Document) -> list[str]:
    """The reasons that have a button, the most frequent first."""
    found = Counter(one.reason for one in document.paragraphs if one.reason)
    return [reason for reason, _ in sorted(found.items(), key=lambda one: (-one[1], one[0]))][:_FILTERS]


# The head: what is known about the page


def _head(document: Document, source: str) -> Html:
    facts = (element("div", element("dt", name), element("dd", value)) for name, value in _facts(document, source))
    return lines(
        [
            paragraph("polytrawl: the blocks of a page", "eyebrow"),
            element("h1", element("bdi", document.title or source)),
            element("dl", lines(facts), class_="facts"),
            *(paragraph(f"Against the page as a whole: {reason}.", "notice") for reason in document.reasons),
        ]
    )


def _facts(document: Document, source: str) -> Iterator[tuple[str, str]]:
    is_web = document.url.startswith(("http://", "https://"))
    yield "Source", element("a", document.url, href=document.url, rel="noreferrer") if is_web else source
    yield "Language", _language(document)
    named = {
        "Author": document.author,
        "About": document.description,
        "Keywords": ", ".join(document.keywords),
        "Licence": document.licence,
        "Opt-outs": ", ".join(document.consent),
    }
    yield from ((name, element("bdi", value)) for name, value in named.items() if value)


def _language(document: Document) -> Html:
    found, declared = document.language or "und", document.declared_language
    sure = "" if document.language_score is None else f" {document.language_score:.0%} sure"
    claim = f"; the page itself says {declared}" if declared else ""
    return join([element("span", found, class_="tag"), sure, claim])


# The blocks, and what chooses among them


def _content(document: Document, reasons: list[str]) -> Html:
    blocks = document.paragraphs
    if not blocks:
        return nothing("There is no text on this page. Is it made by a script, or a list of frames?")
    return lines([*_inputs(reasons), _bar(document, reasons), _list(blocks, reasons)])


def _inputs(reasons: list[str]) -> Iterator[Html]:
    for key in ("all", "main", *(f"reason-{number}" for number in range(len(reasons)))):
        checked = "checked" if key == "all" else None
        made = element("input", type="radio", name_="shown", id=f"show-{key}", class_="hidden", checked=checked)
        yield Html(made.removesuffix("</input>"))


def _bar(document: Document, reasons: list[str]) -> Html:
    numbers = Counter(one.reason for one in document.paragraphs)
    choices = [("all", "All blocks", len(document.paragraphs)), ("main", "Main text", numbers[""])]
    choices += [(f"reason-{number}", reason, numbers[reason]) for number, reason in enumerate(reasons)]
    labels = (
        element("label", f"{word} ", element("span", count(number), class_="figure"), for_=f"show-{key}")
        for key, word, number in choices
    )
    return element("div", element("div", lines(labels), class_="choices"), _legend(document), class_="controls")


def _legend(document: Document) -> Html:
    shades = (element("i", class_=f"shade-{step}") for step in range(_STEPS + 1))
    scale = element(
        "span", "0 main text", element("span", *shades, class_="scale", aria_hidden="true"), "1 boilerplate"
    )
    other = element("span", element("i", class_="swatch is-other"), "another reason against it")
    has_other = any(_is_other(one) for one in document.paragraphs)
    words = sum(len(one.text.split()) for one in document.main)
    kept = f"{counted(words, 'word')} of main text in {counted(len(document.main), 'block')}"
    return element("p", scale, other if has_other else "", element("span", kept, class_="sum"), class_="legend")


def _list(blocks: tuple[Paragraph, ...], reasons: list[str]) -> Html:
    return element("ol", lines(_block(number, one, reasons) for number, one in enumerate(blocks, 1)), class_="blocks")


def _block(number: int, block: Paragraph, reasons: list[str]) -> Html:
    score = min(max(block.boilerplate, 0.0), 1.0)
    state = _state(block, reasons)
    text = element("p", block.text, class_="said", dir="auto", lang=_tag(block))
    return element(
        "li",
        text,
        _facts_of(number, block),
        class_=f"kind-{_word(block.kind)} shade-{round(score * _STEPS)} {state}",
        title=f"{_kind(block)}, score {block.boilerplate:.3f}: {block.reason or _MAIN}",
    )


def _state(block: Paragraph, reasons: list[str]) -> str:
    if not block.reason:
        return "is-main"
    state = "is-out is-other" if _is_other(block) else "is-out"
    return f"{state} is-reason-{reasons.index(block.reason)}" if block.reason in reasons else state


def _is_other(block: Paragraph) -> bool:
    return block.reason not in ("", "boilerplate", "template")


def _facts_of(number: int, block: Paragraph) -> Html:
    facts = [
        element("span", f"{number}", class_="position"),
        element("span", _kind(block)),
        element("span", f"{block.boilerplate:.2f}", class_="score"),
        element("span", block.reason or _MAIN, class_="why"),
    ]
    if block.on_pages > 1:
        facts.append(element("span", f"on {block.on_pages} pages", class_="pages"))
    if tag := _tag(block):
        facts.append(element("span", tag, class_="tag"))
    if block.topic_terms:
        facts.append(element("span", ", ".join(block.topic_terms), class_="terms"))
    return element("p", *facts, class_="facts-of")


def _kind(block: Paragraph) -> str:
    return _LONG_KINDS.get(block.kind, block.kind)


def _tag(block: Paragraph) -> str | None:
    return block.language if block.language and block.language != "und" else None


def _word(kind: str) -> str:
    """A kind as a class name: plug-ins may call theirs what they like."""
    return "".join(char if char.isalnum() else "-" for char in kind)
