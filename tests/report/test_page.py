"""The whole page, read back as a browser reads it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from polytrawl.records import replace
from polytrawl.report.page import render
from polytrawl.summary import FunnelStep, MethodRow, Sample, StageRow, Summary, TermRow


def _tree(summary: Summary) -> LexborHTMLParser:
    return LexborHTMLParser(render(summary))


def _first(tree: LexborHTMLParser, selector: str) -> LexborNode:
    node = tree.css_first(selector)
    assert node is not None
    return node


def _words(node: LexborNode | None) -> str:
    assert node is not None
    return " ".join(node.text(separator=" ").split())


def test_the_head_names_run_languages_and_seeds(demo: Summary) -> None:
    head = _words(_tree(demo).css_first("header"))
    assert "work-safety" in head
    assert "en de it" in head
    assert "http://forum.work-safety.test/" in head


def test_the_head_shows_the_four_main_figures(demo: Summary) -> None:
    figures = [_words(node) for node in _tree(demo).css(".figures li")]
    assert figures == [
        "83 pages fetched of 85 URLs looked at",
        "81 documents 58 of them exported",
        "68 page pairs exported, in 3 language pairs",
        "702 units exported, of 912 aligned",
    ]


def test_large_figures_have_marks_between_thousands(large: Summary) -> None:
    assert "2,013,456 pages fetched" in _words(_tree(large).css_first("header"))


def test_every_step_of_the_funnel_is_told_with_its_reasons(demo: Summary) -> None:
    steps = [_words(node) for node in _tree(demo).css(".steps > li > p:first-child")]
    assert steps[2] == "language 67 of 81 documents kept, 82.7%"
    legends = [_words(node) for node in _tree(demo).css(".steps .legend")]
    assert legends[-1] == "length-ratio 96 identical 41 duplicate-unit 38 numbers-differ 22 too-short 13"


def test_the_table_of_the_funnel_has_all_reasons_even_when_the_plot_has_not(large: Summary) -> None:
    tree = _tree(large)
    assert "195 other reasons" in _words(tree.css_first(".funnel"))
    table = _words(tree.css_first("#funnel details table"))
    assert all(f"reason-{number:03}" in table for number in range(200))


def test_pages_and_documents_share_a_scale_and_units_have_their_own(demo: Summary) -> None:
    assert [len(group.css(".steps > li")) for group in _tree(demo).css(".steps")] == [5, 1]


def test_languages_that_were_not_asked_for_are_marked(demo: Summary) -> None:
    rows = {_words(row.css_first("th")): row for row in _tree(demo).css("#documents tbody tr")}
    assert rows["pt not asked for"].css_first("rect.other") is not None
    assert rows["de"].css_first("rect.kept") is not None


def test_a_document_in_a_variety_of_a_wanted_language_is_wanted(demo: Summary) -> None:
    tree = _tree(replace(demo, languages=["pt"], documents={"pt-br": 4}))
    assert tree.css_first("#documents rect.other") is None


def test_sites_are_limited_to_thirty_rows(large: Summary) -> None:
    tree = _tree(large)
    sites = next(table for table in tree.css("#documents table") if "by site" in _words(table.css_first("caption")))
    assert len(sites.css("tbody tr")) == 30
    assert "and 370 more sites with 231,580 documents" in _words(tree.css_first("#documents"))


def test_page_pairs_are_shown_by_method_and_language_pair(demo: Summary) -> None:
    pairs = _words(_tree(demo).css_first("#pairs"))
    assert "urls mean probability 0.950 urls: 58" in pairs
    assert "en-de" in pairs
    assert "262" in pairs


def test_samples_stand_side_by_side_in_their_languages(demo: Summary) -> None:
    samples = sorted(demo.samples, key=lambda one: one.target_language)
    units = _tree(replace(demo, samples=samples)).css(".units > li")
    said = units[4].css(".said")
    assert len(units) == 10
    assert [(node.attributes["lang"], node.attributes["dir"]) for node in said] == [("en", "ltr"), ("he", "rtl")]
    assert "score 0.79" in _words(units[4])


def test_only_samples_and_exported_files_are_linked(large: Summary) -> None:
    tree = _tree(large)
    urls = {url for sample in large.samples for url in (sample.source_url, sample.target_url)}
    for node in tree.css("[href], [src], [action], [data], [poster], [srcset]"):
        address = node.attributes.get("href") or ""
        assert node.tag == "a"
        assert address in urls or address.startswith("export/")


def test_nothing_is_loaded_and_nothing_is_run(large: Summary) -> None:
    page = render(large)
    assert LexborHTMLParser(page).css_first("script, link, img, iframe, object, embed, base, form") is None
    style = page[page.index("<style>") : page.index("</style>")]
    assert not re.search(r"url\(|@import|@font-face|//", style)
    assert "default-src 'none'" in page


def test_files_are_linked_beside_the_report_with_their_sizes(demo: Summary) -> None:
    tree = _tree(replace(demo, files={"text/a b#?.txt": 5, "en-de.tmx": 112_402}))
    assert [node.attributes["href"] for node in tree.css("#files a")] == [
        "export/en-de.tmx",
        "export/text/a%20b%23%3F.txt",
    ]
    assert "112.4 kB" in _words(tree.css_first("#files"))


def test_one_file_per_document_does_not_flood_the_page(demo: Summary) -> None:
    tree = _tree(replace(demo, files={"units.tsv": 1} | {f"xml/{number}.xml": 1000 for number in range(5000)}))
    assert _words(tree.css_first("#files a")) == "units.tsv"
    assert "and 4,901 more files, together 4.9 MB" in _words(tree.css_first("#files"))


def test_the_stages_tell_state_figures_and_reasons(large: Summary) -> None:
    bodies = [_words(node) for node in _tree(large).css(".stages tbody")]
    assert bodies[0] == "crawl complete 2,531,007 86,412 0 robots 310,551 http-404 207,000"
    assert "9,120 17" in bodies[1]
    assert "and 192 more reasons" in bodies[1]
    assert bodies[2] == "language begun 1,200,000 512 0"
    assert bodies[3] == "topic missing \u2013 \u2013 \u2013"


def test_unfinished_stages_are_said_at_the_top(large: Summary, demo: Summary) -> None:
    notices = [_words(node) for node in _tree(large).css("header .notice")]
    assert notices[0].startswith("Not complete: language, topic, dedup, pair, align, filter, export.")
    assert not _tree(demo).css("header .notice")


def test_speed_is_told_in_words_and_drawn(demo: Summary) -> None:
    speed = _tree(demo).css_first("#speed")
    assert "83 pages in 13.9 seconds: 6 pages a second on average." in _words(speed)
    assert speed is not None
    assert [node.text() for node in speed.css("text")][-1] == "seconds since the first page"


def test_a_long_crawl_is_measured_in_hours(large: Summary) -> None:
    assert "2,013,421 pages in 24 hours: 23.3 pages a second on average." in _words(_tree(large).css_first("#speed"))


@pytest.mark.parametrize("speed", [[(0.0, 1)], [(0.0, 1), (0.0, 2)], [(float("nan"), 2), (0.0, 2)]])
def test_a_crawl_of_an_instant_has_no_speed(demo: Summary, speed: list[tuple[float, int]]) -> None:
    section = _tree(replace(demo, speed=speed)).css_first("#speed")
    assert "too little time" in _words(section)


def test_empty_parts_say_what_to_check(empty: Summary) -> None:
    tree = _tree(empty)
    empty_parts = {node.attributes["id"] for node in tree.css("section") if node.css_first(".nothing")}
    assert empty_parts == {
        *("funnel", "documents", "topic", "pairs", "scores", "duplicates", "profiles", "samples"),
        *("harvest", "speed", "files", "repeat"),
    }
    assert "Are the languages right" in _words(tree.css_first("#pairs"))
    assert not tree.css("svg")


def test_the_closing_section_leads_on(empty: Summary) -> None:
    typed = [_words(node) for node in _tree(empty).css("#next pre")]
    assert typed[0] == "polytrawl explain DIR URL-or-id"
    assert typed[-2:] == ["polytrawl run DIR", "polytrawl plugins"]


def test_equal_runs_give_equal_pages_whatever_the_order_of_equal_counts(demo: Summary) -> None:
    shuffled = replace(demo, alignments={"b": 1, "a": 1}, files=dict(reversed(demo.files.items())))
    assert render(shuffled) == render(replace(demo, alignments={"a": 1, "b": 1}))


def test_texts_of_the_web_stay_texts(demo: Summary) -> None:
    evil = "</style></title><script>alert('x')</script><img src=x onerror=\"y\">&amp; $style \x00\ud800"
    sample = Sample("s-1", evil, evil, evil, evil, 0.5, "javascript:alert(1)", f'http://a.test/"onmouseover="{evil}')
    summary = replace(
        demo,
        run=evil,
        languages=[evil],
        seeds=[evil, "javascript:alert(1)"],
        stages=[StageRow(evil, evil, 1, 1.0, 1, {evil: 1})],
        funnel=[FunnelStep(evil, evil, 2, 1, {evil: 1})],
        documents={evil: 1},
        methods=[MethodRow(evil, 1, 0.5)],
        alignments={evil: 1},
        warnings=[evil],
        topic_terms={evil: [TermRow(evil, 1, 1)]},
        samples=[sample],
        files={evil: 1},
    )
    tree = LexborHTMLParser(render(summary).encode())
    assert tree.css_first("script, img, [onerror], [onmouseover]") is None
    assert not [node for node in tree.css("a") if (node.attributes["href"] or "").startswith("javascript")]
    assert evil.rstrip("\x00\ud800") in _first(tree, ".units .said").text()
    assert _first(tree, "title").text() == f"{evil.rstrip(chr(0) + chr(0xD800))}\ufffd\ufffd: a polytrawl run"


def test_tables_have_captions_and_scopes_and_plots_have_names(demo: Summary) -> None:
    tree = _tree(demo)
    assert all(table.css_first("caption") is not None for table in tree.css("table"))
    assert all(cell.attributes.get("scope") for cell in tree.css("th"))
    assert all(plot.css_first("title") is not None for plot in tree.css("svg[role=img]"))
    identifiers = [node.attributes["id"] for node in tree.css("[id]")]
    assert len(identifiers) == len(set(identifiers))


def test_headings_go_down_one_step_at_a_time(demo: Summary) -> None:
    levels = [int((node.tag or "")[1:]) for node in _tree(demo).css("h1, h2, h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_profiles_say_what_they_keep_and_what_the_estimate_is(demo: Summary) -> None:
    section = _tree(demo).css_first("#profiles")
    notes = [node.text() for node in section.css("th small")]
    assert notes == [
        "56% of 912, precision about 97% (estimate)",
        "77% of 912, precision about 92% (estimate); exported",
        "100% of 912, mean score 0.55",
    ]
    assert "an estimate, and no measurement" in section.text()
    assert "no probability" in section.text()


def test_the_harvest_is_told_and_drawn(demo: Summary) -> None:
    harvest = _first(_tree(demo), "#harvest")
    assert _words(harvest.css_first(".said")) == "75.3% of 81 pages wanted, AvP 0.080; in the end 4 new words a page."
    assert [_words(one) for one in harvest.css("figcaption")] == ["Harvest rate", "AvP", "New words"]
    [rate, *_, words] = [one.attributes["points"] for one in harvest.css("polyline")]
    assert rate is not None
    assert words is not None
    assert rate.endswith(" 810.0,58.6")  # 81 of 100 pages across, .753 of .8 up
    assert words.startswith("10.0,0.0 20.0,500.0 ")  # 300 words of 300 up, then half as many


def test_without_a_topic_there_is_no_avp(demo: Summary) -> None:
    points = [replace(one, precision=None) for one in demo.harvest]
    tree = _tree(replace(demo, harvest=points))
    assert [_words(one) for one in tree.css("#harvest figcaption")] == ["Harvest rate", "New words"]
    assert "AvP" not in _words(tree.css_first("#harvest .said"))


def test_pages_that_nobody_judged_have_no_harvest(empty: Summary) -> None:
    assert "No page was judged" in _words(_first(_tree(empty), "#harvest"))
