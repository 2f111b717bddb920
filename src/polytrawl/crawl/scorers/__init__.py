"""The link scorers that come with polytrawl, one class per file."""
