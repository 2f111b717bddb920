"""The shapes of answers, as MediaWiki gives them since 1.25 (`formatversion=2`). What is not used here is ignored."""

from __future__ import annotations

import msgspec

from polytrawl.errors import StageError

__all__ = ["Page", "Query", "query_of"]


class Info(msgspec.Struct, frozen=True):
    """The size of a category."""

    pages: int = 0
    subcats: int = 0


class Link(msgspec.Struct, frozen=True):
    """A link to another language, by its title, or out of the wiki, by its URL."""

    title: str = ""
    url: str = ""


class Move(msgspec.Struct, frozen=True):
    """One title instead of another."""

    old: str = msgspec.field(name="from", default="")
    new: str = msgspec.field(name="to", default="")


class Content(msgspec.Struct, frozen=True):
    """A text."""

    content: str = ""


class Slots(msgspec.Struct, frozen=True):
    """The parts of a revision."""

    main: Content = Content()


class Revision(msgspec.Struct, frozen=True):
    """A version of a page."""

    slots: Slots = Slots()


class Page(msgspec.Struct):
    """A page, as far as it was asked for; lists may go on in the next answer."""

    title: str = ""
    ns: int = 0
    asked: str = ""  # ours: the title under which it was asked for
    missing: bool = False
    invalid: bool = False
    redirect: bool = False
    pageprops: dict[str, object] = {}
    categoryinfo: Info = Info()
    langlinks: list[Link] = []
    extlinks: list[Link] = []
    revisions: list[Revision] = []

    @property
    def name(self) -> str:
        """The name of a category without its namespace, which is in the language of the wiki.

        >>> Page(title="Kategorie:Blumen: Arten").name
        'Blumen: Arten'
        """
        return self.title.partition(":")[2]

    @property
    def is_article(self) -> bool:
        """Whether it is there, and no category, portal or the like."""
        return not (self.missing or self.invalid or self.ns)

    @property
    def size(self) -> int:
        """How many members a category has."""
        return self.categoryinfo.pages + self.categoryinfo.subcats

    def join(self, more: Page) -> None:
        """Take what a later answer adds."""
        self.pageprops = {**self.pageprops, **more.pageprops}
        self.langlinks.extend(more.langlinks)
        self.extlinks.extend(more.extlinks)
        self.revisions = self.revisions or more.revisions
        if more.size:
            self.categoryinfo = more.categoryinfo


class Named(msgspec.Struct, frozen=True):
    """A category in a list of them."""

    category: str = ""


class Query(msgspec.Struct):
    """One answer, or a part of it."""

    pages: list[Page] = []
    normalized: list[Move] = []
    redirects: list[Move] = []
    categorymembers: list[Page] = []
    search: list[Page] = []
    allcategories: list[Named] = []


def query_of(answer: object, where: str) -> Query:
    """An answer in its shape; a `StageError` says where it is not."""
    try:
        return msgspec.convert(answer, Query)
    except msgspec.ValidationError as err:
        raise StageError(f"{where}: an answer of another shape: {err}; is it a MediaWiki of 1.25 or newer?") from err
