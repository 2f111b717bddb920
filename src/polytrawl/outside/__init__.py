"""What users bring along: who translates sentences, and who makes vectors of them. Stages that take them meet here.

Dictionaries, the third of the kind, are in `polytrawl.lexicon`.
"""
