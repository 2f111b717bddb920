"""How good crawl strategies are: each crawls the same recorded web, and what it has found is told."""
