"""Scenarios written as YAML read back as they were, by our own reader and by anybody's."""

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from melee_cli.core.numbers import Numeral
from melee_cli.scenario.write import to_yaml
from tests.scenario.reading import DUEL, checked, data_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "No",
        "17",
        "17th Line",
        "true",
        "4.5",
        "a: b",
        "a #b",
        "- a",
        "{a}",
        "x,y",
        "  ",
        "O'Brien's",
        "1815-06-18",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers(-(10**18), 10**18) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
UNITS = st.lists(st.dictionaries(TEXTS, VALUES, max_size=4) | TEXTS, max_size=3)
SIDES = st.lists(
    st.fixed_dictionaries({"name": SCALARS, "units": UNITS}, optional={"flee_order": VALUES}), max_size=3
)
SCENARIOS = st.fixed_dictionaries(
    {"rules": TEXTS, "sides": SIDES}, optional={"title": SCALARS, "expect": VALUES}
)


@given(SCENARIOS)
@settings(max_examples=150, deadline=None)
def test_any_mapping_reads_back_as_it_was(data):
    written = to_yaml(data)
    assert data_of(written) == data
    assert types(data_of(written)) == types(data)


def types(value):
    if isinstance(value, dict):
        return {key: types(item) for key, item in value.items()}
    return [types(item) for item in value] if isinstance(value, list) else type(value)


def test_a_scenario_has_one_unit_a_line():
    data = data_of(DUEL.replace("[{name: Oliver", "[Turpin, {name: Oliver"))
    data |= {"rulings": {"height_at_night": "no"}, "seed": 7}
    assert to_yaml(data) == (
        "rules: duel\n"
        "sides:\n"
        "  - name: Red\n"
        "    units:\n"
        "      - {name: Roland, rested: true, roll: 3}\n"
        "  - name: Blue\n"
        "    units:\n"
        "      - Turpin\n"
        "      - {name: Oliver, height: true, roll: 3}\n"
        'rulings: {height_at_night: "no"}\n'
        "seed: 7\n"
    )


def test_numbers_keep_their_form():
    assert (
        to_yaml({"a": Numeral("4.50"), "b": "4.50", "c": 4.5, "d": 4.0})
        == 'a: 4.50\nb: "4.50"\nc: 4.5\nd: 4\n'
    )


def test_what_is_written_resolves_as_before():
    assert checked(to_yaml(data_of(DUEL))).scenario == checked(DUEL).scenario


def test_other_readers_of_yaml_read_the_same_texts():
    names = ["No", "on", "17th", "1815", "12:30", "null", "~", "=", "<<", "é", "a:b"]
    assert yaml.safe_load(to_yaml({"names": names})) == {"names": names}
