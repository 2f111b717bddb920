"""What an identifier says of a text, weighed with what was to be expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from polytrawl.language.base import NOTHING, Guess
from polytrawl.language_tags import primary
from polytrawl.records import Lang


def weighed(ranked: Sequence[Guess], expected: Mapping[Lang, float]) -> list[Guess]:
    """The guesses after Bayes: each score times the odds at which its language was expected, 1 for all others.

    An expected language that is not among the guesses gets what their scores leave over, so that an unsure
    identifier is overruled.

    >>> weighed([Guess("gl", 0.6), Guess("pt", 0.4)], {"pt": 4.0})[0]
    Guess(language='pt', score=0.7272727272727273)
    >>> weighed([Guess("gl", 0.6)], {"pt": 4.0})[0].language, weighed([Guess("gl", 1.0)], {"pt": 4.0})[0].language
    ('pt', 'gl')
    """
    if not ranked or ranked[0] == NOTHING:
        return [NOTHING]
    odds = {guess.language: guess.score * expected.get(primary(guess.language), 1.0) for guess in ranked}
    missing = expected.keys() - {primary(language) for language in odds}
    left_over = max(0.0, 1 - sum(guess.score for guess in ranked))
    most = max(missing, key=lambda language: (expected[language], language), default=None)
    # Who names only one language leaves over what may be any other: it counts for the most expected one.
    if most and expected[most] > 1 and left_over:
        odds[most] = left_over * expected[most]
    total = sum(odds.values()) or 1.0
    return [Guess(language, value / total) for language, value in sorted(odds.items(), key=lambda i: (-i[1], i[0]))]
