"""Every message is translated, with the same places, and what is compiled is what is written.

``python -m tests.catalogs`` brings the catalogs up to the source.
"""

import re
from gettext import GNUTranslations
from string import Formatter

import pytest

from tests.catalogs import (
    LOCALES,
    compiled,
    domains,
    extracted,
    forms,
    has_words,
    po_path,
    read,
    sources,
    untranslated,
)

DOMAINS = [(domain, locale) for domain in domains() for locale in LOCALES]


def ids(catalog):
    return {message.id for message in catalog if message.id}


def places(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_the_catalog_has_the_messages_of_the_source_and_no_others(domain, locale):
    assert ids(read(domain, locale)) == ids(extracted(domain))


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_every_message_is_translated(domain, locale):
    assert untranslated(read(domain, locale)) == []


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_a_translation_has_the_places_of_its_message(domain, locale):
    for message in read(domain, locale):
        if message.id:
            wanted = message.id if isinstance(message.id, str) else message.id[1]
            for form in forms(message):
                assert places(form) == places(wanted), message.id


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_a_counted_message_has_every_plural_form(domain, locale):
    catalog = read(domain, locale)
    for message in catalog:
        if isinstance(message.id, tuple):
            assert len(forms(message)) == catalog.num_plurals


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_the_compiled_catalog_is_the_written_one(domain, locale):
    path = po_path(domain, locale)
    assert path.with_suffix(".mo").read_bytes() == compiled(read(domain, locale))
    with path.with_suffix(".mo").open("rb") as file:
        assert GNUTranslations(file).info()["language"] == locale


@pytest.mark.parametrize(("domain", "locale"), DOMAINS)
def test_a_translation_is_in_its_own_letters(domain, locale):
    code = re.compile(r"\{\w*\}|\b[a-z_]+: ?\w+|[A-Za-z]\w*_\w+")
    same = []
    for message in read(domain, locale):
        text = code.sub("", forms(message)[0])
        if message.id and has_words(text) and not re.search("[а-яё]", text, re.IGNORECASE):
            same.append(message.id)
    assert same == SAME.get((domain, locale), [])


#: What is the same in Russian: names of keys and values, and of the key on the keyboard.
SAME = {
    ("gdb", "ru"): ["2D6 for {unit}"],
    ("melee", "ru"): ["Enter", "false", "true"],
}


@pytest.mark.parametrize("domain", domains())
def test_no_message_is_put_together_before_it_is_translated(domain):
    for path in sources(domain):
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"\bMN?\(\s*f[\"']", source), path
