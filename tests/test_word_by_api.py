"""From a word to a crawl by the API of a real MediaWiki."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import mediawiki
from polytrawl.cli.app import app
from polytrawl.run import open_run

pytestmark = pytest.mark.skipif(bool(mediawiki.MISSING), reason=f"{mediawiki.MISSING}: make system (as root)")

EN = {
    "Category:Occupational safety": "All about it.",
    "Noise": "Noise harms. [http://www.safe-work.test/en/noise.html 1] [[Category:Occupational safety]] [[de:Lärm]]",
    "Ladder": "A ladder stands. A ladder falls. [[Category:Occupational safety]] [[de:Leiter]]",
}
DE = {
    "Lärm": "Lärm schadet. [http://www.safe-work.test/de/noise.html 1] [[en:Noise]]",
    "Leiter": "Die Leiter steht. [[en:Ladder]]",
}


def test_the_api_leads_to_terms_sites_and_pages(tmp_path: Path, demo_address: str) -> None:
    wikis = mediawiki.Wikis(tmp_path / "wikis", {"en": EN, "de": DE})
    sets = [f"crawl.connect_to={demo_address}", "crawl.delay_s=0", "crawl.allow_private=true", "workers=1"]
    options = ["--to", "crawl", "--max-pages", "2", *(part for one in sets for part in ("--set", one))]
    with wikis.serve() as address:
        asked = ["get", "--topic-word", "occupational safety", "--langs", "en,de", "--wiki", address]
        told = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "run"), *options])
    assert told.exit_code == 0, told.output
    run = open_run(tmp_path / "run")
    assert "\tladder\t" in (run.path / "bootstrap" / "topic.tsv").read_text(encoding="utf-8")
    assert (run.path / "sites" / "sites.tsv").read_text(encoding="utf-8").count("safe-work.test\ten,de\t") == 1
    assert run.config.stages["topic"]["definition"] == str(run.path / "bootstrap" / "topic.tsv")
