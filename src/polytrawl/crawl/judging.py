"""How pages come before the judge: one by one in this process, or many at a time in its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from polytrawl.records import Page
from polytrawl.work import Annotator, Judge, PoolJudge, Verdict

if TYPE_CHECKING:
    import asyncio

    _Waiting = tuple[Page, asyncio.Future[Verdict]]

# One page per task costs more than it gains; more than 32 pages keep the first of them waiting.
_BATCH = 32
_BATCHES = 4  # under way at once: enough that no worker waits


class Judging:
    """Asks the judge. What arrives while all batches are under way makes up the next one."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._pool = judge if isinstance(judge, PoolJudge) else None
        self._waiting: deque[_Waiting] = deque()
        self._workers = 0
        self._tasks: set[asyncio.Task[None]] = set()  # so that none is lost while it works
        self.held_bytes = 0  # of the pages that wait for their verdict

    @property
    def signature(self) -> str:
        """Of what the judge keeps."""
        return self._judge.signature

    @property
    def standard(self) -> str:
        """Of what the judge says: pages are judged alike when it is the same."""
        return self._judge.standard if isinstance(self._judge, Annotator) else self._judge.signature

    async def verdict(self, page: Page) -> Verdict:
        """What the judge says of a page; raises what the judge raises."""
        if self._pool is None:
            return self._judge.judge(page)
        import asyncio  # noqa: PLC0415 - slow to import

        future: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._waiting.append((page, future))
        self.held_bytes += len(page.content)
        if self._workers < _BATCHES:
            self._workers += 1
            task = asyncio.create_task(self._work(self._pool))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            return await future
        finally:
            self.held_bytes -= len(page.content)

    async def _work(self, judge: PoolJudge) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
            for (_, future), verdict in zip(batch, await _verdicts(judge, batch), strict=True):
                if future.done():  # the crawl is being stopped
                    continue
                if isinstance(verdict, Exception):
                    future.set_exception(verdict)
                else:
                    future.set_result(verdict)
        # Here, and not when the task is seen to be done: a page that came in between would wait for ever.
        self._workers -= 1


async def _verdicts(judge: PoolJudge, batch: Sequence[_Waiting]) -> Sequence[Verdict | Exception]:
    try:
        return await judge.judge_many([page for page, _ in batch])
    except Exception as err:  # noqa: BLE001 - whatever befalls a judge, who waits for it must hear of it
        return [err] * len(batch)
