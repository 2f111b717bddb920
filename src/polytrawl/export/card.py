"""The dataset card: a README.md that tells Hugging Face where the files are, and people what is in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from polytrawl.export.rules import ANY, Rules
from polytrawl.export.selection import Selection
from polytrawl.records import Lang, SentencePair

__all__ = ["Contents", "card"]

_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
_CREATIVE_COMMONS = re.compile(r"(?i)creativecommons\.org/(?:licenses/([a-z-]+)|publicdomain/(zero))/(\d\.\d)")
_SHOWN = 20  # sites, licences and reasons, before the rest is only counted
_TABLE_BREAKERS = re.compile(r"([\\`*_{}\[\]<>|#])")

_LIMITS = """\
- The texts come from the web. They belong to their authors; the licence of each unit is what its pages say, found by a
  program, and no legal advice. Units without a licence are not free for every use.
- Pages were paired and sentences aligned by programs. Some units are wrong; `score`, `adequacy` and
  `page_pair_probability` say how sure the programs were.
- Units of one page stand together and in its order, but refused and repeated ones are missing, so it is no full text.
- What a page says is not checked: it may be false, offensive, or translated by a machine."""

_CONSENT = """\
What robots.txt, headers and pages said about their use when they were fetched. `robots:allowed` and `robots:none`
(there was no robots.txt) stand for a page that could be fetched; others ask for something."""
_LICENCES = {"named": "a licence", "cc": "a Creative Commons licence", "open": "an open licence"}


@dataclass
class Contents:
    """What went into the files, counted on the way."""

    units: Counter[tuple[Lang, Lang]] = field(default_factory=Counter)
    sites: Counter[str] = field(default_factory=Counter)
    licences: Counter[str] = field(default_factory=Counter)
    consent: Counter[str] = field(default_factory=Counter)  # units by what the owner of a page said
    personal: Counter[str] = field(default_factory=Counter)  # units by kind of personal data in them

    def see(self, unit: SentencePair) -> None:
        """One more unit."""
        self.units[unit.source_language, unit.target_language] += 1
        self.sites.update({_site(unit.source_url), _site(unit.target_url)})
        self.licences[unit.licence] += 1
        self.consent.update({*unit.source_consent, *unit.target_consent})
        self.personal.update(unit.personal)


def card(contents: Contents, selection: Selection) -> str:
    """The whole card."""
    return "\n\n".join([_header(contents), *_body(contents, selection)]) + "\n"


# The header, which programs read


def _header(contents: Contents) -> str:
    # The hub wants languages without script and region.
    languages = sorted({language.partition("-")[0] for pair in contents.units for language in pair})
    lines = [
        *("---", "pretty_name: Parallel sentences from the web", "task_categories:", "- translation"),
        *("multilinguality:", "- translation", "source_datasets:", "- original"),
        *(["language:"] if languages else []),
        *(f'- "{language}"' for language in languages),  # in quotes, or Norwegian is read as `false`
        f"license: {_licence(contents.licences)}",
        *("size_categories:", f"- {_size(contents.units.total())}"),
        *_configs(_names(contents)),
        "---",
    ]
    return "\n".join(lines)


def _names(contents: Contents) -> list[str]:
    """The language pairs as files are named after them."""
    return sorted(map("-".join, contents.units))


def _configs(pairs: list[str]) -> Iterator[str]:
    """One configuration with all units, which is the default, and one for each language pair."""
    if not pairs:
        return
    yield "configs:"
    yield from ("- config_name: all", "  data_files: data/*.parquet", "  default: true")
    for pair in pairs:
        yield from (f"- config_name: {pair}", f"  data_files: data/{pair}.parquet")


def _licence(licences: Mapping[str, int]) -> str:
    """The licence as the hub names it, where all units have the same; `unknown` where none has any."""
    if not any(licences):
        return "unknown"
    match = _CREATIVE_COMMONS.search(next(iter(licences))) if len(licences) == 1 else None
    if match is None:
        return "other"
    return f"cc0-{match[3]}" if match[2] else f"cc-{match[1].lower()}-{match[3]}"


def _size(number: int) -> str:
    return next((name for limit, name in _SIZES if number < limit), "n>10M")


# The body, which people read


def _body(contents: Contents, selection: Selection) -> Iterator[str]:
    total = contents.units.total()
    yield "# Parallel sentences from the web"
    if not total:
        yield "**There are no units in here.** The report of the run, or `polytrawl funnel`, says why."
    yield (
        f"{total:,} pairs of sentences that are translations of each other, made by polytrawl from web pages. Each has "
        f"its two addresses, so that it can be looked up where it stood. Hosts: {len(contents.sites):,}."
    )
    yield _ranked("languages", Counter({"-".join(pair): number for pair, number in contents.units.items()}))
    yield "## How to read it\n\n" + _reading(_names(contents))
    yield "## Where it comes from\n\n" + _ranked("host", contents.sites)
    yield "## Licences\n\n" + _ranked("licence", _named(contents.licences, "none found"))
    yield f"## What owners said\n\n{_CONSENT}\n\n" + _ranked("said", contents.consent)
    yield f"## What was kept\n\n{_profile(selection)}\n\n" + _ranked("reason", _refused(selection), "left out")
    yield f"## Personal data\n\n{_personal(contents, selection)}"
    yield f"## Known limits\n\n{_LIMITS}"


def _reading(pairs: list[str]) -> str:
    one = f'\nload_dataset("PATH-OF-THIS-FOLDER", "{pairs[0]}")  # one language pair' if pairs else ""
    return f'```python\nfrom datasets import load_dataset\n\nload_dataset("PATH-OF-THIS-FOLDER"){one}\n```'


def _profile(selection: Selection) -> str:
    name = f"The profile `{selection.profile}`" if selection.profile else "The rules"
    return f"{name}, as it was set for this export, keeps units that pass all of this:\n\n" + "\n".join(
        f"- {line}" for line in in_words(selection.rules)
    )


def in_words(rules: Rules) -> Iterator[str]:
    """What a unit must pass."""
    yield f"the pair of pages is {' or '.join(sorted(rules.unit_grades))}"
    if rules.licence != "any":
        yield f"both pages have {_LICENCES[rules.licence]}"
    if rules.min_probability:
        yield f"the probability of the pair of pages is at least {rules.min_probability:g}"
    if rules.min_score:
        yield f"the alignment score is at least {rules.min_score:g}"
    for name, least in sorted(rules.min_scores.items()):
        yield f"the score `{name}`, where there is one, is at least {least:g}"
    if rules.exclude:
        which = "no filter" if ANY in rules.exclude else f"none of the filters {_list(rules.exclude)}"
        yield f"{which} refuses it" + (f", other than {_list(rules.tolerate)}" if rules.tolerate else "")
    if rules.duplicates != "keep":
        yield "it has not come before" + (", and none like it is better" if rules.duplicates == "near" else "")


def _personal(contents: Contents, selection: Selection) -> str:
    if selection.texts.mask_personal:
        return "E-mail addresses, phone numbers, IBANs, card numbers and IP addresses are masked: `[email]` and so on."
    if contents.personal:
        found = _list(f"{kind} {number:,}" for kind, number in contents.personal.items())
        return f"Nothing is masked. Found, in so many units: {found}. The column `personal` says in which."
    return "Nothing is masked. What was found in a unit is named in its column `personal`."


def _refused(selection: Selection) -> Counter[str]:
    return Counter({reason: number for reason, number in selection.counts["units"].items() if reason})


def _named(counts: Mapping[str, int], empty: str) -> Counter[str]:
    return Counter({name or empty: number for name, number in counts.items()})


def _ranked(head: str, counts: Counter[str], of: str = "units") -> str:
    rows = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    if not rows:
        return "None."
    table = _table((head, of), ((name, f"{number:,}") for name, number in rows[:_SHOWN]))
    return table + (f"\n\nand {len(rows) - _SHOWN:,} more." if rows[_SHOWN:] else "")


def _table(heads: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"| {heads[0]} | {heads[1]} |", "|---|---:|", *(f"| {_cell(name)} | {said} |" for name, said in rows)]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """A text of the web as a cell: on one line, and with nothing that Markdown would take for markup."""
    return _TABLE_BREAKERS.sub(r"\\\1", " ".join(text.split()))


def _list(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


def _site(url: str) -> str:
    try:
        return urlsplit(url).hostname or "unknown"
    except ValueError:
        return "unknown"
