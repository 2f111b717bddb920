"""Language tags: which of them name the same language, and how the user spelled it."""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl.records import Lang

# Identifiers say "nb" where sites and users say "no", and the other way round; old tags live on in `<html lang>`.
_SAME = {"no": "nb", "iw": "he", "in": "id", "ji": "yi", "tl": "fil", "mo": "ro", "sh": "sr"}


def primary(tag: Lang) -> Lang:
    """The language of a tag, without region or script.

    >>> primary("pt-br"), primary("no")
    ('pt', 'nb')
    """
    subtag = tag.partition("-")[0]
    return _SAME.get(subtag, subtag)


def same_language(left: Lang, right: Lang) -> bool:
    """Whether two tags name the same language, whatever the region."""
    return primary(left) == primary(right)


def as_asked(found: Lang, asked: Sequence[Lang], declared: Lang = "") -> Lang:
    """The tag under which the user asked for the language; as found where he did not.

    An identifier hears Portuguese, not Brazil: of several asked tags the declared one is taken, else the first.

    >>> as_asked("pt", ("de", "pt-br")), as_asked("fr", ("de",)), as_asked("pt", ("pt-br", "pt-pt"), "pt-pt")
    ('pt-br', 'fr', 'pt-pt')
    """
    fitting = [tag for tag in asked if same_language(tag, found)]
    if declared in fitting:
        return declared
    return fitting[0] if fitting else found
