"""What passes between the machine and whoever sits at it: questions, replies, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.core.system import System
from melee_cli.core.view import View
from melee_cli.session.state import Table

if TYPE_CHECKING:
    from melee_cli.core.odds import Odds

Kind: TypeAlias = Literal["roster", "system", "name", "unit", "mend", "die", "choice", "menu"]


@dataclass(frozen=True, slots=True)
class OddsShown:
    """Odds to show."""

    odds: Odds
    system: System


@dataclass(frozen=True, slots=True)
class Whole:
    """A view to show with all that stands behind it."""

    view: View


@dataclass(frozen=True, slots=True)
class Echo:
    """A unit as it was understood: the ways to say so, the fullest first; the first that fits is shown."""

    ways: tuple[tuple[Message, ...], ...]


Shown: TypeAlias = "View | Whole | Message | OddsShown | Echo"


@dataclass(frozen=True, slots=True)
class Completion:
    """Texts that mean one thing, and what it is; ``first`` where they can only begin the line.

    Of several that go on from what is typed the first is offered.
    """

    texts: tuple[str, ...]
    about: Message | str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question: its kind, its text, what stands in the line already, what can complete it.

    ``above`` is shown before it. ``missing`` says which answer is missing when none can come.
    """

    kind: Kind
    text: Message
    missing: Message
    draft: str = ""
    above: tuple[Shown, ...] = ()
    completions: tuple[Completion, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What a line led to: the table after it (None: as before), what to show, why it was refused.

    ``warnings`` are problems that do not refuse the line (a roster's, of which more is asked);
    ``draft`` goes into the line of the next prompt, ``offers`` is the line that Enter takes there;
    ``leave`` ends the session with this exit code.
    """

    table: Table | None = None
    shows: tuple[Shown, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    draft: str = ""
    offers: str = ""
    leave: int | None = None


def refused(*problems: Problem) -> Turn:
    """Return the turn of a line that is not accepted."""
    return Turn(problems=problems)
