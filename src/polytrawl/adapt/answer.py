"""The answer to "does this corpus help?" as one HTML page, and in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from string import Template

from polytrawl.adapt.contest import Contest
from polytrawl.adapt.outcome import Outcome
from polytrawl.adapt.page import compared, compared_heads, score_table
from polytrawl.adapt.rows import number_rows, text_rows
from polytrawl.adapt.sections import before_after_section, changes_section, curve_section, terms_section
from polytrawl.adapt.systems import Translated
from polytrawl.files import packaged
from polytrawl.report.markup import Html, element, escape, lines, paragraph, section
from polytrawl.report.wording import NONE, clip, count, counted, decimal

__all__ = ["in_short", "render_answer"]

_MADE_OF = {
    "BL": "table and language model of the generic sentence pairs",
    "WP": "BL, with a table of Wikipedia titles",
    "LM": "BL, with a language model of the domain's text",
    "PT": "BL, with a table of the domain lexicon",
    "LMPT": "BL, with both",
    "PAR": "BL, with table and language model of sentence pairs of the domain",
}


_TEXTS = {
    "generic": "the generic sentence pairs",
    "domain": "the sentences of the domain",
    "parallel": "the sentence pairs of the domain",
    "tune": "the sentence pairs to tune with",
    "test": "the test",
    "sample": "your sample",
}
_MUCH = 0.1  # of a text in another language is no accident. Guess.


def render_answer(outcome: Outcome, name: str) -> str:
    """The whole page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{name}: does this corpus help?"),
        style=packaged("polytrawl.report", "style.css"),
        head=_head(outcome, name),
        sections=lines(_sections(outcome)),
    )


def _head(outcome: Outcome, name: str) -> Html:
    figures = _figures(outcome)
    items = (element("li", element("strong", a), element("span", b), element("small", c)) for a, b, c in figures)
    return lines(
        [
            paragraph("polytrawl: does this corpus help?", "eyebrow"),
            element("h1", element("bdi", clip(name, 120) or "(without a name)")),
            element("ul", lines(items), class_="figures"),
            *(paragraph(line) for line in in_short(outcome)),
        ]
    )


def _figures(outcome: Outcome) -> Iterator[tuple[str, str, str]]:
    sizes = outcome.sizes
    yield count(sizes["domain"]), "sentences of the domain", f"{count(sizes['generic'])} generic sentence pairs"
    if outcome.sample:
        before, after = outcome.sample.before, outcome.sample.after
        yield f"{after.unknown_share:.1%}", "unknown words", f"{before.unknown_share:.1%} before"
        yield decimal(after.perplexity), "perplexity", f"{decimal(before.perplexity)} before"
    if outcome.contest:
        best, base = _best(outcome.contest), outcome.contest.systems[outcome.contest.baseline]["BLEU"].score
        score = outcome.contest.systems[best]["BLEU"].score
        yield f"{score:.1f}", f"BLEU of {best}", f"{base:.1f} of {outcome.contest.baseline}"


def _best(contest: Contest) -> str:
    return max(contest.systems, key=lambda name: contest.systems[name]["BLEU"].score)


def in_short(outcome: Outcome) -> Iterator[str]:
    """The answer in a few sentences, and what could not be answered."""
    if outcome.sample:
        yield outcome.sample.said
    if outcome.curve:
        yield outcome.curve.said
    if outcome.trial:
        yield outcome.trial.said
    if outcome.contest:
        yield from _verdicts(outcome.contest)
    yield from _warnings(outcome)
    yield from (f"{text[:1].upper()}{text[1:]}." for text in outcome.left_undone)


def _warnings(outcome: Outcome) -> Iterator[str]:
    """Texts of which much was left out for reasons that their owner may not expect."""
    for name, reasons in outcome.left_out.items():
        foreign, every = reasons.get("wrong-language", 0), sum(reasons.values()) + outcome.sizes[name]
        if foreign > _MUCH * every:
            yield f"Of {_TEXTS[name]}, {count(foreign)} of {count(every)} are in another language and were left out."


def _verdicts(contest: Contest) -> Iterator[str]:
    for name, found in contest.systems.items():
        if comparison := found["BLEU"].against.get(contest.baseline):
            verdict = "better" if comparison.is_better else "worse" if comparison.is_worse else "not surely other"
            scores = f"{found['BLEU'].score:.1f} BLEU, {comparison.gain:+.1f}"
            yield f"{name} ({_MADE_OF.get(name, 'no known kind')}): {scores}, {verdict} than {contest.baseline}."


def _sections(outcome: Outcome) -> Iterator[Html]:
    if outcome.sample:
        yield before_after_section(outcome.sample)
    if outcome.curve:
        yield curve_section(outcome.curve)
    if outcome.terms:
        yield terms_section(outcome.terms)
    if outcome.contest:
        yield _systems(outcome, outcome.contest)
    for name, found in outcome.changes.items():
        yield changes_section(found, outcome.languages, beside=f"from {outcome.systems[0].name} to {name}")
    if outcome.entries:
        yield _lexicon(outcome)
    yield _texts(outcome)


def _texts(outcome: Outcome) -> Html:
    reasons = sorted({reason for own in outcome.left_out.values() for reason in own})
    rows = [
        (_TEXTS[name], count(size), *(count(outcome.left_out.get(name, {}).get(one, 0)) for one in reasons))
        for name, size in outcome.sizes.items()
    ]
    about = (
        "How much of each text was taken, and what was left out and why. What is held out stands in the test, in the "
        "sentences to tune with or in your sample, perhaps with other case, numbers or punctuation."
    )
    aligned = paragraph(f"Words were aligned by `{outcome.aligner}`.", "fine") if outcome.aligner else ""
    return section("texts", "What it was made of", about, number_rows(("", "taken", *reasons), rows), aligned)


def _systems(outcome: Outcome, contest: Contest) -> Html:
    about = (
        f"{counted(contest.sentences, 'test sentence')}, by sacrebleu. A system counts as better, or worse, than the "
        "one beside it where a paired t-test over chunks and paired bootstrap resampling both say so at p < 0.05."
    )
    made = number_rows(
        ("system", "rounds of tuning", "BLEU held out", "sentences/s"),
        [(one.name, *_rounds(one), _speed(one)) for one in outcome.systems],
    )
    shown = (number_rows(compared_heads(), compared(contest, metric)) for metric in contest.signatures)
    signatures = (paragraph(f"{metric}: `{text}`", "fine") for metric, text in contest.signatures.items())
    return section("systems", "Translation", about, score_table(contest), made, *shown, *signatures)


def _rounds(one: Translated) -> tuple[str, str]:
    if one.tuned is None:
        return NONE, NONE
    first, best = one.tuned.rounds[0].held_out, one.tuned.rounds[one.tuned.best].held_out
    return count(len(one.tuned.rounds) - 1), f"{first:.1f} to {best:.1f}"


def _speed(one: Translated) -> str:
    return decimal(len(one.tokens) / one.seconds) if one.seconds else NONE


def _lexicon(outcome: Outcome) -> Html:
    about = "The first entries of the domain lexicon, learned from texts that are no translations, and their evidence."
    rows = [(one.source, one.target, f"{one.score:.2f}", count(one.support), one.origin) for one in outcome.entries]
    said = paragraph(outcome.trial.said) if outcome.trial else ""
    heads = ("word", "translation", "score", "seen", "why")
    return section("lexicon", "Domain lexicon", about, said, text_rows(heads, rows))
