"""What the progress of a run tells."""

from __future__ import annotations

from polytrawl.cli.progress import Lines


def test_the_time_of_a_stage_is_that_of_both_its_halves(monkeypatch, capsys):
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("polytrawl.cli.progress.time.monotonic", lambda: next(clock))
    progress = Lines()
    progress.begin("clean", 5)
    progress.begin("clean", 5)
    progress.end("clean: 5 kept")
    progress.begin("clean", 6)  # of another run
    progress.end("clean: 6 kept")
    assert capsys.readouterr().err.splitlines() == ["clean: 5 kept (20.0 s)", "clean: 6 kept (10.0 s)"]
