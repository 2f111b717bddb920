"""The deduplicators that come with polytrawl, one class per file."""
