"""The link ranking of ILSP-FC (its section 3.6).

    s_l = c + p / L + sum over terms i of  n_i * w_i

with p the score of the page (terms times their weights, more in the title), L the number of its links, n_i how often
term i stands in the text around the link, w_i its weight; and c a large number for links that lead from a page in one
language of the run to another of them, so that translations are fetched before everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from polytrawl.crawl.tongues import leads_to
from polytrawl.crawl.topical import Topical
from polytrawl.options import option
from polytrawl.records import Document, Lang, Link
from polytrawl.relevance.definition import Definition, Term
from polytrawl.relevance.places import head, p
from polytrawl.relevance.terms import Lexicon, lexicon_for, lexicons

_MADE_TERMS = 50  # of a query, where there is no definition; its heaviest words
_HEAVIEST = 100.0  # the weight of the first of them, as in the definitions of ILSP-FC


@dataclass(kw_only=True)
class Ilsp(Topical, name="ilsp"):
    """ILSP-FC: terms around a link, the score of its page, and first of all links to the other language."""

    constant: float = option(1_000_000.0, "c: what a link to another language of the run gets")
    _lexicons: dict[Lang, Lexicon] = field(init=False, repr=False, compare=False)

    def prepare(self) -> None:
        """Take in the terms of the definition, or make some of the query."""
        super().prepare()
        terms = Definition.read(self.definition).terms if self.definition else ()
        self._lexicons = lexicons(terms or self._made())

    def _made(self) -> list[Term]:
        heavy = self._words.heaviest(_MADE_TERMS)
        most = heavy[0][1]
        return [
            Term(_HEAVIEST * weight / most, word, (), language) for word, weight in heavy for language in self.languages
        ]

    def rate(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """s_l of each link."""
        own = (source.language or "").partition("-")[0]
        others = [one for one in self.languages if one.partition("-")[0] != own] if own in self._primary() else []
        lexicon = lexicon_for(self._lexicons, source.language or "")
        share = _score(source, lexicon) / max(1, len(links))
        return [
            (self.constant if others and leads_to(link, others) else 0.0) + share + around
            for link, around in zip(links, _around(links, lexicon), strict=True)
        ]

    def _primary(self) -> set[Lang]:
        return {one.partition("-")[0] for one in self.languages}


def _score(document: Document, lexicon: Lexicon | None) -> float:
    """The p of the page."""
    if lexicon is None:
        return 0.0
    return p(head(lexicon, document)) + sum(lexicon.weights([one.text for one in document.main]))


def _around(links: Sequence[Link], lexicon: Lexicon | None) -> Sequence[float]:
    """The weights of all terms in the anchor of each link and in its context, together."""
    if lexicon is None:
        return [0.0] * len(links)
    found = lexicon.weights([text for link in links for text in (link.anchor, link.context)])
    return [anchor + context for anchor, context in zip(found[::2], found[1::2], strict=True)]
