"""The extractor for threads of forums: posts as records, with author, date and text of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from polytrawl.clean.extractors.blocks import Blocks


@dataclass(kw_only=True)
class Posts(Blocks, name="posts"):
    """Takes every page for a thread: keeps its posts and its title, each post as a record with author and date."""

    is_for_threads: ClassVar[bool] = True
