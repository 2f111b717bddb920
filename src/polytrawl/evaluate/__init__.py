"""How good the page pairs of a run are: against known pairs, or by the judgement of a reader on a sample.

`gold` reads known pairs, `coverage` tells what became of their pages, `pairs` counts, `page` shows. `sample` draws
pairs to judge, `sheet` shows them to the judge, `judged` reads the judgements back.
"""
