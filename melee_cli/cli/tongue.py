"""Which language is spoken: ``--lang``, then ``MELEE_LANG``, then the locale; scripts get English."""

from __future__ import annotations

import os

LANGUAGES = ("en", "ru")


def spoken(asked: str | None, format_: str = "table") -> str:
    """Return the language for results in *format_*: json and jsonl are English unless *asked* otherwise."""
    if asked:
        return asked
    return "en" if format_ in ("json", "jsonl") else surroundings()


def surroundings() -> str:
    """Return the language the environment asks for, English where it names none that we have."""
    for name in ("MELEE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            found = value.lower().replace("-", "_").split(".")[0].split("_")[0]
            return found if found in LANGUAGES else "en"
    return "en"
