"""What the strategy `yield` is made of: how near a page is, what links have paid so far, and where to look around."""
