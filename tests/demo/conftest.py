"""The demo web, loaded once for all its tests."""

import pytest

from polytrawl.demo import DemoWeb


@pytest.fixture(scope="session")
def web() -> DemoWeb:
    """The demo web as stored in the package."""
    return DemoWeb.load()
