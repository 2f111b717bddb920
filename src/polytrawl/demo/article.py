"""The main text of a demo page as HTML: the part a cleaner should keep."""

from html import escape
from itertools import groupby

from polytrawl.demo.chrome import SECTIONS, Site
from polytrawl.demo.content import WWW, Block, DemoPage


def article_html(site: Site, page: DemoPage, address: str) -> str:
    """The main text of a page: its title, picture and blocks, on a home page also the teasers."""
    language = page.text_language(address)
    parts = [f"<h1>{escape(page.title[language])}</h1>"]
    if page.image:
        parts.append(_figure(site, page, address))
    for kind, group in groupby(page.blocks, key=lambda block: block.kind):
        parts.append(_group(site, kind, list(group), language))
    if page.kind == "home":
        parts += [_teasers(site, section, address) for section in SECTIONS]
    return "\n".join(part for part in parts if part)


def _figure(site: Site, page: DemoPage, address: str) -> str:
    alt = site.chrome[address].texts["image_alt"].format(title=page.title[page.text_language(address)])
    source = f"http://{WWW}/img/{page.image}.svg"
    return f'<p class="figure"><img src="{source}" alt="{escape(alt)}" width="320" height="180"></p>'


def _group(site: Site, kind: str, blocks: list[Block], language: str) -> str:
    """Neighbouring blocks of one kind, list items inside one list."""
    lines = [_block(site, block, language) for block in blocks]
    if kind == "listitem":
        lines = ["<ul>", *lines, "</ul>"]
    return "\n".join(lines)


def _block(site: Site, block: Block, language: str) -> str:
    text = escape(" ".join(block.units[language]), quote=False)
    match block.kind:
        case "heading":
            return f"<h2>{text}</h2>"
        case "listitem":
            return f"<li>{text}</li>"
        case "post":
            posted = site.chrome[language].texts["posted"].format(author=block.author, date=block.date)
            return f'<div class="post">\n<p class="by">{escape(posted)}</p>\n<p>{text}</p>\n</div>'
    return f"<p>{text}</p>"


def _teasers(site: Site, section: str, address: str) -> str:
    pages = site.section(section, address)
    if not pages:
        return ""
    heading = f"<h2>{escape(site.chrome[address].sections[section])}</h2>"
    body = "\n".join(_teaser(page, address) for page in pages)
    return f'<section id="{section}">\n{heading}\n{body}\n</section>'


def _teaser(page: DemoPage, address: str) -> str:
    language = page.text_language(address)
    link = f'<a href="{page.url(address)}">{escape(page.title[language])}</a>'
    return f"<h3>{link}</h3>\n<p>{escape(page.description[language], quote=False)}</p>"
