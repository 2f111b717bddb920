"""Candidate addresses in, multilingual sites out: a look at each, then further sites that these link to.

It stands above the stages, like the pipeline: every look at the web is a run of its own, of the stages crawl, clean and
language.
"""
