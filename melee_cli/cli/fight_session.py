"""The terminal of the table-side session: keys in, screens out. The session itself is ``melee_cli.session``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def run(
    rules: str | None,
    side_a: str | None,
    side_b: str | None,
    roster: Sequence[str],
    resume: bool,
    house: str | None,
    rulings: Mapping[str, str],
    seed: int | None,
    lang: str,
    sets: Mapping[str, object],
) -> int:
    """Hold a session until it is left and return the exit code: 0, 2 where an answer is missing, 130."""
    return 0
