"""`metashare.xml`: the export as a record in the manner of META-SHARE 3.0, in which ILSP-FC describes its corpora.

Who made the corpus, how to reach them and when it was published are not known here: a catalogue that asks for it
needs `contactPerson` and `metadataInfo` to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.export.card_header import languages_of, title_of
from polytrawl.export.contents import Contents, contents_of
from polytrawl.export.licences import creative_commons
from polytrawl.export.making import version
from polytrawl.export.selection import Selection
from polytrawl.ranking import ranked
from polytrawl.records import Lang
from polytrawl.views.xml import Xml, document, element, lines

__all__ = ["FILE", "NAMESPACE", "render"]

FILE = "metashare.xml"
NAMESPACE = "http://www.ilsp.gr/META-XMLSchema"
_LINGUALITY = {0: "monolingual", 1: "monolingual", 2: "bilingual"}
_MOST_DOMAINS = 20
# The names that META-SHARE has for parts of a corpus, and ours.
_UNITS = {
    "texts": "documents",
    "paragraphs": "paragraphs",
    "tokens": "tokens",
    "words": "words",
}


def render(selection: Selection) -> str:
    """The whole record."""
    contents = contents_of(selection)
    corpus = element(
        "corpusInfo",
        lines([element("resourceType", "corpus"), element("corpusMediaType", _text_info(contents))]),
    )
    parts = (
        _identification(contents, selection),
        _distribution(contents),
        _created(contents),
        element("resourceComponentType", corpus),
    )
    return document(element("resourceInfo", lines(parts), xmlns=NAMESPACE))


def _identification(contents: Contents, selection: Selection) -> Xml:
    documents, units = (selection.counts[kind][""] for kind in ("documents", "units"))
    hosts = len({host for host, _ in contents.sources})
    parallel = f" and {units} aligned pairs of sentences" if units else ""
    languages = ", ".join(languages_of(contents)) or "no language"
    said = (
        f"{documents} documents{parallel} in {languages} from {hosts} hosts of the web, made by polytrawl {version()}."
    )
    name = element("resourceName", f"{title_of(contents)}: {languages}", lang="en")
    return element("identificationInfo", lines([name, element("description", said, lang="en")]))


def _distribution(contents: Contents) -> Xml:
    found = sorted({*contents.licences, *contents.unit_licences})
    return element("distributionInfo", lines(map(_licence, found or [""])))


def _licence(licence: str) -> Xml:
    known = creative_commons(licence)
    named = f"CC-{known[0].upper()}" if known else "other"
    is_address = licence.startswith(("http://", "https://"))
    kind = "nonStandardLicenceTermsURL" if is_address else "nonStandardLicenceName"
    return element("licenceInfo", element("licence", named), element(kind, licence or "no licence was found"))


def _created(contents: Contents) -> Xml:
    day = contents.fetched[:10]
    return element("resourceCreationInfo", element("creationEndDate", day)) if day else Xml("")


def _text_info(contents: Contents) -> Xml:
    parts = (
        element("mediaType", "text"),
        _linguality(contents),
        *(_language(one, contents) for one in languages_of(contents)),
        *_totals(contents),
        *(element("domainInfo", element("domain", one)) for one in _domains(contents)),
        _creation(),
    )
    return element("corpusTextInfo", lines(parts))


def _linguality(contents: Contents) -> Xml:
    number = len(languages_of(contents))
    kind = element("lingualityType", _LINGUALITY.get(number, "multilingual"))
    how = element("multilingualityType", "parallel" if contents.units.total() else "comparable") if number > 1 else ""
    return element("lingualityInfo", kind, how)


def _language(language: Lang, contents: Contents) -> Xml:
    size = contents.sizes.get(language)
    sizes = [_size("sizePerLanguage", unit, getattr(size, own)) for unit, own in _UNITS.items()] if size else []
    # META-SHARE has no word for types, so it is told as a kind of its own.
    sizes += [_size("sizePerLanguage", "types", size.types)] if size else []
    return element("languageInfo", lines([element("languageId", language), *sizes]))


def _totals(contents: Contents) -> Iterator[Xml]:
    for unit, own in _UNITS.items():
        yield _size("sizeInfo", unit, sum(getattr(size, own) for size in contents.sizes.values()))
    if contents.units.total():
        yield _size("sizeInfo", "translationUnits", contents.units.total())


def _size(name: str, unit: str, number: int) -> Xml:
    return element(name, element("size", str(number)), element("sizeUnit", unit))


def _domains(contents: Contents) -> list[str]:
    return [*ranked(contents.topics)][:_MOST_DOMAINS]


def _creation() -> Xml:
    tool = element("creationTool", element("targetResourceNameURI", f"polytrawl {version()}"))
    return element("creationInfo", element("creationMode", "automatic"), tool)
