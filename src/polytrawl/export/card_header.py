"""The header of the dataset card, in YAML: what Hugging Face reads, and where `datasets` finds the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from polytrawl.export.contents import Contents
from polytrawl.export.licences import creative_commons
from polytrawl.records import Lang

__all__ = ["Tables", "header", "languages_of", "title_of"]

_SIZES = (
    *((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M")),
    *((10**8, "10M<n<100M"), (10**9, "100M<n<1B"), (10**10, "1B<n<10B")),
)


class Tables(NamedTuple):
    """The Parquet tables that a card tells of, seen from it: a folder of units and one of documents."""

    home: str = ""  # the folder of both, with a slash at its end
    pairs: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, folder: Path, home: str = "") -> Tables:
        """Those that lie in a folder."""
        pairs, languages = (
            tuple(sorted(path.stem for path in (folder / home / name).glob("*.parquet")))
            for name in ("data", "documents")
        )
        return cls(home, pairs, languages)

    def configs(self, *, units_first: bool) -> dict[str, str]:
        """Names of configurations and their files; the first is the default."""
        units = {"all": f"{self.home}data/*.parquet"} if self.pairs else {}
        units |= {pair: f"{self.home}data/{pair}.parquet" for pair in self.pairs}
        texts = {"documents": f"{self.home}documents/*.parquet"} if self.languages else {}
        texts |= {f"documents-{one}": f"{self.home}documents/{one}.parquet" for one in self.languages}
        return units | texts if units_first else texts | units


def languages_of(contents: Contents) -> list[Lang]:
    """All languages of documents and units, sorted."""
    return sorted({*contents.sizes, *(language for pair in contents.units for language in pair)})


def title_of(contents: Contents) -> str:
    """What it is, in some words."""
    return "Parallel sentences and texts from the web" if contents.units.total() else "Texts from the web"


def header(contents: Contents, tables: Tables) -> str:
    """The header with its two lines of dashes."""
    # The hub wants languages without script and region.
    languages = sorted({language.partition("-")[0] for language in languages_of(contents)} - {"und"})
    total = contents.units.total()
    tasks = [*(["translation"] if total else []), *(["text-generation"] if contents.sizes else [])]
    rows = total or sum(size.documents for size in contents.sizes.values())
    lines = [
        *("---", f"pretty_name: {title_of(contents)}"),
        *_list("task_categories", tasks),
        *_list("multilinguality", [_multilinguality(languages, is_parallel=total > 0)]),
        *_list("source_datasets", ["original"]),
        *_list("language", (f'"{language}"' for language in languages)),  # in quotes, or Norwegian is read as `false`
        f"license: {_licence({*contents.licences, *contents.unit_licences})}",
        *_list("size_categories", [_size(rows)]),
        *_configs(tables.configs(units_first=total > 0 or not contents.sizes)),
        "---",
    ]
    return "\n".join(lines)


def _list(name: str, values: Iterable[str]) -> Iterator[str]:
    found = [f"- {value}" for value in values]
    yield from (f"{name}:", *found) if found else ()


def _multilinguality(languages: list[str], *, is_parallel: bool) -> str:
    if is_parallel:
        return "translation"
    return "multilingual" if len(languages) > 1 else "monolingual"


def _configs(files: dict[str, str]) -> Iterator[str]:
    for number, (name, place) in enumerate(files.items()):
        yield from ("configs:",) if not number else ()
        yield from (f"- config_name: {name}", f"  data_files: {place}")
        yield from ("  default: true",) if not number else ()


def _licence(licences: set[str]) -> str:
    """The licence as the hub names it, where everything has the same; `unknown` where nothing has any."""
    if not any(licences):
        return "unknown"
    name, version = (creative_commons(next(iter(licences))) if len(licences) == 1 else None) or ("", "")
    if not version:
        return "other"
    return f"cc0-{version}" if name == "zero" else f"cc-{name}-{version}"


def _size(number: int) -> str:
    return next((name for limit, name in _SIZES if number < limit), "10B<n<100B")
