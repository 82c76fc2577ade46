"""Pictures of results: the terminal's screen as SVG and as a page, dark and light, fetching nothing."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from melee_cli.render.export import DARK, LIGHT, page, picture
from melee_cli.render.theme import STYLES
from tests.cli.running import ROOT, melee

GUIDE = ROOT / "melee_cli" / "guide" / "somerset.svg"
SOMERSET = "scenarios/gdb/somerset.yaml"
SCREEN = "\x1b[1mFrench by 3\x1b[0m: 第1大隊 \x1b[33mretreats\x1b[0m <b>{x}</b> & [bold]\n"


def test_a_picture_is_sound_xml_and_says_what_the_screen_says():
    root = ElementTree.fromstring(picture(SCREEN, "A & {B} <c>"))
    texts = "".join(root.itertext()).replace("\xa0", " ")
    assert "A & {B} <c>" in texts
    assert "<b>{x}</b> & [bold]" in texts
    assert "第1大隊" in texts


def test_a_page_says_it_too_in_its_language():
    text = page(SCREEN, "A & {B} <c>", "ru")
    assert '<html lang="ru">' in text
    assert "<title>A &amp; {B} &lt;c&gt;</title>" in text
    assert "&lt;b&gt;{x}&lt;/b&gt; &amp; [bold]" in text


@pytest.mark.parametrize("made", [picture(SCREEN, "t"), page(SCREEN, "t", "en")], ids=["svg", "html"])
def test_nothing_is_fetched_and_both_kinds_of_screen_are_served(made):
    assert not re.search(r"url\(['\"]?http|src=|href=|@import|@font-face", made)
    assert DARK.background_color.hex in made
    dark, light = made.split("@media (prefers-color-scheme: light)")
    assert DARK.ansi_colors[3] != LIGHT.ansi_colors[3]
    assert "#d29922" in dark
    assert "#7d4e00" in light


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", ["red", "green", "yellow", "cyan", "magenta"])
def test_every_colour_can_be_read_on_its_paper(theme, name):
    place = ["black", "red", "green", "yellow", "blue", "magenta", "cyan"].index(name)
    assert any(name in style for style in STYLES.values())
    light, dark = sorted([luminance(theme.ansi_colors[place]), luminance(theme.background_color)])[::-1]
    assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("form", ["svg", "html"])
def test_a_result_is_given_out_as_a_picture(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"slip.{form}"
    ran = melee("resolve", SOMERSET, "--format", form, "--output", target)
    assert ran == ("", "", 0)
    text = target.read_text("utf-8").replace("&#160;", " ")
    assert "Two French columns against the 40th Somersetshire" in text
    assert "Outnumbering" in text
    said = melee("fight", "-a", "17th: inf 30 =8", "-b", "40th: inf 24 =9", "--format", form)
    assert said.code == 0
    assert "17th" in said.out


def test_a_picture_is_of_one_scenario() -> None:
    ran = melee("resolve", "scenarios/gdb", "--format", "svg")
    assert (ran.out, ran.code) == ("", 2)
    assert "svg shows one scenario" in ran.err


def test_the_picture_of_the_manual_is_what_its_command_makes(request) -> None:
    made = melee("resolve", SOMERSET, "--format", "svg").out
    if request.config.getoption("--regenerate", default=False):
        GUIDE.write_text(made, encoding="utf-8")
    assert GUIDE.read_text("utf-8") == made
