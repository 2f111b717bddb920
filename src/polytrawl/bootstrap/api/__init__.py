"""The MediaWiki API as a source: `client` asks politely, `answers` keeps what was said, `wiki` understands it."""
