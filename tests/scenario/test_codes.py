"""Every code of a problem is listed where users of the package look for it, and no other."""

import ast
import re
from pathlib import Path

import melee_cli.scenario
import melee_cli.systems

MAKERS = {"Problem", "Found", "Refusal", "PydanticCustomError"}


def codes_in(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            at = 0 if node.func.id in MAKERS else 1 if node.func.id == "_failed" else len(node.args)
            for code in node.args[at : at + 1]:
                said = (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,)
                found |= {one.value for one in said if isinstance(one, ast.Constant)}
    return found


def test_the_list_of_codes_is_the_list_of_codes():
    package = Path(melee_cli.__file__).parent
    below = ("formats", "entry", "scenario", "api")
    files = [path for name in below for path in (package / name).glob("*.py")] + [
        *(package / "systems").glob("*.py")
    ]
    used = {code for path in files for code in codes_in(path)}
    listed = set(re.findall("``([a-z0-9-]+)``", melee_cli.scenario.__doc__))
    assert used == listed
