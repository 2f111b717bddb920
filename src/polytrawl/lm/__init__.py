"""Language models: sentences in, ARPA files out, and how well they predict other sentences.

`train` counts and estimates (or lets `lmplz` do it), `perplexity` scores a text, `mixture` weighs several models.
"""
