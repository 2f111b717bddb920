"""What classifiers with a threshold have in common: given by the user, or picked from all documents of the run."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from polytrawl.options import option
from polytrawl.records import Document
from polytrawl.topic.base import Classifier
from polytrawl.topic.threshold import Threshold, valley

_log = logging.getLogger(__name__)


@dataclass(kw_only=True)
class Cutting(Classifier):
    """A classifier with `min_relevance`, a number or "auto"."""

    guess: ClassVar[float]  # the threshold while none is given, and where the documents tell none

    min_relevance: Threshold = option(0.0, 'documents below are off-topic; "auto" picks it from all documents')
    _picked: float | None = field(init=False, repr=False, compare=False, default=None)

    @property
    def learns(self) -> bool:
        """Whether the threshold is picked from the documents."""
        return self.min_relevance == "auto"

    @property
    def threshold(self) -> float:
        """What relevance is compared with."""
        if self.min_relevance != "auto":
            return self.min_relevance
        return self.guess if self._picked is None else self._picked

    def relevance(self, document: Document) -> float | None:
        """How relevant a document is, 0..1; None where it cannot be judged."""
        raise NotImplementedError

    def learn(self, documents: Iterable[Document]) -> Any:  # noqa: ANN401 - a threshold
        """The threshold; None where the documents tell none."""
        found = (self.relevance(document) for document in documents if not document.reasons)
        return self.pick([score for score in found if score is not None])

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take over the threshold."""
        self._picked = learned

    def pick(self, scores: list[float]) -> float | None:
        """The threshold that scores tell."""
        picked = valley(scores)
        if picked is None:
            _log.warning("topic: %d documents tell no threshold; it is %g", len(scores), self.guess)
        return picked
