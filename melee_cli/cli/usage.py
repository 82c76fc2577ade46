"""Wrong usage: told in the language asked for, whether we or the reader of the command line found it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from melee_cli.core.messages import M, Message
from melee_cli.render.language import LANGUAGES, language_for, surroundings


class WrongUsage(typer.BadParameter):
    """An option or argument that does not do; *said* is why, *hint* which one it is."""

    def __init__(self, said: Message, hint: str | None = None) -> None:
        super().__init__(language_for("en").text(said), param_hint=hint)
        self.said = said
        self.hint = hint


#: What the reader of the command line says, and how we say it.
SAID = (
    (r"No such option: (?P<option>[^ .]+)(?: .*)?", M("there is no option {option}")),
    (r"No such command '?(?P<command>[^']*)'?\.?.*", M("there is no command {command}")),
    (r"Missing (?:argument|option|parameter) '?(?P<what>[^']*[^'.])'?.*", M("{what} is missing")),
    (r"Got unexpected extra arguments? \(?(?P<what>.*?)\)?", M("nobody asked for {what}")),
    (r"Option '?(?P<what>[^']*)'? requires an argument\.?", M("{what} needs a value")),
    (r"Option '?(?P<what>[^']*)'? does not take a value\.?", M("{what} takes no value")),
    (r"Invalid value for '?(?P<what>[^:]*?)'?: (?P<value>.*)", M("{what}: {value} does not do")),
)


def told(error: Exception, arguments: Sequence[str]) -> str:
    """Return what is wrong, in the language that *arguments* or the environment ask for.

    Raises *error* again if it is no usage error.
    """
    if not hasattr(error, "format_message"):  # the common sign of click's and typer's usage errors
        raise error
    language = language_for(asked(arguments))
    if isinstance(error, WrongUsage):
        if error.hint is None:
            return language.text(error.said)
        return language.text(M("{what}: {why}", what=error.hint, why=error.said))
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    if language.code == "en":
        return message
    for pattern, said in SAID:
        found = re.fullmatch(pattern, message)
        if found:
            return language.text(M(said.text, **found.groupdict()))
    return message


def asked(arguments: Sequence[str]) -> str:
    """Return the language that *arguments* name, else that of the environment."""
    for place, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == "--lang":
            name = value if equals else "".join(arguments[place + 1 : place + 2])
            if name in LANGUAGES:
                return name
    return surroundings()
