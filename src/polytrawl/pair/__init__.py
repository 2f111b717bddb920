"""Sites in, page pairs out: which documents of a site are translations of each other, on what evidence.

Extend it with a `Pairer`, one more source of evidence.
"""

from polytrawl.callable_module import make_callable

make_callable(__name__)
