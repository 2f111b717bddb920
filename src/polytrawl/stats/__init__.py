"""Statistics of a corpus: its size, the words that are typical of it, frequent sequences of words, and its terms."""
