"""A batch over several processes: documents go out unread, in bundles; finished text comes back in order."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from melee_cli.cli.results import Done

if TYPE_CHECKING:
    from melee_cli.formats.limits import Document, Unread

Work: TypeAlias = "Callable[[Document, int], Done]"
Cut: TypeAlias = "Document | Unread"
Results: TypeAlias = "tuple[list[Done], list[int]]"

BUNDLE = 50
AHEAD = 4

_work: Work


def spread_out(found: Iterator[Cut], prepare: Callable[[], Work], jobs: int) -> Iterator[Results]:
    """Yield what the work of *prepare* gives for *found*, bundle after bundle, with each one's size.

    The first document is worked on here: what that imports, the processes forked after it have. At most
    ``AHEAD`` bundles a process are under way, so that memory stays flat. An interrupt waits for no more
    than the bundles that are being worked on.
    """
    for document in found:
        yield _worked(prepare(), [document], 0)
        break
    ways = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in ways else "spawn")
    waiting: deque[Future[Results]] = deque()
    with ProcessPoolExecutor(jobs, context, _begin, (prepare,)) as pool:
        try:
            for place, bundle in _bundles(found, 1):
                waiting.append(pool.submit(_do, bundle, place))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _bundles(found: Iterator[Cut], place: int) -> Iterator[tuple[int, list[Cut]]]:
    bundle = []
    for document in found:
        bundle.append(document)
        if len(bundle) == BUNDLE:
            yield place, bundle
            place, bundle = place + BUNDLE, []
    if bundle:
        yield place, bundle


def _begin(prepare: Callable[[], Work]) -> None:
    """Make a worker ready; the interrupt key is the parent's business."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work = prepare()
    gc.freeze()
    gc.enable()


def _do(bundle: list[Cut], place: int) -> Results:
    return _worked(_work, bundle, place)


def _worked(work: Work, bundle: list[Cut], place: int) -> Results:
    from melee_cli.formats.documents import read_document

    documents = [read_document(cut) for cut in bundle]
    done = [work(document, place + index) for index, document in enumerate(documents)]
    return done, [len(document.text) for document in documents]
