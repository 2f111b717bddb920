"""Tests of the crawl, against real servers on the loopback address."""
