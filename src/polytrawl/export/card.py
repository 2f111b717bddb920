"""The dataset card, README.md: what a corpus is made of, for people and, in its header, for Hugging Face.

One card serves the whole export and the folder of Parquet tables in it; they differ in the tables and files they name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from polytrawl.export.card_header import Tables, header, languages_of, title_of
from polytrawl.export.contents import Contents, contents_of
from polytrawl.export.listing import Listed
from polytrawl.export.making import version
from polytrawl.export.markdown_table import code_list, ranked, table
from polytrawl.export.rules_in_words import document_rules, unit_rules
from polytrawl.export.selection import Selection

__all__ = ["FILE", "Place", "card"]

FILE = "README.md"
_SIZES = ("documents", "paragraphs", "tokens", "words", "types")

_COUNTED = """\
Only the main text counts. Tokens are words, numbers and punctuation, words are tokens with a letter or a digit, types
are different words whatever their capitals. Where a script has no spaces between words, each character is a word."""
_CONSENT = """\
What robots.txt, headers and pages said about their use when they were fetched. `robots:allowed` and `robots:none`
(there was no robots.txt) stand for a page that could be fetched; others ask for something."""
_LIMITS = """\
- The texts come from the web. They belong to their authors; the licence of each is what its page says, found by a
  program, and no legal advice. Texts without a licence are not free for every use.
- Boilerplate, language and sentences were found by programs, which err.
- What a page says is not checked: it may be false, offensive, or translated by a machine."""
_UNIT_LIMITS = """\
- Pages were paired and sentences aligned by programs. Some units are wrong; `score`, `adequacy` and
  `page_pair_probability` say how sure the programs were.
- Units of one page stand together and in its order, but refused and repeated ones are missing: it is no full text."""


class Place(NamedTuple):
    """What a card lies beside."""

    tables: Tables = Tables()
    files: tuple[Listed, ...] = ()
    command: str = ""  # that makes the export again


def card(selection: Selection, place: Place) -> str:
    """The whole card."""
    contents = contents_of(selection)
    return "\n\n".join([header(contents, place.tables), *_body(contents, selection, place)]) + "\n"


def _body(contents: Contents, selection: Selection, place: Place) -> Iterator[str]:
    has_units = bool(contents.units.total())
    yield f"# {title_of(contents)}"
    yield from _about(contents, selection)
    yield f"## Languages\n\n{_languages(contents)}\n\n{_COUNTED}"
    if has_units:
        counts = Counter({"-".join(pair): number for pair, number in contents.units.items()})
        yield "## Language pairs\n\n" + ranked("languages", {"units": counts})
    if place.files:
        yield "## Files\n\n" + _files(place.files)
    if configs := place.tables.configs(units_first=has_units or not contents.sizes):
        yield "## How to read it\n\n" + _reading(configs)
    yield "## Where it comes from\n\n" + _sources(contents)
    yield "## Licences\n\n" + _ranked("licence", _named(contents.licences), _named(contents.unit_licences))
    yield f"## What owners said\n\n{_CONSENT}\n\n" + _ranked("said", contents.consent, contents.unit_consent)
    yield "## What was kept\n\n" + "\n\n".join(_kept(selection))
    yield f"## Personal data\n\n{_personal(contents, selection)}"
    yield "## How it was made\n\n" + _making(place)
    yield f"## Known limits\n\n{_LIMITS}" + (f"\n{_UNIT_LIMITS}" if has_units else "")


def _about(contents: Contents, selection: Selection) -> Iterator[str]:
    documents, units = (selection.counts[kind][""] for kind in ("documents", "units"))
    hosts = len({host for host, _ in contents.sources})
    if not documents:
        yield "**There are no documents in here.** The report of the run, or `polytrawl funnel`, says why."
    if not units and len(selection.languages) > 1:
        yield "**There are no units in here.** The report of the run, or `polytrawl funnel`, says why."
    parallel = f", and {_counted(units, 'unit')}: sentences that are translations of each other" if units else ""
    yield (
        f"The main text of {_counted(documents, 'web page')} from {_counted(hosts, 'host')}{parallel}. It was "
        "collected and cleaned by polytrawl. Each text has its address, so that it can be looked up where it stood."
    )
    if contents.topics:
        yield "Topics, by documents:\n\n" + ranked("topic", {"documents": contents.topics})


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _languages(contents: Contents) -> str:
    sizes = {language: contents.sizes[language] for language in languages_of(contents) if language in contents.sizes}
    if not sizes:
        return "None."
    return table(("language", *_SIZES), ((one, *(getattr(size, n) for n in _SIZES)) for one, size in sizes.items()))


def _files(files: Iterable[Listed]) -> str:
    rows = (f"| `{one.name}` | {one.what} | {one.number:,} |" for one in files)
    return "\n".join(["| name | what | files |", "|---|---|---:|", *rows])


def _reading(configs: Mapping[str, str]) -> str:
    first, *others = configs
    lines = [f'load_dataset("PATH-OF-THIS-FOLDER")  # {first}']
    lines += (f'load_dataset("PATH-OF-THIS-FOLDER", "{name}")' for name in others[:3])
    said = "\n".join(("from datasets import load_dataset", "", *lines))
    more = f"\n\nAlso: {code_list(others[3:])}." if others[3:] else ""
    return f"```python\n{said}\n```{more}"


def _sources(contents: Contents) -> str:
    documents: Counter[str] = Counter()
    for (host, _), source in contents.sources.items():
        documents[host] += source.documents
    return _ranked("host", documents, contents.unit_hosts)


def _ranked(head: str, documents: Mapping[str, int], units: Mapping[str, int]) -> str:
    return ranked(head, {"documents": documents, **({"units": units} if any(units.values()) else {})})


def _named(counts: Mapping[str, int]) -> dict[str, int]:
    return {name or "none found": number for name, number in counts.items()}


def _kept(selection: Selection) -> Iterator[str]:
    name = f"The profile `{selection.profile}`" if selection.profile else "The rules"
    yield f"{name}, as it was set for this export, keeps documents that pass all of this:"
    yield "\n".join(f"- {line}" for line in document_rules(selection.rules))
    yield ranked("reason", {"documents left out": _refused(selection, "documents")})
    if selection.counts["units"]:
        yield "It keeps units that pass all of this:"
        yield "\n".join(f"- {line}" for line in unit_rules(selection.rules))
        yield ranked("reason", {"units left out": _refused(selection, "units")})


def _refused(selection: Selection, kind: str) -> dict[str, int]:
    return {reason: number for reason, number in selection.counts[kind].items() if reason}


def _personal(contents: Contents, selection: Selection) -> str:
    if selection.texts.mask_personal:
        return "E-mail addresses, phone numbers, IBANs, card numbers and IP addresses are masked: `[email]` and so on."
    if contents.personal:
        found = code_list(f"{kind} {number:,}" for kind, number in contents.personal.items())
        return f"Nothing is masked. Found, in so many units: {found}. Where there are tables, `personal` says in which."
    return "Nothing is masked." + (" Nothing of the kind was found in units." if contents.units.total() else "")


def _making(place: Place) -> str:
    said = f"By polytrawl {version()}, from the run directory in which this folder was made (`DIR`)."
    if not place.command:
        return said
    return (
        f"{said} Its `resolved.toml` has all options, and its WARC files the pages as they were fetched. "
        f"To make the same files again:\n\n```sh\n{place.command}\n```"
    )
