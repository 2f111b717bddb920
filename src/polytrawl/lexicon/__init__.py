"""Word translations: learned from texts that run side by side, or read from dictionaries.

Align and filter use them; neither needs any, and each is better with them.
"""
