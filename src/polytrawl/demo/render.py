"""Demo pages as HTML5: the main text inside the menu, boxes and footer of a usual site."""

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from polytrawl.demo.article import article_html
from polytrawl.demo.chrome import SECTIONS, Site
from polytrawl.demo.content import LANGUAGES, DemoPage

_RELATED = 3


def render_page(site: Site, page: DemoPage, address: str) -> bytes:
    """The bytes of one page in one language, in the page's encoding."""
    texts = {name: escape(text) for name, text in site.chrome[address].texts.items()}
    html = _template("page.html").substitute(
        texts,
        **_head(page, address),
        **_links(site, page, address),
        **_boxes(site, page, address),
        article=article_html(site, page, address),
    )
    return html.encode(page.encoding.get(address, "utf-8"))


def render_print(site: Site, page: DemoPage, address: str) -> bytes:
    """The bytes of the version for printing: the same main text and nothing around it.

    It names no canonical URL, so that only a look at the text shows the duplicate.
    """
    title = escape(page.title[page.text_language(address)])
    article = article_html(site, page, address)
    return _template("print.html").substitute(language=address, title=title, article=article).encode()


@cache
def _template(name: str) -> Template:
    return Template(files(__package__).joinpath("templates", name).read_text(encoding="utf-8"))


def _head(page: DemoPage, address: str) -> dict[str, str]:
    language = page.text_language(address)
    # A page in another encoding says so in the HTTP header only.
    charset = "" if address in page.encoding else '<meta charset="utf-8">\n'
    return {
        "language": address,
        "charset": charset,
        "title": escape(page.title[language]),
        "description": escape(page.description[language]),
        "canonical": page.url(address),
        "alternates": "".join(_alternate(page, other) for other in _counterparts(page)),
    }


def _counterparts(page: DemoPage) -> tuple[str, ...]:
    return page.addresses if page.hreflang else ()


def _alternate(page: DemoPage, other: str) -> str:
    return f'<link rel="alternate" hreflang="{other}" href="{page.url(other)}">\n'


def _links(site: Site, page: DemoPage, address: str) -> dict[str, str]:
    home = site.pages["index"].url(address)
    return {
        "home": home,
        "menu": _menu(site, address),
        "switch": " ".join(_switch(site, page, address, other) for other in LANGUAGES),
        "breadcrumb": _breadcrumb(site, page, address),
        "legal_url": site.pages["legal"].url(address),
    }


def _link(url: str, text: str) -> str:
    return f'<a href="{url}">{escape(text)}</a>'


def _list(items: list[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{item}</li>" for item in items) + "\n</ul>"


def _menu(site: Site, address: str) -> str:
    chrome, home = site.chrome[address], site.pages["index"].url(address)
    items = [_link(home, chrome.texts["home_label"])]
    items += [_link(f"{home}#{x}", chrome.sections[x]) for x in SECTIONS if site.section(x, address)]
    thread = site.pages["thread-17"]
    if address in thread.addresses:
        items.append(_link(thread.url(address), chrome.texts["forum_label"]))
    return _list(items)


def _switch(site: Site, page: DemoPage, address: str, other: str) -> str:
    """A link to the counterpart, or to the other home page where none is declared."""
    name = site.chrome[other].texts["language_name"]
    if other == address:
        return f'<span class="here">{name}</span>'
    target = page if other in _counterparts(page) else site.pages["index"]
    return f'<a hreflang="{other}" href="{target.url(other)}">{name}</a>'


def _breadcrumb(site: Site, page: DemoPage, address: str) -> str:
    chrome, home = site.chrome[address], site.pages["index"].url(address)
    trail = [_link(home, chrome.texts["home_label"])]
    if page.section:
        trail.append(_link(f"{home}#{page.section}", chrome.sections[page.section]))
    trail.append(f"<span>{escape(page.title[page.text_language(address)])}</span>")
    return " &gt; ".join(trail)


def _boxes(site: Site, page: DemoPage, address: str) -> dict[str, str]:
    news = [escape(text) for text in site.chrome[address].news]
    related = [_link(p.url(address), p.title[p.text_language(address)]) for p in _related(site, page, address)]
    return {
        "tools": _tools(site, page, address),
        "related": _list(related),
        "news": _list(news),
        "shelf": _shelf(site, page, address),
    }


def _related(site: Site, page: DemoPage, address: str) -> list[DemoPage]:
    """The pages that follow this one in the list, from its start again at the end."""
    pages = site.listed(address)
    keys = [other.key for other in pages]
    start = keys.index(page.key) + 1 if page.key in keys else 0
    return [*pages[start:], *pages][:_RELATED]


def _tools(site: Site, page: DemoPage, address: str) -> str:
    texts = site.chrome[address].texts
    items = [f'{escape(texts["updated"])} <time datetime="{page.updated}">{page.updated}</time>']
    if page.has_print:
        items.append(_link(f"http://{page.host}{page.print_path(address)}", texts["print"]))
    older = site.pages.get(f"{page.key}-2019")
    if older:
        items.append(_link(older.url(address), texts["older"]))
    return " | ".join(items)


def _shelf(site: Site, page: DemoPage, address: str) -> str:
    entries = [x for x in site.shelf if x.page == page.key and address in x.text]
    if not entries:
        return ""
    title = escape(site.chrome[address].texts["shelf_title"])
    return f"<h3>{title}</h3>\n" + _list([_link(x.href, x.text[address]) for x in entries]) + "\n"
