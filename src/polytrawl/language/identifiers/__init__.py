"""The language identifiers that come with polytrawl, one class per file."""
