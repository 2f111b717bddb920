"""Does a crawled corpus help translation? English to Spanish, from Debian's manuals to engraving music.

Seven manuals are served on this machine, crawled, paired and aligned by polytrawl, and parted (see `adapt_data`); then
`polytrawl adapt` makes all systems, tunes them, and translates 200 sentences. After its table the same test is decoded
by thot, and the best system is written as a directory for Moses, which is checked.

    python benchmarks/adapt.py [--method mert|pro] [--no-thot]

Sites are read with the tools in POLYTRAWL_TOOLS (else ../shared/tools); the seed lexicon is FreeDict's English-Spanish
dictionary (Debian package dict-freedict-eng-spa), which is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import adapt_data

from polytrawl.adapt.contest import Terms, hold
from polytrawl.adapt.experiment import Outcome, experiment
from polytrawl.adapt.given import Given
from polytrawl.adapt.systems import written
from polytrawl.phrases.check import check_moses
from polytrawl.phrases.moses import write_moses
from polytrawl.translate.engines.base import Asked, make_engine
from polytrawl.translate.tune import Tuning

_CACHE = Path(__file__).parent.parent / "build" / "bench" / "adapt"
_FREEDICT = Path("/usr/share/dictd/freedict-eng-spa.index")
# What has to be reached: LM surely better than BL, LMPT at least as good as LM, PAR 5 points above BL.
_GAIN = 5.0
