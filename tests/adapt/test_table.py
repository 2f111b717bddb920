"""The published table and correlation come out of the published figures; names, columns, marks and ties."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.adapt.contest import Contest, Measured
from polytrawl.adapt.correlation import by_kind, correlation, read_quality
from polytrawl.adapt.names import KINDS, Name, parse, wikipedia_for
from polytrawl.adapt.significance import Bootstrap, Comparison
from polytrawl.adapt.student import TTest
from polytrawl.adapt.table import as_tsv, cells_of, heads, table_of
from polytrawl.errors import ConfigError
from published_tables import AUC, BLEU

BETTER = Comparison(2.0, TTest(2.0, 3.0, 24, 0.01), Bootstrap(1000, 0.99, 0.01, 0.5, 3.5))
CHANCE = Comparison(2.0, TTest(2.0, 3.0, 24, 0.01), Bootstrap(1000, 0.90, 0.10, -0.5, 3.5))


def contest(systems: dict[str, Measured], metric: str = "BLEU") -> Contest:
    return Contest(100, 5, 25, "BL", {metric: "sig"}, {name: {metric: one} for name, one in systems.items()})


def published() -> Contest:
    systems = {"BL": Measured(0.0, BLEU["BL"][0], {})}
    systems |= {f"WP-{kind}": Measured(0.0, BLEU["WP"][place], {}) for place, kind in enumerate(KINDS)}
    for crawl in AUC:
        for number, seeds in enumerate(("BAD", "GOOD")):
            for place, kind in enumerate(KINDS):
                systems[f"{crawl}_{seeds}-{kind}"] = Measured(0.0, BLEU[crawl][3 * number + place], {})
    return contest(systems)


def test_the_published_table_comes_out_with_its_average_ranks():
    table = table_of(published(), "BLEU")
    assert table.columns == [(seeds, kind) for seeds in ("BAD", "GOOD") for kind in ("LM", "PT", "LMPT")]
    for row in table.rows:
        assert [one.value for one in row.cells] == list(BLEU[row.name][:6])
        # Equal scores share a rank here; the paper gives the better one to the row below, MWESS-2G.
        assert row.rank == pytest.approx(BLEU[row.name][6], abs=0.09 if "2G" in row.name else 0.005)
    assert len(table.rows) == 14


def test_the_published_correlation_comes_out_with_its_p_value():
    quality = {f"{name}_{seeds}": auc[n] for name, auc in AUC.items() for n, seeds in enumerate(("BAD", "GOOD"))}
    found = by_kind(published(), quality)["LM"]
    assert (found.things, round(found.tau, 3), round(found.p, 2)) == (24, 0.319, 0.03)


def test_marks_need_both_tests_and_wp_of_the_same_kind():
    systems = {
        "BL": Measured(10.0, 9.0, {"WP-LM": CHANCE, "WP-PT": BETTER}),
        "WP-LM": Measured(12.0, 11.0, {"BL": BETTER, "WP-PT": BETTER}),
        "WP-PT": Measured(8.0, 7.0, {}),
        "LM": Measured(13.0, 12.0, {"BL": BETTER, "WP-LM": CHANCE, "WP-PT": BETTER}),
        "PT": Measured(11.0, 10.0, {"BL": CHANCE, "WP-LM": BETTER, "WP-PT": BETTER}),
    }
    table = table_of(contest(systems), "BLEU")
    assert as_tsv(table) == (
        "system\tLM\tPT\taverage rank\nBL\t9.00\t9.00♠\t2.50\nWP\t11.00◇\t7.00\t2.50\ncrawl\t12.00◇\t10.00♠\t1.00\n"
    )
    assert cells_of(table_of(contest(systems), "BLEU", whole=True).rows[0])[1] == "10.00"


def test_systems_without_kinds_make_one_column_and_errors_rank_the_other_way():
    table = table_of(contest({"BL": Measured(50.0, 51.0, {}), "mined": Measured(40.0, 41.0, {})}, "TER"), "TER")
    assert heads(table) == ["system", "TER", "average rank"]
    assert [(row.name, row.rank) for row in table.rows] == [("BL", 2.0), ("mined", 1.0)]


def test_the_baseline_and_wikipedia_come_first_whatever_the_order():
    names = "UC-LM", "WP-LM", "SS-LM", "BL"
    table = table_of(contest({name: Measured(1.0, 1.0, {}) for name in names}), "BLEU")
    assert [row.name for row in table.rows] == ["BL", "WP", "UC", "SS"]


def test_a_cell_without_a_system_is_empty():
    table = table_of(
        contest({"BL-LM": Measured(6.0, 6.0, {}), "UC-LM": Measured(5.0, 5.0, {}), "SS-PT": Measured(4.0, 4.0, {})}),
        "BLEU",
    )
    assert [cells_of(row) for row in table.rows[1:]] == [["UC", "5.00", "", "2.00"], ["SS", "", "4.00", "1.00"]]


def test_names_tell_crawl_seeds_and_kind_in_any_order():
    assert parse("MWEBFS-3G_BAD-LMPT") == parse("MWEBFS-3G-LMPT_BAD") == Name("MWEBFS-3G", "BAD", "LMPT")
    assert parse("FILM") == Name("FILM")
    assert parse("LMPT") == Name("", "", "LMPT")
    assert parse("x_LM_PT") == Name("x_LM", "", "PT")
    assert wikipedia_for("LM", "GOOD", ["BL", "WP-LM", "WP"]) == "WP-LM"
    assert wikipedia_for("PT", "GOOD", ["BL", "WP-LM", "WP"]) == "WP"
    assert wikipedia_for("PT", "", ["BL"]) == ""


def test_the_p_value_of_few_things_is_exact():
    # Of the 24 orders of four things one is as good as this, and one as bad.
    found = correlation(dict(zip("abcd", (1, 2, 3, 4), strict=True)), dict(zip("dcbax", (4, 3, 2, 1, 9), strict=True)))
    assert (found.things, found.tau, found.p) == (4, 1.0, pytest.approx(2 / 24))
    flat = correlation({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2, "c": 3})
    assert (flat.tau, flat.p) == (None, None)
    assert correlation({"a": 1, "b": 2}, {"a": 1, "b": 2}).tau is None


def test_ties_are_counted_in_the_p_value():
    left, right = (1, 2, 2, 3, 4, 5, 5, 6), (1, 3, 2, 2, 5, 4, 6, 6)
    found = correlation(dict(enumerate(left)), dict(enumerate(right)))
    # From scipy.stats.kendalltau 1.17 (tau-b, asymptotic).
    assert (round(found.tau, 6), round(found.p, 6)) == (0.769231, 0.010748)


def test_the_quality_of_crawls_is_read_with_or_without_a_head(tmp_path: Path):
    path = tmp_path / "auc.tsv"
    path.write_text("crawl\tAUC\nUC_GOOD\t153.09\tmore\n# note\n\nUC_BAD\t47.26\n")
    assert read_quality(path) == {"UC_GOOD": 153.09, "UC_BAD": 47.26}
    path.write_text("UC_GOOD\t1\nUC_BAD\tmuch\n")
    with pytest.raises(ConfigError, match="line 2: expected a name, a tab and a figure"):
        read_quality(path)
