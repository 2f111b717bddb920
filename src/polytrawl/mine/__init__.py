"""Parallel sentences out of comparable texts: pairs that are translations of each other among many that are not."""

from polytrawl.mine.mine import Mined, Options, mine, units
from polytrawl.mine.sentences import Sentences

__all__ = ["Mined", "Options", "Sentences", "mine", "units"]
