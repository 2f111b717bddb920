"""Raise the floors to what is reached now. A floor that would fall is refused, unless `--lower NAME` names it."""

from __future__ import annotations

import re
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from gates.measure import fingerprint, measure
from gates.sites import fingerprint_of_sites, measure_sites, measure_words
from polytrawl.cli.start import demo_run
from support import Quiet

FLOORS = Path(__file__).with_name("floors.toml")
_MARGIN = 0.002  # one unit of the demo web, so that a harmless reordering does not trip the gate


def main() -> None:
    """Measure, compare, write."""
    allowed = sys.argv[sys.argv.index("--lower") + 1 :] if "--lower" in sys.argv else []
    text = FLOORS.read_text(encoding="utf-8")
    floors = tomllib.loads(text)
    with tempfile.TemporaryDirectory() as folder:
        figures, texts = _demo(Path(folder) / "demo")
        sites = measure_sites(Path(folder)) | measure_words()
    text = re.sub(r'(?m)^fingerprint = ".*"', f'fingerprint = "{texts}"', text)
    text = re.sub(r'(?m)^sites_fingerprint = ".*"', f'sites_fingerprint = "{fingerprint_of_sites()}"', text)
    known = floors["demo"] | floors["sites"]
    for name, value in (figures | sites).items():
        floor = round(value - _MARGIN, 4)
        if floor < known[name] and name not in allowed:
            print(f"{name}: {value:.4f} reached, the floor stays at {known[name]}")
            floor = known[name]
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {floor}", text)
    FLOORS.write_text(text, encoding="utf-8")


def _demo(folder: Path) -> tuple[dict[str, float], str]:
    with demo_run(folder, ["workers=1"]) as (run, web):
        run.go(Quiet())
        return measure(run, web), fingerprint(web)


if __name__ == "__main__":
    main()
