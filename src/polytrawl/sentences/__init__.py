"""Text as sentences, and how long a text is when languages are compared.

One set of rules for all languages, and a small list of abbreviations for each of the commoner ones. Whatever the cut,
no character is lost except white space, and the work is linear in the length of the text.
"""

from __future__ import annotations

from polytrawl.sentences.ends import split
from polytrawl.sentences.width import width

__all__ = ["split", "width"]
