"""Out of the journal and back: scenarios that resolve alike, data, tables, a page; army lists."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.journal import battles, corrections, moments, units
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from tests.journal.evening import Evening, ten_melees
from tests.journal.test_corrections import correct, said

ARMY = """\
name,side,type,figures,quality
17th Line,French,infantry,30,
"Guard, the Old",French,infantry,24,guard
40th Somersetshire,British,infantry,24,
"""


@pytest.fixture
def evening(tmp_path) -> Evening:
    """An evening with everything in it: losses from elsewhere, a new state, a melee made impossible."""
    evening = ten_melees(tmp_path)
    units.lose(evening.store, evening.battle, "1st", 4, "artillery")
    units.set_state(evening.store, evening.battle, "2nd", "quality", "guard")
    corrections.write(evening.store, correct(evening, 3, said(figures=1)))
    assert "impossible" in {moment.status for moment in evening.course}
    return evening


def sides(result):
    return dumps(result["sides"], language_for("en"))


def course_of(store, name):
    battle = battles.find(store, name)
    numbers = {}
    found = []
    for number, moment in enumerate(moments.of_battle(store, battle.id)):
        numbers[moment.place] = number
        melee = moments.melee_of(store, moment) if moment.kind == "melee" else None
        found.append(
            {
                "what": (moment.kind, moment.at, moment.status, moment.number, moment.data),
                "verdict": language_for("en").text(moment.verdict),
                "follows": numbers.get(moment.follows),
                "strengths": moment.strengths,
                "scenario": melee and melee.scenario,
                "sides": melee and melee.result and sides(melee.result),
            }
        )
    return (battle.begun, battle.rules, battle.melees, battle.losses, found)


@pytest.mark.parametrize("format_", ["yaml", "json", "folder"])
def test_a_battle_comes_back_as_it_was(melee, evening, tmp_path, format_):
    path = tmp_path / f"battle.{format_}"
    if format_ == "folder":
        path.mkdir()
    kind = "yaml" if format_ == "folder" else format_
    assert melee("journal", "export", "Ligny", "--format", kind, "--output", str(path)).code == 0
    done = melee("journal", "import", str(path))
    assert done.code == 0, done.err
    assert course_of(evening.store, "Ligny (2)") == course_of(evening.store, "Ligny")
    assert evening.store.wrong() == []


def test_what_came_back_is_corrected_like_the_first(melee, evening, tmp_path):
    path = tmp_path / "battle.yaml"
    melee("journal", "export", "--output", str(path))
    melee("journal", "import", str(path), "--battle", "Again")
    for name in ("Ligny", "Again"):
        options = ("--set", "A.figures=36", "--battle", name, "--yes")
        assert melee("journal", "correct", "3", *options).code == 0
    ((*_, first), (*_, second)) = course_of(evening.store, "Ligny"), course_of(evening.store, "Again")
    assert [one["strengths"] for one in first] == [one["strengths"] for one in second]
    assert {one["what"][2] for one in second} == {"done"}


def test_the_scenarios_resolve_to_the_same_results(melee, tmp_path):
    evening = ten_melees(tmp_path)
    path = tmp_path / "battle.yaml"
    melee("journal", "export", "--output", str(path))
    found = [resolve(check(document, Options()), Options()).data for document in documents([str(path)])]
    assert list(map(sides, found)) == [sides(evening.whole(n).result) for n in range(1, 11)]
    assert melee("resolve", str(path)).code == 0


def test_scenarios_that_were_in_no_journal_are_a_battle_if_they_give_their_dice(melee, tmp_path):
    path = tmp_path / "Somerset.yaml"
    unit = "{name: 17th, type: infantry, figures: 30%s}"
    text = "rules: gdb\nsides:\n  - {name: A, units: [%s]}\n  - {name: B, units: ['40th: inf 24 =6']}\n"
    path.write_text(text % (unit % ", roll: 8"), encoding="utf-8")
    assert melee("journal", "import", str(path)).code == 0
    assert melee("journal", "show", "Somerset", "--format", "json").json["battle"]["melees"] == 1
    path.write_text(text % (unit % ""), encoding="utf-8")
    done = melee("journal", "import", str(path), "--battle", "Other")
    assert (done.code, "waits for dice" in " ".join(done.err.split())) == (1, True)
    assert len(melee("journal", "list", "--format", "json").json["battles"]) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "{"),
        ("a.json", '{"battle": {}}'),
        ("a.json", '{"battle": {"name": "x"}, "moments": [{"kind": "melee"}]}'),
        ("a.yaml", "rules: [\n"),
        ("a.yaml", "# melee-journal: {\n"),
        ("a.yaml", '# melee-journal: {"kind": "melee"}\n'),
        ("a.yaml", '# melee-journal: {"kind": "picnic"}\n'),
        ("a.csv", "what,ever\n1,2\n"),
        ("a.csv", "name,figures\n"),
        ("missing.yaml", None),
    ],
)
def test_a_file_that_holds_no_battle_is_said_to_and_leaves_nothing(melee, tmp_path, name, text):
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    done = melee("journal", "import", str(path))
    assert done.code == 1
    assert "defect" not in done.err
    assert melee("journal", "list", "--format", "json").json["battles"] == []


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        assert not {"src", "href", "onclick", "xlink:href"} & dict(attributes).keys()
        if tag not in ("meta", "polyline", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_is_one_file_that_fetches_nothing(melee, evening):
    text = melee("journal", "export", "--format", "html").out
    page = Page(text)
    assert page.open == []
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not re.search(r"url\(|@import|https?:", text)
    assert "prefers-color-scheme: dark" in text
    assert "width=device-width" in text
    assert page.tags.count("details") == 10
    assert page.tags.count("polyline") == 2
    words = " ".join(page.words)
    assert "French by 2: West pushed back" in words
    assert "A loses" not in words
    assert "1st loses 4: artillery" in words
    assert "impossible: A is gone by then" in words


def test_the_page_speaks_russian_and_shows_names_as_they_are(melee, tmp_path):
    evening = Evening(tmp_path, "<b>Линьи</b>")
    evening.play({"<script>": {"figures": 30, "roll": 8}}, {"West": {"figures": 24, "roll": 6}})
    text = melee("journal", "export", "--format", "html", "--lang", "ru").out
    assert "<h1>&lt;b&gt;Линьи&lt;/b&gt;</h1>" in text
    assert "<script>" not in text
    assert "Потери в ходе сражения" in text
    assert '<html lang="ru">' in text


def test_the_chart_ends_where_the_losses_do(melee, evening):
    text = melee("journal", "export", "--format", "html").out
    for side, lost in evening.battle.losses.items():
        assert f"{side} {lost}</title>" in text or f">{side} {lost}<" in text


def test_a_battle_without_losses_has_no_chart(melee, tmp_path):
    Evening(tmp_path)
    page = Page(melee("journal", "export", "--format", "html").out)
    assert "svg" not in page.tags


def test_markdown_and_csv_are_tables(melee, evening):
    markdown = melee("journal", "export", "--format", "markdown").out
    assert markdown.startswith("### Ligny, ")
    assert "| ---" in markdown or "|---" in markdown
    csv = melee("journal", "export", "--format", "csv").out
    assert csv.splitlines()[0].startswith("melee,kind,at,title,round,status,verdict")
    assert len(csv.splitlines()) == 1 + sum(len(moment.strengths) for moment in evening.course)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_an_army_list_becomes_a_roster(melee, tmp_path, separator):
    path = tmp_path / "Somerset.csv"
    text = ARMY.replace('"Guard, the Old"', "Guard the Old").replace(",", separator)
    path.write_text("\ufeff" + text, encoding="utf-8")
    done = melee("journal", "import", str(path), "--format", "json")
    assert done.code == 0, done.out
    found = {unit["name"]: unit for unit in done.json["units"]}
    assert found["Guard the Old"]["fields"] == {"type": "infantry", "figures": 24, "quality": "guard"}
    assert [(unit["side"], unit["now"]) for unit in done.json["units"]] == [
        ("French", 30),
        ("French", 24),
        ("British", 24),
    ]


def test_an_army_list_is_added_to_a_battle_that_is_there(melee, tmp_path):
    evening = ten_melees(tmp_path)
    path = tmp_path / "army.csv"
    path.write_text(ARMY, encoding="utf-8")
    assert melee("journal", "import", str(path), "--battle", "Ligny").code == 0
    assert evening.left("Guard, the Old") == 24
    assert melee("journal", "import", str(path), "--battle", "Ligny", "--rules", "whfb8").code == 1
    melee("journal", "undo")
    assert "17th Line" not in moments.present(evening.course)


def test_bad_rows_of_an_army_list_are_named_by_their_line_all_at_once(melee, tmp_path):
    path = tmp_path / "army.csv"
    rows = [
        "17th,French,infantry,many,",
        "",
        "18th,French,infantry,24,divine",
        "19th,French,infantry,24,,,,",
        ",French,infantry,24,",
        "20th,French,infantry,24,",
        "20th,French,infantry,24,",
    ]
    path.write_text("\n".join([ARMY.splitlines()[0], *rows, ""]), encoding="utf-8")
    done = melee("journal", "import", str(path), "--format", "json")
    assert done.code == 1
    assert [problem["line"] for problem in done.json["problems"]] == [2, 4, 5, 6, 8]
    assert melee("journal", "list", "--format", "json").json["battles"] == []
