"""Pages before a judge with workers: none is left waiting."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from polytrawl.clean.api import page_of
from polytrawl.crawl.judging import Judging
from polytrawl.records import Page


class Pool:
    """A judge that waits for a sign, and says its name of every page."""

    signature = "pool"

    def __init__(self) -> None:
        self.sign = asyncio.Event()

    def judge(self, page: Page) -> Any:
        raise AssertionError(page.url)

    async def judge_many(self, pages: list[Page]) -> list[Any]:
        await self.sign.wait()
        return [self.signature for _ in pages]


def page(number: int) -> Page:
    return page_of(b"", f"http://a.test/{number}")


def test_a_page_that_comes_when_all_batches_end_is_judged() -> None:
    async def go() -> list[Any]:
        pool = Pool()
        judging = Judging(pool)

        async def late() -> Any:
            await pool.sign.wait()  # woken after the four batches, and before anybody has seen that they are done
            return await judging.verdict(page(4))

        first = []
        for number in range(4):
            first.append(asyncio.create_task(judging.verdict(page(number))))
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # the batch of this page is under way
        last = asyncio.create_task(late())
        await asyncio.sleep(0)
        pool.sign.set()
        return await asyncio.wait_for(asyncio.gather(*first, last), 5)

    assert asyncio.run(go()) == ["pool"] * 5


def test_a_judge_that_breaks_is_told_to_all_who_wait() -> None:
    class Broken(Pool):
        async def judge_many(self, pages: list[Page]) -> list[Any]:
            raise OSError("no memory")

    async def go() -> None:
        judging = Judging(Broken())
        for _ in range(6):  # and it is asked again
            with pytest.raises(OSError, match="no memory"):
                await asyncio.wait_for(judging.verdict(page(0)), 5)

    asyncio.run(go())
