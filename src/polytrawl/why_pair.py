"""Why two pages are a pair, and why another candidate is not: what the records of a run tell beyond the evidence.

Evidence has names and values. Here it gets examples: rare words that both texts have, linked pages that are pairs, and
the rivals that pairers named as well. Rivals are not kept by the pair stage, so the pairers are asked again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice

import msgspec

from polytrawl import evidence, options
from polytrawl.config import Config
from polytrawl.pair.base import Weigher
from polytrawl.pair.stage import Pair
from polytrawl.pair.words import shared_tokens
from polytrawl.records import Document, Lang, PagePair, Site
from polytrawl.rundir import RunDir

__all__ = ["WhyPair"]

_WORDS = 5
_SHORT = 3  # letters; shorter words are the same in many languages by chance
_RARE = 0.2  # of the documents looked at may have a rare word: its page in other languages has it as well. Guess.
_LOOKED_AT = 300  # documents in which words are counted: enough to tell rare words from others. Guess.
_RIVALS = 3
_LARGE = 3000  # documents of a site; the pairers would take more than some seconds


# For each page the pages that pairers named, with the strongest claim: its value, and who made it.
_Claims = Mapping[str, Mapping[str, tuple[float, str]]]


class _Side(msgspec.Struct, frozen=True):
    url: str
    language: Lang | None = None


class _Slim(msgspec.Struct, frozen=True):
    """A page pair without its texts."""

    left: _Side
    right: _Side
    probability: float


class WhyPair:
    """Tells about the pairs of a run."""

    def __init__(self, run: RunDir, config: Config) -> None:
        self._run = run
        self._config = config
        self._sites: dict[str, list[Document]] = {}
        self._claims: dict[str, _Claims] = {}
        self._left_out: dict[str, Mapping[str, str]] = {}

    def because(self, pair: PagePair) -> list[str]:
        """The evidence in words, with examples, and the rivals that lost."""
        found = [*evidence.reasons(pair), *self._words(pair), *self._neighbours(pair)]
        return [*found, *self.rivals(pair.left, pair), *self.rivals(pair.right, pair)]

    def _words(self, pair: PagePair) -> Iterator[str]:
        """Words and numbers that both texts have, the rarest first."""
        both = shared_tokens(pair.left).keys() & shared_tokens(pair.right).keys()
        documents = self._documents(pair.left.site)[:_LOOKED_AT]
        counts = Counter(word for document in documents for word in shared_tokens(document).keys() & both)
        most = max(2, _RARE * len(documents))
        rare = [word for word in both if len(word) >= _SHORT and word[0] != "~" and counts[word] <= most]
        rare.sort(key=lambda word: (counts[word], -len(word), word))
        if rare:
            yield f"few other pages of the site have these words, both of these do: {evidence.listed(rare[:_WORDS])}"

    def _neighbours(self, pair: PagePair) -> Iterator[str]:
        """How many pages that one links to have a translation that the other links to."""
        left, right = (self._targets(side) for side in (pair.left, pair.right))
        languages = pair.left.language, pair.right.language
        linked = [
            (one.left.url in left, one.right.url in right)
            for one in self._pairs
            if (one.left.language, one.right.language) == languages and one.left.url != pair.left.url
        ]
        either, both = sum(map(any, linked)), sum(map(all, linked))
        if either:
            yield f"of {either} other page pairs that one of them links to, {both} are linked from both"

    def _targets(self, side: Document) -> set[str]:
        found = (one for one in self._run.search("topic", side.id) if isinstance(one, Document) and one.id == side.id)
        return {link.target for one in found for link in one.links}

    def rivals(self, page: Document, pair: PagePair | None = None) -> Iterator[str]:
        """Other candidates for a page, in the language of its partner or in any, and why they lost."""
        partner = pair and (pair.right if page.id == pair.left.id else pair.left)
        documents = {one.id: one for one in self._documents(page.site)}
        named = [
            (value, name, documents[other])
            for other, (value, name) in self._candidates(page.site).get(page.id, {}).items()
            if documents[other].language != page.language and (not partner or _rivals(documents[other], partner))
        ]
        for value, name, other in sorted(named, key=lambda one: (-one[0], one[2].url))[:_RIVALS]:
            taken = self._why_lost(page, other, pair)
            if taken:
                whose = f"another candidate for {page.url}" if pair else "a candidate"
                yield f"{whose} was {other.url} ({name} {value:.2f}): {taken}"

    def left_out(self, page: Document) -> str:
        """Why a page could be in no pair; empty where it could."""
        if page.site not in self._left_out:
            documents = self._documents(page.site)
            stage = options.build(Pair, self._config.stages["pair"])
            asked = [stage.project(one) for one in documents] if len(documents) <= _LARGE else []
            found = stage.left_out(page.site, asked)
            self._left_out[page.site] = found
        return self._left_out[page.site].get(page.id, "")

    def _why_lost(self, page: Document, other: Document, pair: PagePair | None) -> str:
        for one in self._by_url.get(other.url, ()):
            holder = one.left if one.right.url == other.url else one.right
            if holder.url == page.url:
                return ""  # it did not lose: it is a pair of its own
            if holder.language == page.language:
                return f"it is paired with {holder.url}, with probability {one.probability:.2f}"
        return "less probable than this pair" if pair else "not probable enough, all evidence taken together"

    def _candidates(self, site: str) -> _Claims:
        """What the pairers say when they are asked again; nothing of a large site."""
        if site not in self._claims:
            found: defaultdict[str, dict[str, tuple[float, str]]] = defaultdict(dict)
            documents = self._documents(site)
            stage = options.build(Pair, self._config.stages["pair"])
            group = Site(name=site, documents=tuple(sorted(documents, key=lambda one: one.id)))
            claims = (
                (left, right, (value, pairer.name))
                for pairer in (stage.pairers if len(documents) <= _LARGE else ())
                if not isinstance(pairer, Weigher)  # they take long, and give verdicts
                for left, right, value in pairer.candidates(group)
            )
            for left, right, claim in claims:
                found[left][right] = found[right][left] = max(found[left].get(right, claim), claim)
            self._claims[site] = found
        return self._claims[site]

    @cached_property
    def _pairs(self) -> list[_Slim]:
        decode = msgspec.json.Decoder(_Slim).decode
        manifest = self._run.manifest("pair")
        names = manifest.shards if manifest else ()
        return [decode(line) for name in sorted(names) for line in self._run.lines("pair", name)]

    @cached_property
    def _by_url(self) -> dict[str, list[_Slim]]:
        found: defaultdict[str, list[_Slim]] = defaultdict(list)
        for one in self._pairs:
            found[one.left.url].append(one)
            found[one.right.url].append(one)
        return found

    def _documents(self, site: str) -> list[Document]:
        """The documents of a site that could be paired; of a large site as many as are looked at."""
        if site not in self._sites:
            found = (one for one in self._run.search("topic", site) if isinstance(one, Document) and one.site == site)
            paired = (one for one in found if one.language in self._config.languages and one.text.strip())
            self._sites[site] = list(islice(paired, _LARGE + 1))
        return self._sites[site]


def _rivals(one: Document, partner: Document) -> bool:
    return one.id != partner.id and one.language == partner.language
