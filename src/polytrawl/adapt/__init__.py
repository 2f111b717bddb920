"""Does a corpus help machine translation? Translations in, scores with significance, tables and pages out.

`metrics` scores, `significance` tells chance from gain, `contest` does both for many systems, `table` and `page` show
it. `chosen` picks test sentences that favour nobody; `before_after`, `learning`, `terms` and `changed` tell what a
corpus brings without, or beside, a decoder.
"""
