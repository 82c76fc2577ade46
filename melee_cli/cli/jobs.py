"""Several processes at one batch: documents out, results back in order, and no loss where a process dies."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from melee_cli.cli.output import Cut, Done, Prepare, Work
from melee_cli.cli.streams import ENDING

Results: TypeAlias = "tuple[list[Done], list[int]]"

BUNDLE = 50
AHEAD = 4
TRIES = 2
# About what starting two workers costs: where a batch ends before this, they gain nothing.
ALONE = 200

_work: Work


class Bundle(NamedTuple):
    """Documents under way to a worker: their place in the batch, and what becomes of them."""

    place: int
    cuts: list[Cut]
    future: Future[Results]


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def spread_out(found: Iterator[Cut], prepare: Prepare, jobs: int | None) -> Iterator[Results]:
    """Yield what the work of *prepare* gives for *found*, bundle after bundle, with each one's size.

    The first document is worked on here: what that imports, the processes forked after it have. Where *jobs*
    is None, for as many as processors, so are the first ``ALONE``, and all if there is but one. At most
    ``AHEAD`` bundles a process are under way, so that memory stays flat. An interrupt waits for no more
    than the bundles that are being worked on. What was lost with a process that died is worked out again,
    document by document; a document of which two processes die is one with a problem.
    """
    work = prepare()
    alone, jobs = (1, jobs) if jobs else (ALONE, processors())
    place = 0
    for cut in found if jobs == 1 else islice(found, alone):
        yield _worked(work, [cut], place)
        place += 1
    bundles = _bundles(found, place)
    waiting: deque[Bundle] = deque()
    another = next(bundles, None)
    if another is None:
        return
    bundles = chain((another,), bundles)
    pool = _pool(jobs, prepare)
    try:
        while True:
            for first, cuts in islice(bundles, jobs * AHEAD - len(waiting)):
                waiting.append(Bundle(first, cuts, _submitted(pool, cuts, first)))
            if not waiting:
                break
            bundle = waiting.popleft()
            try:
                yield bundle.future.result()
            except BrokenProcessPool:
                yield from _one_by_one(bundle, prepare, work)
                pool.shutdown()
                pool = _pool(jobs, prepare)
                waiting = deque(_renewed(other, pool) for other in waiting)
    finally:
        pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, cuts: list[Cut], place: int) -> Future[Results]:
    try:
        return pool.submit(_do, cuts, place)
    except BrokenProcessPool as error:  # a worker died since the last result: told when this one is due
        future: Future[Results] = Future()
        future.set_exception(error)
        return future


def _renewed(bundle: Bundle, pool: ProcessPoolExecutor) -> Bundle:
    """Return *bundle*, given to *pool* where its result was lost with another one."""
    future = bundle.future
    if future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool):
        return bundle
    return bundle._replace(future=_submitted(pool, bundle.cuts, bundle.place))


def _one_by_one(bundle: Bundle, prepare: Prepare, work: Work) -> Iterator[Results]:
    """Yield the results of *bundle*, each document worked on alone by a process of its own if need be."""
    from melee_cli.formats.documents import fatal

    pool = _pool(1, prepare)
    try:
        for place, cut in enumerate(bundle.cuts, bundle.place):
            for _ in range(TRIES):
                try:
                    results = _submitted(pool, [cut], place).result()
                    break
                except BrokenProcessPool:
                    pool.shutdown()
                    pool = _pool(1, prepare)
            else:
                results = _worked(work, [fatal(cut)], place)
            yield results
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int, prepare: Prepare) -> ProcessPoolExecutor:
    ways = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in ways else "spawn")
    return ProcessPoolExecutor(jobs, context, _begin, (prepare,))


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
    """Make a worker ready; the interrupt key is the parent's business, and other signals end it at once."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
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
