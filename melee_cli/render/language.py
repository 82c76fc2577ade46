"""Messages as text, in English or by a gettext catalog: the only place where sentences are made."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Protocol, TypeAlias

from melee_cli.core.messages import M, Marked, Message, Phrases, Role

if TYPE_CHECKING:
    from gettext import GNUTranslations

    from melee_cli.core.system import System

LANGUAGES = ("en", "ru")
CORE = Path(__file__).parent.parent / "locale"


def surroundings() -> str:
    """Return the language the environment asks for, English where it names none that we have."""
    for name in ("MELEE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            found = value.lower().replace("-", "_").split(".")[0].split("_")[0]
            return found if found in LANGUAGES else "en"
    return "en"


Said: TypeAlias = "Message | Phrases | Marked | Fraction | str | int | None"


class Catalog(Protocol):
    """What a language needs of a catalog; the standard library's translations have it."""

    def gettext(self, message: str) -> str:
        """Return the translation of *message*."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of the form that *n* takes."""


def catalog(code: str, folder: Path | None, domain: str) -> GNUTranslations | None:
    """Return the translations into *code* of *domain* under *folder*, before those of the core.

    None where there are none at all: the ids themselves are the English text.
    """
    from gettext import GNUTranslations

    found: GNUTranslations | None = None
    for place, name in ((CORE, "melee"), (folder, domain)):
        path = place and place / code / "LC_MESSAGES" / f"{name}.mo"
        if path and path.is_file():
            with path.open("rb") as file:
                own = GNUTranslations(file)
            if found is not None:
                own.add_fallback(found)
            found = own
    return found


class Language:
    """Says messages in one language, with the words of a system before the general ones.

    Of several systems the words of all are known, those of the first first.
    """

    def __init__(self, code: str, system: System | None = None, *more: System) -> None:
        self.code = code
        own = (system.catalog, system.id) if system else (None, "")
        found = None if code == "en" else catalog(code, *own)
        for other in more:
            fallback = found and catalog(code, other.catalog, other.id)
            if found and fallback:
                found.add_fallback(fallback)
        self._catalog: Catalog | None = found

    def text(self, said: Said) -> str:
        """Return *said* as text; nothing is the empty text, an exact number reads ``5/2``."""
        if isinstance(said, str):
            return said
        if isinstance(said, Message):
            template = self._template(said)
            params = said.params
            if not params:
                return template
            return template.format_map(
                {name: v if isinstance(v, (str, int)) else self.text(v) for name, v in params.items()}
            )
        if isinstance(said, Phrases):
            return self._joined([self.text(item) for item in said.items], said.joiner)
        if isinstance(said, Marked):
            return self.text(said.said)
        if said is True or said is False:
            return self.text(YES if said else NO)
        return "" if said is None else str(said)

    def pieces(self, said: Said, role: Role = "") -> Iterator[tuple[str, Role]]:
        """Yield the pieces of *said* with their roles, which together are its :meth:`text`."""
        if isinstance(said, Marked):
            yield from self.pieces(said.said, said.role or role)
        elif isinstance(said, Message) and said.params:
            for text, name, _, _ in Formatter().parse(self._template(said)):
                yield text, role
                if name is not None:
                    yield from self.pieces(said.params[name], role)
        elif isinstance(said, Phrases) and len(said.items) > 1:
            *first, last = (list(self.pieces(item, role)) for item in said.items)
            joint = LAST.get(said.joiner)
            between = self._template(joint).split("}", 1)[1].split("{")[0] if joint else ", "
            for place, item in enumerate(first):
                yield from [(", ", role), *item] if place else item
            yield from ((between, role), *last)
        else:
            yield self.text(said), role

    def _template(self, said: Message) -> str:
        if said.plural is None:
            return self._catalog.gettext(said.text) if self._catalog and said.text else said.text
        n = said.params["n"]
        if not isinstance(n, int):
            raise TypeError(f"the count of {said.text!r} is no number")
        if self._catalog:
            return self._catalog.ngettext(said.text, said.plural, abs(n))
        return said.text if n == 1 else said.plural

    def _joined(self, texts: Sequence[str], joiner: str) -> str:
        last = LAST.get(joiner)
        if last is None or len(texts) < 2:
            return ", ".join(texts)
        return self.text(Message(last.text, {"first": ", ".join(texts[:-1]), "last": texts[-1]}))


YES, NO = M("yes"), M("no")
LAST = {"and": M("{first} and {last}"), "or": M("{first} or {last}")}

_languages: dict[tuple[str, str, str], Language] = {}


def language_for(code: str, system: System | None = None) -> Language:
    """Return the language *code* with the words of *system*; the same object for the same question."""
    key = (code, system.id, str(system.catalog)) if system else (code, "", "")
    known = _languages.get(key)
    if known is None:
        known = _languages[key] = Language(code, system)
    return known
