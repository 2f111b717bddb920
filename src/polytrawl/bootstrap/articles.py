"""The Wikipedia baseline of Laranjeira (2015, 5.2.1.2): articles of the tree as a corpus, titles as a phrase table.

For each language a text file, one sentence a line, with a blank line after each article, from which a language model
can be built. For each pair of languages the titles of linked articles in the form of Moses:

    tulip ||| Tulpe ||| 1 1 1 1 ||| 0-0 ||| 1 1 1

The four scores are phi(s|t), lex(s|t), phi(t|s) and lex(t|s). Phi is the share of the pages with one title that link to
the other, the lexical weights are 1, since titles have no word alignment; the counts are those of t, s and the pair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from polytrawl.bootstrap.base import Progress, Source
from polytrawl.bootstrap.reading import texts_of
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.titles import term_of
from polytrawl.files import write_whole, writing_whole
from polytrawl.records import Lang
from polytrawl.sentences import split

__all__ = ["clear_articles", "phrase_table", "write_articles"]

FOLDER = "articles"
_OURS = re.compile(r"[a-z]{2,3}(-[a-z0-9]+)*\.txt|phrase-table\.[a-z0-9-]+")


def write_articles(found: Bootstrap, source: Source, folder: Path, progress: Progress) -> list[Path]:
    """Write texts and phrase tables; the paths that were written."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    written = [path for language in found.languages if (path := _write_texts(found, language, source, place, progress))]
    for pair in _pairs(found.languages):
        path = place / f"phrase-table.{pair[0]}-{pair[1]}"
        write_whole(path, "".join(f"{line}\n" for line in phrase_table(found, pair)))
        written.append(path)
    return written


def clear_articles(folder: Path, languages: Sequence[Lang]) -> None:
    """Remove texts and phrase tables of languages that are no longer asked for."""
    kept = {f"{one}.txt" for one in languages} | {f"phrase-table.{one}-{other}" for one, other in _pairs(languages)}
    for path in (folder / FOLDER).glob("*"):
        if _OURS.fullmatch(path.name) and path.name not in kept:
            path.unlink()


def _pairs(languages: Sequence[Lang]) -> Iterator[tuple[Lang, Lang]]:
    return combinations(languages, 2)


def _write_texts(found: Bootstrap, language: Lang, source: Source, place: Path, progress: Progress) -> Path | None:
    wiki = source.wiki(language)
    if wiki is None or not wiki.has_texts:
        return None
    titles = sorted({one.titles[language] for one in found.articles if language in one.titles})
    path = place / f"{language}.txt"
    with writing_whole(path) as file:
        for _, text in texts_of(wiki, titles, progress):
            file.writelines(f"{sentence}\n".encode("utf-8", "replace") for sentence in split(text, language))
            file.write(b"\n")
    return path


def phrase_table(found: Bootstrap, pair: tuple[Lang, Lang]) -> Iterator[str]:
    """The lines of a phrase table in the form of Moses, sorted."""
    both = Counter(_phrases(found, pair))
    sources, targets = Counter[str](), Counter[str]()
    for (source, target), count in both.items():
        sources[source] += count
        targets[target] += count
    for (source, target), count in sorted(both.items()):
        counts = targets[target], sources[source], count
        scores = f"{count / counts[0]:.6g} 1 {count / counts[1]:.6g} 1"
        yield f"{source} ||| {target} ||| {scores} ||| {_links(source, target)} ||| {' '.join(map(str, counts))}"


def _phrases(found: Bootstrap, pair: tuple[Lang, Lang]) -> Iterator[tuple[str, str]]:
    """The titles of linked articles; those of terms as they are written inside sentences."""
    written = {(term.language, term.title): term.text for term in found.terms}

    def phrase(language: Lang, title: str) -> str:
        # Bars end a column.
        return " ".join(written.get((language, title), term_of(title)).replace("|", " ").split())

    for one in found.articles:
        if all(language in one.titles for language in pair):
            left, right = (phrase(language, one.titles[language]) for language in pair)
            yield left, right


def _links(source: str, target: str) -> str:
    """Word alignment of a phrase: of single words it is known, of others nothing is claimed."""
    return "0-0" if " " not in source and " " not in target else ""
