"""The ledger: questions to a run directory about what became of pages, records and exports. It only reads."""
