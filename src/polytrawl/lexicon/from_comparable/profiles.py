"""Distributional profiles over a bilingual lexicon, as published (Laranjeira 2015, section 4.3.1).

A feature is a word of the lexicon with all of its translations: {bank; banco, orilla}, {bench; banco}; `banco` is in
both. The value of a feature for a term is the number of sentences in which the term stands with any of the feature's
words, times IDF. The paper does not tell whose IDF; here it is that of the rarest of the feature's words of this side
that the sentence has. A term is no context of itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable.contexts import pmi
from polytrawl.lexicon.from_comparable.measures import Table, likeness
from polytrawl.lexicon.from_comparable.terms import Terms
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.relevance.generic import generic_idf

__all__ = ["Feature", "by_profiles", "features_of", "profiles"]

Feature = tuple[frozenset[str], frozenset[str]]  # words of the left language and of the right one


def features_of(lexicon: Iterable[Entry], texts: tuple[Text, Text]) -> list[Feature]:
    """One feature for each source word of the lexicon that both texts have, single words only."""
    targets: dict[str, set[str]] = defaultdict(set)
    for entry in lexicon:
        source, target = entry.source.lower(), entry.target.lower()
        if source in texts[0].counts and target in texts[1].counts:
            targets[source].add(target)
    return [(frozenset({source}), frozenset(found)) for source, found in sorted(targets.items())]


def by_profiles(
    texts: tuple[Text, Text], terms: tuple[Terms, Terms], lexicon: Iterable[Entry], measure: str = "cosine"
) -> Table:
    """The likeness of each term of the left side with each of the right one."""
    features = features_of(lexicon, texts)
    left, right = (
        profiles(text, own, [feature[side] for feature in features], is_weighted=measure != "lin")
        for side, (text, own) in enumerate(zip(texts, terms, strict=True))
    )
    if measure == "lin":
        left, right = np.maximum(pmi(left, 1.0), 0), np.maximum(pmi(right, 1.0), 0)
    return likeness(measure, left, right)


def profiles(text: Text, terms: Terms, features: Sequence[frozenset[str]], *, is_weighted: bool = True) -> Table:
    """A row for each term: sentences that it shares with each feature, times IDF unless counts alone are wanted."""
    found = np.zeros((len(terms.names), len(features)), np.float32)
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(features):
        for word in words:
            by_word[word].append(number)
    idf, members = generic_idf(text.language), _terms_of_sentences(text, terms)
    for sentence, numbers in members.items():
        values: dict[int, float] = {}
        for word in set(text.sentences[sentence]):
            for feature in by_word.get(word, ()):
                values[feature] = max(values.get(feature, 0.0), idf.value(word) if is_weighted else 1.0)
        if values:
            found[np.ix_(numbers, list(values))] += np.array(list(values.values()), np.float32)
    for row, name in enumerate(terms.names):
        found[row, by_word.get(name, [])] = 0
    return found


def _terms_of_sentences(text: Text, terms: Terms) -> dict[int, list[int]]:
    """The different terms of each sentence."""
    keys = np.unique(text.owners[terms.places] * len(terms.names) + terms.owners)
    found: dict[int, list[int]] = defaultdict(list)
    for key in keys.tolist():
        sentence, term = divmod(key, len(terms.names))
        found[sentence].append(term)
    return found
