"""A small multilingual web about safety at work, kept in the package and served on loopback.

In goes nothing; out come pages to crawl and the truth about their translations. Extend it by adding a file to
`pages/`. It uses the standard library alone, so that loading it is cheap.
"""

from polytrawl.demo.server import Served, Visit, serve
from polytrawl.demo.web import Answer, DemoWeb

__all__ = ["Answer", "DemoWeb", "Served", "Visit", "serve"]
