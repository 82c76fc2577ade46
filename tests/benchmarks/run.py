"""Runs the benchmarks by hand: ``python -m tests.benchmarks.run [NAME…]``; exit 1 where a limit is passed.

Every file ``bench_*.py`` beside this one holds functions without arguments that print and return
whether their limits hold; a name given runs only the functions called so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ON_REQUEST = ("profile",)


def benchmarks() -> dict[str, Callable[[], bool]]:
    """Return every benchmark by its name."""
    found: dict[str, Callable[[], bool]] = {}
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        module = import_module(f"tests.benchmarks.{file.stem}")
        for name, thing in vars(module).items():
            if callable(thing) and getattr(thing, "__module__", "") == module.__name__ and name[0] != "_":
                found[name] = thing
    return found


def main(names: list[str]) -> int:
    """Run the benchmarks *names*, all of them without any; return the exit code."""
    known = benchmarks()
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    wanted = names or [name for name in known if name not in ON_REQUEST]
    results = []
    for name in wanted:
        print(f"{name}: {(known[name].__doc__ or '').strip()}")
        results.append(known[name]())
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
