"""The topic classifiers that come with polytrawl, one class per file."""
