"""Domain lexicons from comparable corpora: texts in two languages on the same things that are no translations."""

from polytrawl.lexicon.from_comparable.learn import METHODS, Learned, Options, learn
from polytrawl.lexicon.from_comparable.texts import Text

__all__ = ["METHODS", "Learned", "Options", "Text", "learn"]
