"""Tests of the demo web."""
