"""All language editions behind one template of an address."""

from __future__ import annotations

from pathlib import Path

from polytrawl.bootstrap.api.answers import Answers
from polytrawl.bootstrap.api.client import Client, Manners
from polytrawl.bootstrap.api.wiki import ApiWiki
from polytrawl.bootstrap.editions import edition
from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.urls import normalise

__all__ = ["WIKIPEDIA", "ApiSource"]

WIKIPEDIA = "https://{lang}.wikipedia.org/w/api.php"


class ApiSource:
    """Editions as their APIs tell of them; answers are kept in a file."""

    def __init__(self, answers: Path, *, template: str = WIKIPEDIA, manners: Manners | None = None) -> None:
        if "{lang}" not in template or normalise(template.replace("{lang}", "en")) is None:
            raise ConfigError(
                f"--wiki {template}: write the address of an API with {{lang}} in it, such as {WIKIPEDIA}"
            )
        self._template, self._manners = template, manners or Manners()
        self._answers = Answers(answers)
        self._open: dict[Lang, tuple[Client, ApiWiki]] = {}

    def wiki(self, language: Lang) -> ApiWiki:
        """One edition."""
        if language not in self._open:
            url = self._template.replace("{lang}", edition(language))
            client = Client(url, self._answers, self._manners)
            self._open[language] = client, ApiWiki(language, client)
        return self._open[language][1]

    def notes(self) -> list[str]:
        """Nothing: an API that fails stops the bootstrap."""
        return []

    def forget(self) -> None:
        """Ask everything anew."""
        self._answers.forget()

    @property
    def asked(self) -> int:
        """How many requests went out."""
        return sum(client.asked for client, _ in self._open.values())

    def close(self) -> None:
        """Close connections and files."""
        for client, _ in self._open.values():
            client.close()
        self._answers.close()
