"""Text as translation systems are trained on it: sentences cut into tokens, in true case, without what would not help.

What comes in are units of one or two texts, with ids; what goes out is an annotation for every unit, and the text of
those that nothing speaks against.
"""
