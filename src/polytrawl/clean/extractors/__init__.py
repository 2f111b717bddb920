"""The extractors that come with polytrawl, one class per file."""
