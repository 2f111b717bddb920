"""Test sentences that favour no system (section 5.2.1.2 of Laranjeira's dissertation).

There, pages came from a search engine and from no crawl, went through the same preparation as the crawls, and their
sentences were shuffled and looked through by hand until 100 of the domain were found. Here:

1. candidates are sentences of documents that were kept out of everything;
2. a sentence that any of the corpora has, but for case, digits and punctuation, is out for all systems, and so is a
   whole document of which one corpus has a good part;
3. length, and words of the domain where a list is given, decide next; the list must not come from one of the crawls;
4. the rest is shuffled by hashes, so that the order of the input does not matter, and no document gives too many.

What happened is told by a receipt, with the share of running words that each corpus knows before and after: where it
grew for one corpus alone, the choice has favoured it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import xxhash

from polytrawl.adapt.choosing import (
    Candidate,
    Choice,
    Met,
    draw,
    meet,
    reasons_against,
    seen_documents,
    share_known,
    words_of,
)

__all__ = ["Candidate", "Choice", "Chosen", "CorpusReceipt", "Receipt", "choose"]

_SPARE = 0.5  # more sentences than wanted, for those that a reader strikes out


class CorpusReceipt(msgspec.Struct, frozen=True):
    """One corpus: its size, what of the candidates it has, and how many of their running words it knows."""

    sentences: int
    digest: str
    has_sentences: int
    has_documents: int
    knows_before: float  # share of the running words of all that could be chosen
    knows_after: float  # of those chosen


class Receipt(msgspec.Struct, frozen=True):
    """How sentences were chosen; equal input and seed give an equal receipt."""

    wanted: int
    chosen: int
    spare: int
    candidates: int
    documents: int
    chosen_documents: int
    most_of_each: int  # of the documents
    reasons: dict[str, int]  # why candidates were left out
    seed: int
    fewest_words: int
    most_words: int
    terms: int
    corpora: dict[str, CorpusReceipt]
    digest: str  # of the chosen sentences


class Chosen(NamedTuple):
    """The test set, sentences to take in place of those that a reader strikes out, and the receipt."""

    sentences: list[Candidate]
    spare: list[Candidate]
    receipt: Receipt


def choose(candidates: Iterable[Candidate], corpora: Mapping[str, Iterable[str]], choice: Choice) -> Chosen:
    """Choose test sentences; `corpora` are the texts of all systems, sentence by sentence, in either language."""
    given = list(candidates)
    there = _union(one.marks for one in given), {word for one in given for word in words_of(one, choice.language)}
    met = {name: meet(lines, there, choice.language) for name, lines in corpora.items()}
    whole = {name: seen_documents(given, one) for name, one in met.items()}
    seen = _union(one.marks for one in met.values()), set().union(*whole.values())
    reasons = reasons_against(given, choice, seen)
    free = [one for one, reason in zip(given, reasons, strict=True) if not reason]
    most = choice.most_of_each(len({one.document for one in free}))
    drawn, left = draw(free, choice, most)
    chosen, spare = drawn[: choice.number], drawn[choice.number : math.ceil(choice.number * (1 + _SPARE))]
    left["not-drawn"] = len(drawn) - len(chosen) - len(spare)
    counts = Counter(reason for reason in reasons if reason) + left
    return Chosen(
        chosen,
        spare,
        Receipt(
            wanted=choice.number,
            chosen=len(chosen),
            spare=len(spare),
            candidates=len(given),
            documents=len({one.document for one in given}),
            chosen_documents=len({one.document for one in chosen}),
            most_of_each=most,
            reasons=dict(sorted(counts.items())),
            seed=choice.seed,
            fewest_words=choice.fewest_words,
            most_words=choice.most_words,
            terms=len(choice.terms),
            corpora={name: _told(one, len(whole[name]), (given, free, chosen), choice) for name, one in met.items()},
            digest=xxhash.xxh3_64_hexdigest("\n".join("\t".join(one) for one in chosen).encode("utf-8", "replace")),
        ),
    )


def _union(sets: Iterable[set[int]]) -> set[int]:
    return set().union(*sets)


def _told(met: Met, documents: int, sentences: tuple[Sequence[Candidate], ...], choice: Choice) -> CorpusReceipt:
    given, free, chosen = sentences
    return CorpusReceipt(
        sentences=met.sentences,
        digest=met.digest.hexdigest(),
        has_sentences=sum(not met.marks.isdisjoint(one.marks) for one in given),
        has_documents=documents,
        knows_before=share_known(free, met.words, choice.language),
        knows_after=share_known(chosen, met.words, choice.language),
    )
