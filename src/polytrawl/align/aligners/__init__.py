"""The aligners that come with polytrawl, one class per file."""
