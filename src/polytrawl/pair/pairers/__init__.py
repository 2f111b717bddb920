"""The pairers that come with polytrawl, one class per file."""
