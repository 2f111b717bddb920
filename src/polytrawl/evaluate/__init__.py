"""How good a run is: its page pairs against known pairs, and all it holds by the judgement of readers on samples.

`gold` reads known pairs, `coverage` tells what became of their pages, `pairs` counts, `page` shows. `kinds` says what
can be judged, `draw` draws, `sheet` and `tables` show it to the judge, `judged` weighs what was said, and `origin`
tells where a sample comes from.
"""
