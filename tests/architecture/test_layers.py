"""Who may import whom: the layers of the package, walked import by import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import melee_cli

ROOT = Path(melee_cli.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
# Each layer with those it may import beside itself; everything may import the package's own version.
ORDER = ("core", "systems", "formats", "entry", "scenario", "render", "api", "journal", "session", "cli")
BELOW = {layer: set(ORDER[:at]) for at, layer in enumerate(ORDER)}
OWNERS = {"rich": {"render"}, "prompt_toolkit": {"cli"}, "typer": {"cli"}}
SYSTEMS = {path.name for path in (ROOT / "systems").iterdir() if path.is_dir() and path.name != "__pycache__"}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "melee_cli" and len(parts) > 1 and parts[1] in BELOW else None


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_run_downwards_only(path):
    layer = layer_of(module_of(path))
    for module in imports_of(path):
        below = layer_of(module)
        if layer is not None and below is not None and below != layer:
            assert below in BELOW[layer], f"{layer} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_the_core_needs_nothing_but_the_standard_library(path):
    if layer_of(module_of(path)) == "core":
        for module in imports_of(path):
            top = module.split(".")[0]
            assert top in sys.stdlib_module_names or top == "melee_cli", module


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_each_library_is_known_in_its_own_layer_only(path):
    layer = layer_of(module_of(path))
    for module in imports_of(path):
        owners = OWNERS.get(module.split(".")[0])
        assert owners is None or layer in owners, f"{layer} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_systems_never_import_each_other_and_nobody_else_imports_one(path):
    parts = module_of(path).split(".")
    own = parts[2] if parts[1:2] == ["systems"] and len(parts) > 2 and parts[2] in SYSTEMS else None
    for module in imports_of(path):
        named = module.split(".")
        if named[:2] == ["melee_cli", "systems"] and len(named) > 2 and named[2] in SYSTEMS:
            assert named[2] == own, f"{module_of(path)} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_nobody_outside_a_system_asks_which_one_it_is(path):
    if layer_of(module_of(path)) == "systems" or layer_of(module_of(path)) is None:
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare | ast.match_case):
            constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            assert not SYSTEMS & {value for value in constants if isinstance(value, str)}, ast.unparse(node)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_file_is_longer_than_a_reader_can_hold(path):
    # A table of the book stays in one file, conditions above their rows, to be read from top to bottom.
    most = 550 if module_of(path) == "melee_cli.systems.gdb.modifiers" else 500
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most


def test_the_walk_sees_something():
    assert len(FILES) > 50
    assert {"gdb", "whfb8"} <= SYSTEMS
    assert layer_of("melee_cli.entry.parser") == "entry"
