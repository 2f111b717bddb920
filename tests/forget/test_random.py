"""Random small runs: whatever is forgotten, what only it said is gone, and what others say is there."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from forget.conftest import everything
from polytrawl.forget.act import forget
from polytrawl.forget.target import read_target
from polytrawl.ledger.funnel import funnels
from polytrawl.run import new_run
from support import Quiet

SENTENCES = (
    "The conveyor in hall {n} stops as soon as somebody pulls the red cord.",
    "Nobody enters tank {n} without a rope, a lamp and a second person outside.",
    "Im Lager {n} dürfen Paletten nur bis zur weißen Linie gestapelt werden.",
    "Die Schutzhaube der Säge {n} bleibt geschlossen, auch wenn es eilig ist.",
)
pages = st.dictionaries(
    st.sampled_from([f"{folder}/{name}.html" for folder in ("en", "de") for name in ("a", "b", "c")]),
    st.lists(st.tuples(st.sampled_from(SENTENCES), st.integers(100, 103)), min_size=1, max_size=4, unique=True),
    min_size=1,
)


# Each example is a whole run: what fails is shown as it is.
@settings(
    max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)
@given(pages, st.sampled_from(("url", "regex", "host")), st.randoms(use_true_random=False))
def test_what_only_forgotten_pages_say_is_gone(said: dict[str, list[tuple[str, int]]], kind: str, random):
    texts = {f"http://a.test/{name}": [text.format(n=n) for text, n in own] for name, own in said.items()}
    url = random.choice(sorted(texts))
    what = {"url": url, "regex": rf"/{url.split('/')[3]}/", "host": "a.test"}[kind]
    target = read_target(what, kind)
    kept = {text for one, own in texts.items() if not target.matches(one) for text in own}
    with tempfile.TemporaryDirectory() as folder:
        run = new_run(Path(folder) / "run", _table(Path(folder), texts))
        run.go(Quiet())
        [done] = forget(run, target, Quiet(), lambda _: True)
        assert done.proof.holds
        files = everything(run.path)
        for text in {one for own in texts.values() for one in own}:
            assert any(text in content for content in files.values()) == (text in kept), text
        found = funnels(run.directory)
        assert found.fetched == sum(not target.matches(one) for one in texts)
        if found.fetched:
            run.go(Quiet())
            assert not any(text in content for text in _all(texts) - kept for content in everything(run.path).values())


def _all(texts: dict[str, list[str]]) -> set[str]:
    return {one for own in texts.values() for one in own}


def _table(folder: Path, texts: dict[str, list[str]]) -> dict[str, object]:
    for url, own in texts.items():
        path = folder / "saved" / url.removeprefix("http://a.test/")
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(f"<p>{one}</p>" for one in own)
        path.write_text(f"<html><title>Rules</title><body>{body}</body></html>", encoding="utf-8")
    folders = [{"path": str(folder / "saved"), "base_url": "http://a.test/"}]
    return {"languages": ["en", "de"], "folders": folders, "workers": 1, "pair": {"deep_pages": False}}
