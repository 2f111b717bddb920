"""The filters that come with polytrawl, one class per file."""
