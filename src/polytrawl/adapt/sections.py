"""What a corpus brings, as sections of a page: the sample before and after, the curve, terms, changed translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from polytrawl.adapt.before_after import BeforeAfter, Predicted
from polytrawl.adapt.changed import Change, Changes, NewWord
from polytrawl.adapt.learning import Curve
from polytrawl.adapt.rows import number_rows, wide
from polytrawl.lexicon.coverage import Recall
from polytrawl.prepare.tokenise import unescape
from polytrawl.records import Lang
from polytrawl.report.curves import Curve as Line
from polytrawl.report.curves import curves
from polytrawl.report.markup import Html, element, escape, join, lines, nothing, paragraph, section
from polytrawl.report.plots import Words
from polytrawl.report.wording import NONE, count, counted, decimal, direction, share

__all__ = ["before_after_section", "changes_section", "curve_section", "terms_section"]

_WHY = {
    "table": "a phrase pair of the new system",
    "vocabulary": "only the models of the new system know it",
    "choice": "both systems know it; the new one prefers it",
}
_TWICE = "twice the text, about"


def before_after_section(found: BeforeAfter) -> Html:
    """The sample by the generic model, by that of the corpus, and by both."""
    rows = [("before", found.before), ("corpus alone", found.corpus), ("after: both", found.after)]
    table = number_rows(
        ("", "unknown words", "of the words", "perplexity"), [(name, *_predicted(one)) for name, one in rows]
    )
    about = (
        f"{counted(found.before.sentences, 'sentence')} of your sample, {count(found.before.tokens)} words. Unknown "
        "words cannot be predicted; perplexity is among how many words, as it were, each next word is sought. In both "
        f"together the corpus weighs {found.weight:.0%}."
    )
    return section("sample-text", "Your text, before and after", about, paragraph(found.said), table)


def _predicted(one: Predicted) -> tuple[str, ...]:
    return count(one.unknown), share(one.unknown, one.tokens), decimal(one.perplexity)


def curve_section(found: Curve) -> Html:
    """The figures with parts of the corpus, and what twice the text would give."""
    about = (
        "Unknown words and perplexity of your text with an eighth, a quarter, half and all of the corpus, by whole "
        "documents. What twice the text would give is read off a power law through these points."
    )
    rows = [
        (_part(one.share), count(one.tokens), f"{one.unknown_share:.1%}", decimal(one.perplexity))
        for one in found.points
    ]
    size = found.points[-1].tokens
    foretold = _percent(found.foretold_unknown_share), _value(found.foretold_perplexity)
    rows.append(("all, foretold by its parts", count(size), *foretold))
    rows.append((_TWICE, count(2 * size), _percent(found.unknown_share), _value(found.perplexity)))
    table = number_rows(("part of the corpus", "words", "unknown words", "perplexity"), rows)
    return section("curve", "How much would more text help?", about, paragraph(found.said), *_plots(found), table)


def _plots(found: Curve) -> Iterator[Html]:
    sizes = [float(one.tokens) for one in found.points]
    shares = [100 * one.unknown_share for one in found.points]
    values = [one.perplexity for one in found.points]
    later = None if found.unknown_share is None else 100 * found.unknown_share
    yield _plot(sizes, shares, later, ("Unknown words", "percent"))
    yield _plot(sizes, values, found.perplexity, ("Perplexity", ""))


def _plot(sizes: Sequence[float], values: Sequence[float], later: float | None, named: tuple[str, str]) -> Html:
    title, up = named
    drawn = [Line("measured", list(zip(sizes, values, strict=True)))]
    if later is not None:
        drawn.append(Line(_TWICE, [(sizes[-1], values[-1]), (2 * sizes[-1], later)]))
    said = "; ".join(f"{count(int(x))} words: {decimal(y)}" for one in drawn for x, y in one.points)
    return curves(drawn, Words(title, said, "words of the corpus", up))


def _part(share: float) -> str:
    return "all" if share == 1 else str(Fraction(share).limit_denominator(1000))


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{value:.1%}"


def _value(value: float | None) -> str:
    return NONE if value is None else decimal(value)


def terms_section(found: Mapping[str, Recall]) -> Html:
    """How many terms each vocabulary and lexicon has."""
    about = "How many of your terms can be said with the words of a text, and how many a lexicon translates as a whole."
    if not found:
        return section("terms", "Terms", about, nothing("No terms were given."))
    rows = [
        (name, f"{count(one.covered)} of {count(one.words)}", share(one.covered, one.words), _stems(one))
        for name, one in found.items()
    ]
    return section("terms", "Terms", about, number_rows(("", "terms", "", "also in other forms"), rows))


def _stems(one: Recall) -> str:
    return NONE if one.by_stem is None else share(one.by_stem, one.words)


def changes_section(found: Changes, languages: tuple[Lang, Lang], beside: str = "") -> Html:
    """Translations that became better, and those that became worse, with the words that did it."""
    about = (
        f"Of {counted(found.sentences, 'sentence')} {count(found.better)} became better by chrF, {count(found.worse)} "
        f"worse, and {count(found.same)} stayed as they were. New words are marked; rest on one to see why it came."
    )
    rows = [(_WHY[why], count(number), share(found.right.get(why, 0), number)) for why, number in found.reasons.items()]
    parts = [number_rows(("why new words came", "words", "in the reference"), rows)] if rows else []
    for title, some in (("Became better", found.best), ("Became worse", found.worst)):
        if some:
            parts.append(element("h3", title))
            parts.extend(_change(one, languages) for one in some)
    if not found.best and not found.worst:
        parts.append(nothing("No translation changed for better or worse."))
    key = f"changes-{beside.rpartition(' ')[2].lower()}" if beside else "changes"
    return section(key, f"Translations that changed {beside}".rstrip(), about, *parts)


def _change(one: Change, languages: tuple[Lang, Lang]) -> Html:
    said = [
        _side(unescape(one.source), languages[0], "source"),
        _side(unescape(one.before), languages[1], "before"),
        _side(_marked(one), languages[1], "after"),
        _side(unescape(one.reference), languages[1], "reference"),
    ]
    why = join([join([element("b", unescape(word.text)), f": {_reason(word)}"]) for word in one.came], "; ")
    gain = f"line {one.line}, chrF {one.gain:+.1f}"
    notes = element("p", gain, *(["; ", why] if one.came else []), class_="fine")
    return element("div", lines([wide(element("tbody", lines(said))), notes]))


def _side(text: str, language: Lang, name: str) -> Html:
    said = element("td", text, lang=language, dir=direction(language), class_="said")
    return element("tr", element("th", element("span", name, class_="tag"), scope="row"), said)


def _marked(one: Change) -> Html:
    """The later translation with its new words marked."""
    came = {word.text: word for word in one.came}
    words = (
        element("mark", unescape(word), title=_reason(came[word])) if word in came else escape(unescape(word))
        for word in one.after.split()
    )
    return join(words, " ")


def _reason(word: NewWord) -> str:
    left, right = map(unescape, word.phrases)
    pair = f" {word.table}: {left} \u2192 {right}" if word.why == "table" else ""
    return _WHY[word.why] + pair + (", as in the reference" if word.is_right else "")
