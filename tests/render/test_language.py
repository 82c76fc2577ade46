"""Messages become text in the reader's language, with user text untouched."""

from fractions import Fraction

import pytest

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.render.language import Language, language_for

ENGLISH = Language("en")

CASES = [
    ("plain text as it is", "{not a place}", "{not a place}"),
    ("a message without places", M("A draw"), "A draw"),
    ("a place filled with user text that looks like a place", M("{a} wins", a="{b}"), "{b} wins"),
    ("a message in a message", M("{who} {does}", who="Red", does=M("yields")), "Red yields"),
    ("a count of one", MN("{n} rank", "{n} ranks", 1), "1 rank"),
    ("a count of none", MN("{n} rank", "{n} ranks", 0), "0 ranks"),
    ("two phrases", Phrases(("4", "2")), "4 and 2"),
    ("three phrases", Phrases(("a", M("b"), "c")), "a, b and c"),
    ("one phrase", Phrases(("a",)), "a"),
    ("no phrase", Phrases(()), ""),
    ("phrases to choose from", Phrases(("a", "b"), "or"), "a or b"),
    ("phrases with commas", Phrases(("a", "b"), ","), "a, b"),
    ("phrases in a message", M("against {ranks}", ranks=Phrases(("4", "2"))), "against 4 and 2"),
    ("an exact number", Fraction(5, 2), "5/2"),
    ("a whole exact number", Fraction(5), "5"),
    ("nothing", None, ""),
    ("truth", True, "yes"),
]


@pytest.mark.parametrize(("said", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_english_is_the_message_itself(said, text):
    assert ENGLISH.text(said) == text


def test_english_needs_no_gettext():
    import subprocess
    import sys

    code = "import sys; from melee_cli.render.language import Language as L; L('en').text('x')"
    code += "; sys.exit('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_russian_joins_with_its_own_word():
    assert Language("ru").text(Phrases(("4", "2"))) == "4 и 2"


@pytest.mark.parametrize(("n", "form"), [(1, "правило"), (2, "правила"), (5, "правил"), (21, "правило")])
def test_russian_counts_in_three_forms(n, form):
    assert Language("ru").text(MN("{n} rule", "{n} rules", n)) == f"{n} {form}"


def test_what_no_catalog_has_stays_english():
    assert Language("ru").text(Message("Nobody translated this")) == "Nobody translated this"


def test_the_same_question_gives_the_same_language():
    assert language_for("ru") is language_for("ru")
