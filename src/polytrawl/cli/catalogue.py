"""The list of plug-ins, made from their classes."""

from __future__ import annotations

from typing import Any

from polytrawl.cli.start import toml_value
from polytrawl.options import Option, options
from polytrawl.plugin import Plugin, all_classes


def entries() -> list[dict[str, Any]]:
    """All plug-ins with their options, for machines."""
    return [_entry(cls) for cls in all_classes()]


def _entry(cls: type[Plugin]) -> dict[str, Any]:
    settable = [one for one in options(cls) if not one.shared]
    return {"kind": cls.kind, "name": cls.name, "says": says(cls), "options": [_option(one) for one in settable]}


def _option(one: Option) -> dict[str, Any]:
    default = None if one.required else toml_value(one.default)
    return {"name": one.name, "default": default, "required": one.required, "help": one.help}


def says(cls: type[Plugin]) -> str:
    """The first line of a class's docstring."""
    return (cls.__doc__ or "").strip().partition("\n")[0]


def show() -> None:
    """Print all plug-ins for people."""
    kind = ""
    for entry in entries():
        if entry["kind"] != kind:
            kind = entry["kind"]
            print(f"\n{kind}")
        print(f"  {entry['name']:18} {entry['says']}")
        for one in entry["options"]:
            default = "(no default)" if one["required"] else f"= {one['default']}"
            print(f"    {one['name']} {default}" + (f"  # {one['help']}" if one["help"] else ""))
