"""Translation by phrases: prepared sentences in, translations out, by a model that is a folder of tables and weights.

`model` says what a system is, `builtin` decodes, `engines` has others that can take its place, `tune` finds weights.
"""
