"""Small dictionaries of every form, written by the tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<entry><form><orth>Abend</orth><pron>x</pron></form><sense><cit type="trans"><quote>sera</quote></cit>
<cit type="example"><quote>guten Abend</quote><cit type="trans"><quote>buona sera</quote></cit></cit></sense></entry>
<entry><form><orth>Abart</orth></form><sense>
<cit type="trans"><quote>genere, <hi>specie</hi></quote></cit></sense></entry>
</body></text></TEI>
"""

DIX = """<?xml version="1.0" encoding="UTF-8"?>
<dictionary>
  <alphabet/>
  <sdefs><sdef n="n"/><sdef n="vblex"/></sdefs>
  <pardefs><pardef n="num"><e><p><l>1</l><r>1</r></p></e></pardef></pardefs>
  <section id="main" type="standard">
    <!-- <e><p><l>gone</l><r>perso</r></p></e> -->
    <e><p><l>house<s n="n"/></l><r>casa<s n="n"/><s n="f"/></r></p></e>
    <e r="LR"><p><l>home<s n="n"/></l><r>casa<s n="n"/></r></p></e>
    <e r="RL"><p><l>dwelling<s n="n"/></l><r>dimora<s n="n"/></r></p></e>
    <e><p><l>take<g><b/>away</g><s n="vblex"/></l><r>portar<b/>via<s n="vblex"/></r></p></e>
    <e><i>radio</i><p><l><s n="n"/></l><r><s n="n"/><s n="f"/></r></p></e>
    <e i="yes"><p><l>bad</l><r>male</r></p></e>
    <e><re>[0-9]+</re><p><l><s n="num"/></l><r><s n="num"/></r></p></e>
    <e><par n="num"/></e>
  </section>
</dictionary>
"""

WORDS = [
    {
        "word": "house",
        "lang_code": "en",
        "pos": "noun",
        "translations": [
            {"lang": "Italian", "code": "it", "word": "casa", "tags": ["feminine"]},
            {"lang": "German", "code": "de", "word": "Haus"},
            {"lang": "Italian", "code": "it", "note": "see home"},
        ],
    },
    {"word": "cat", "lang_code": "en", "senses": [{"translations": [{"lang_code": "it", "word": "gatto"}]}]},
    {"word": "gatta", "lang_code": "it", "translations": [{"code": "en", "word": "she-cat"}]},
    {"word": "Katze", "lang_code": "de", "translations": [{"code": "it", "word": "gatta"}]},
    {"title": "a redirect", "redirect": "house"},
]

ARTICLES = {
    "00databaseinfo": "info\nfree words",
    "abend": "Abend /x/ <n>\nsera",
    "abart": "Abart\n1. genere 2. specie",
}


def base64(number: int) -> str:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return (base64(number // 64) if number >= 64 else "") + digits[number % 64]


def write_dictd(path: Path, articles: Mapping[str, str] = ARTICLES) -> Path:
    body, index = b"", ""
    for word, article in articles.items():
        data = article.encode()
        index += f"{word}\t{base64(len(body))}\t{base64(len(data))}\n"
        body += data
    path.with_suffix(".dict.dz").write_bytes(gzip.compress(body))
    path.write_text(index, encoding="utf-8")
    return path


def write_tei(path: Path) -> Path:
    path.write_text(TEI, encoding="utf-8")
    return path


def write_table(path: Path) -> Path:
    path.write_text("# German and Italian\nAbend\tsera\tnoun\nAbart\tgenere\nAbart\tspecie\n", encoding="utf-8")
    return path


def write_dix(path: Path) -> Path:
    path.write_text(DIX, encoding="utf-8")
    return path


def write_words(path: Path) -> Path:
    lines = "".join(json.dumps(word) + "\n" for word in WORDS).encode()
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return path
