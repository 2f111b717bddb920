"""The exporters that come with polytrawl, one class per file."""
