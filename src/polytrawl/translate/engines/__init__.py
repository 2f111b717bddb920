"""Who translates: the built-in decoder, Moses, thot, a neural model, or any command that reads and writes lines."""
