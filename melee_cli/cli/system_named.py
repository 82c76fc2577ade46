"""The rules system that an argument names, or a usage error with the nearest of those installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from melee_cli.core.system import System


def system_named(name: str, hint: str = "SYSTEM") -> System:
    """Return the system called *name*; raises a usage error that lists the systems where there is none."""
    from melee_cli.systems import find, names

    system = find(name)
    if system is None:
        from difflib import get_close_matches

        near = get_close_matches(name, names(), 1)
        guess = f"did you mean {near[0]!r}? " if near else ""
        raise typer.BadParameter(
            f"there is no rules system {name!r}; {guess}installed: {', '.join(names())}", param_hint=hint
        )
    return system
