"""Raise the floors to what is reached now. A floor that would fall is refused, unless `--lower NAME` names it."""

from __future__ import annotations

import re
import sys
import tempfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from gates.measure import fingerprint, measure
from polytrawl.cli.start import demo_run
from support import Quiet

FLOORS = Path(__file__).with_name("floors.toml")
_MARGIN = 0.002  # one unit of the demo web, so that a harmless reordering does not trip the gate


def main() -> None:
    """Measure, compare, write."""
    allowed = sys.argv[sys.argv.index("--lower") + 1 :] if "--lower" in sys.argv else []
    floors = tomllib.loads(FLOORS.read_text(encoding="utf-8"))["demo"]
    with tempfile.TemporaryDirectory() as folder, demo_run(Path(folder) / "run", ["workers=1"]) as (run, web):
        run.go(Quiet())
        figures, texts = measure(run, web), fingerprint(web)
    text = re.sub(r'fingerprint = ".*"', f'fingerprint = "{texts}"', FLOORS.read_text(encoding="utf-8"))
    for name, value in figures.items():
        floor = round(value - _MARGIN, 4)
        if floor < floors[name] and name not in allowed:
            print(f"{name}: {value:.4f} reached, the floor stays at {floors[name]}")
            floor = floors[name]
        text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {floor}", text)
    FLOORS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
