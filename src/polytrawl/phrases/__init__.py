"""Phrase tables: learned from aligned sentence pairs, or made of lexicons and titles; filtered, mixed, given to Moses.

What comes in is prepared text, one sentence a line; what goes out are tables in the text format of Moses.
"""
