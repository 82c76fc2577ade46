"""The translations: what is to be translated, brought into the catalogs, and the catalogs compiled.

``python -m tests.catalogs`` brings every message of the source into the ``.po`` files (the core's in
``melee_cli/locale``, each system's in its own folder), drops those that are gone, compiles the ``.mo``
files and says how many are not translated yet. The tests use the same functions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "melee_cli"
SYSTEMS = PACKAGE / "systems"
KEYWORDS = {"M": (1,), "MN": (1, 2), "Message": (1,), "PydanticCustomError": (2,)}
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # a catalog compiled again is the same bytes
PLACE = re.compile(r"\{\w*\}")
LOCALES = ("ru",)
HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: {locale}\n"
"Plural-Forms: {plural_forms}\n"
"""


def domains() -> dict[str, Path]:
    """Return the folder of each domain's catalogs: the core's and one a system."""
    own = {
        folder.name: folder / "locale" for folder in SYSTEMS.iterdir() if (folder / "__init__.py").exists()
    }
    return {"melee": PACKAGE / "locale", **dict(sorted(own.items()))}


def sources(domain: str) -> Iterator[Path]:
    """Yield the source files whose messages belong to *domain*."""
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        owner = inside[1] if inside[0] == "systems" and len(inside) > 2 else "melee"
        if owner == domain:
            yield path


def extracted(domain: str) -> Catalog:
    """Return the messages of *domain*'s source, as a template."""
    template = Catalog(domain=domain, charset="utf-8", fuzzy=False)
    for path in sources(domain):
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            if message and has_words(message):
                template.add(message)
    return template


def has_words(message: str | tuple[str, ...]) -> bool:
    """Return whether *message* says anything by itself; one of places and signs only is no language's."""
    text = message if isinstance(message, str) else "".join(message)
    return any(char.isalpha() for char in PLACE.sub("", text))


def po_path(domain: str, locale: str) -> Path:
    """Return the path of *domain*'s catalog for *locale*."""
    return domains()[domain] / locale / "LC_MESSAGES" / f"{domain}.po"


def read(domain: str, locale: str) -> Catalog:
    """Return *domain*'s catalog for *locale* as it is on disk."""
    with po_path(domain, locale).open("rb") as file:
        return read_po(file, locale=locale, domain=domain, charset="utf-8")


def compiled(catalog: Catalog) -> bytes:
    """Return *catalog* as the standard library's gettext reads it."""
    catalog.creation_date = catalog.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def untranslated(catalog: Catalog) -> list[str]:
    """Return the messages of *catalog* without a translation."""
    return [str(message.id) for message in catalog if message.id and not all(forms(message))]


def forms(message: Message) -> list[str]:
    """Return the translations of *message*: one, or one for each plural form."""
    return (
        [message.string]
        if isinstance(message.string, str)
        else [str(form) for form in message.string or [""]]
    )


def update(domain: str, locale: str) -> Catalog:
    """Bring the catalog of *domain* for *locale* up to the source, and compile it."""
    path = po_path(domain, locale)
    old = read(domain, locale) if path.exists() else Catalog(locale=locale)
    catalog = Catalog(locale=locale, domain=domain, charset="utf-8", fuzzy=False)
    for message in extracted(domain):
        if message.id:
            known = old.get(message.id)
            catalog.add(message.id, known.string if known else "")
    body = BytesIO()
    write_po(body, catalog, width=100, no_location=True, sort_output=True, omit_header=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without dates and names, which would make every run a change.
    header = HEADER.format(locale=locale, plural_forms=catalog.plural_forms)
    path.write_bytes(header.encode() + b"\n" + body.getvalue())
    catalog = read(domain, locale)
    path.with_suffix(".mo").write_bytes(compiled(catalog))
    return catalog


def main() -> None:
    """Bring all catalogs up to date and tell what is left to translate."""
    for domain in domains():
        for locale in LOCALES:
            missing = untranslated(update(domain, locale))
            sys.stdout.write(f"{domain} {locale}: {len(missing)} to translate\n")
            sys.stdout.writelines(f"  {text}\n" for text in missing)


if __name__ == "__main__":
    main()
