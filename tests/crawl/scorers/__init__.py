"""Tests of the link scorers."""
