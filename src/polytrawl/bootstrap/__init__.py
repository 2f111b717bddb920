"""From a topic word to terms, translations and seed URLs, by the categories and language links of Wikipedia.

A word and languages come in; a `Bootstrap` (in `result`) goes out, which `output` writes as files that other stages
read. `base.Wiki` is what a source of one language edition must be able to do: the MediaWiki API and SQL dumps can.
"""
