"""Page pairs in, sentence pairs out.

Extend it with an `Aligner`, which matches the sentences of two texts.
"""

from polytrawl.callable_module import make_callable

make_callable(__name__)
