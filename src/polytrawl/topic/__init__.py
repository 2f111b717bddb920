"""Documents in, documents with relevance out: how much of the topic is in them, and which terms.

Without a topic definition every document is on topic. Extend it with a `Classifier`.
"""
