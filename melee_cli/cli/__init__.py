"""The command line: one file a command. Here: the way in, and how every way out is told to the caller."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # typing itself is imported where an interrupt no longer gives a traceback
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

WRONG_USAGE = 2
DEFECT = 70
UNWRITABLE = 74
INTERRUPTED = 130
READER_GONE = 141


def main() -> NoReturn:
    """Run the command ``melee`` with the process's arguments and leave with its exit code.

    It leaves without taking the interpreter apart, which would take a tenth of the time of a short run:
    everything was written through, and no thread or file of ours is open any more.
    """
    gc.disable()  # what is imported stays: looking through it for garbage only costs start-up
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:  # nobody is there to be told
            pass
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run ``melee`` with *arguments* and return the exit code; nothing is raised but on purpose.

    ``MELEE_DEBUG=1`` lets a defect through with its traceback.
    """
    from melee_cli.cli.streams import Stopped, Unwritable, say

    try:
        if list(arguments) == ["--version"]:  # asked dozens of times by scripts: nothing else is imported
            return _version()
        from melee_cli.cli.app import dispatch

        return dispatch(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Stopped as stopped:
        import signal

        signal.signal(stopped.number, signal.SIG_DFL)  # it ends as the signal would have ended it
        os.kill(os.getpid(), stopped.number)
        return 128 + stopped.number
    except BrokenPipeError:
        return READER_GONE
    except Unwritable as reason:
        say(f"melee: {reason}\n")
        return UNWRITABLE
    except Exception as defect:
        if os.environ.get("MELEE_DEBUG", "") not in ("", "0"):
            raise
        what = " ".join(f"{type(defect).__name__}: {defect}".split())[:300]
        say(f"melee: a defect of melee itself, not of your input: {what} (MELEE_DEBUG=1 shows where)\n")
        return DEFECT


def _version() -> int:
    from melee_cli import __version__
    from melee_cli.cli.streams import Output

    with Output() as out:
        out.write(f"melee {__version__}\n")
    return 0
