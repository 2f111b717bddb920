"""Sections of a page: figures, plots, and marked words that no markup in a text can break."""

from __future__ import annotations

from polytrawl.adapt.before_after import BeforeAfter, Predicted
from polytrawl.adapt.changed import Change, Changes, NewWord
from polytrawl.adapt.learning import Curve, Point
from polytrawl.adapt.sections import before_after_section, changes_section, curve_section, terms_section
from polytrawl.lexicon.coverage import Recall


def test_the_sample_before_and_after():
    before, after = Predicted(900.0, 0.2, 20, 100, 7), Predicted(90.5, 0.05, 5, 100, 7)
    page = before_after_section(BeforeAfter(before, after, after, 0.75))
    assert "unknown words go from 20.0% to 5.0% of your sample, and perplexity falls: 900 to 90.5." in page
    assert "the corpus weighs 75%" in page
    assert '<td class="number">20%</td>' in page


def test_the_curve_has_a_plot_of_both_figures_and_tells_what_was_foretold():
    points = [Point(part / 8, part, 100 * part, 0.4 / part, 80.0 / part) for part in (1, 2, 4, 8)]
    page = curve_section(Curve(points, 0.025, 5.0, 0.05, 10.0))
    assert page.count("<figure>") == 2
    assert "Twice the text would give about 2.5% unknown words (5.0% now)" in page
    assert "1,600" in page
    assert [name for name in ("1/8", "1/4", "1/2", "all") if f'<th scope="row">{name}</th>' not in page] == []
    without = curve_section(Curve(points[:1], None, None, None, None))
    assert "cannot be told from so little" in without


def test_terms_are_counted_or_missing():
    page = terms_section({"before": Recall("en", 4, 1, 2), "PT": Recall("en", 4, 3, None)})
    assert "1 of 4" in page
    assert "50%" in page
    assert "\u2013" in page
    assert "No terms were given." in terms_section({})


def test_new_words_are_marked_with_the_reason_and_texts_are_escaped():
    words = [NewWord("<b>", "vocabulary"), NewWord("viga", "table", "PT", ("beam", "viga"), is_right=True)]
    one = Change(3, "a beam & more", "un rayo", "un <b> viga", "una viga", 12.34, words, ["rayo"])
    page = changes_section(Changes(9, 4, 1, 0, [one], [], {"vocabulary": 1, "table": 1}, {"table": 1}), ("en", "es"))
    assert '<mark title="only the models of the new system know it">&lt;b&gt;</mark>' in page
    assert "a phrase pair of the new system PT: beam \u2192 viga, as in the reference" in page
    assert "a beam &amp; more" in page
    assert "chrF +12.3" in page
    assert "Of 9 sentences 1 became better by chrF, 0 worse, and 4 stayed as they were" in page


def test_tokens_that_are_escaped_for_moses_are_shown_as_people_write_them():
    words = [NewWord("&#93;", "table", "PT", ("&gt; &#93;", "&#93;"))]
    one = Change(1, "&#91; R &amp;amp; D", "&#91;", "&#91; &#93;", "&apos;", 1.0, words, [])
    page = changes_section(Changes(1, 0, 1, 0, [one], [], {"table": 1}, {}), ("en", "es"))
    assert ">[ R &amp;amp; D</td>" in page
    assert ">]</mark>" in page
    assert "PT: &gt; ] \u2192 ]" in page
    assert "&amp;#9" not in page


def test_nothing_that_changed_is_told():
    page = changes_section(Changes(2, 2, 0, 0, [], [], {}, {}), ("en", "es"))
    assert "No translation changed for better or worse." in page
