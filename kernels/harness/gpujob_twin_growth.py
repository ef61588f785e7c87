# SPDX-License-Identifier: MIT
"""The rule that catches a right answer by less work and a delay: half the size takes less time. measure.cc says
how much less is asked for, and why no more."""
import math
import statistics
import time

MOST_TRIES = 20
LEAST_SECONDS = 1e-3  # shorter runs tell nothing
LEAST_SIZE = 512      # of the half
FILLS_ANY_DEVICE = 1 << 20
STEEP = 3             # times the work of the half: it grows with the square of the size, or faster
STEEP_SHARE = 2 ** -1.25  # of the time, that the half has to stay below then
FILLED = 0.5          # of its ceiling
UNDISTURBED = 0.01    # seconds: a few times that of a scheduler's turn


def size_of(spec, options):
    """The parameter of which half is tried: the largest whole one; None if half would be too few."""
    sizes = [one for one in spec.parameters if one.kind == "integer"]
    size = max(sizes, key=lambda one: int(options.parameters[one.name]), default=None)
    enough = size and int(options.parameters[size.name]) >= 2 * max(size.minimum, LEAST_SIZE)
    return size.name if enough else None


def declared(work):
    return work["operations"] or work["bytes_read"] + work["bytes_written"]


def growth_of(whole, work, items, half, seconds_of_run, max_seconds):
    """How the time grows from half the size, for answer.growth of a report, and why that is less than declared.
    `whole`: samples of the whole size, which declares `work` and has that many items, and the share of its ceiling;
    `half`: an Experiment of half of them, which `seconds_of_run` runs."""
    growth, (samples, fraction) = declared(work) / declared(half.work()), whole
    if growth <= 1.8 or (growth < STEEP and items < FILLS_ANY_DEVICE):
        return "not told", None
    seconds, shorter = statistics.median(samples), growth ** -0.25
    as_declared = shorter if growth < STEEP else STEEP_SHARE * min(samples) / seconds
    start, least = time.perf_counter(), math.inf
    for _ in range(MOST_TRIES):
        least = min(least, seconds_of_run() / seconds)
        if least < as_declared:
            return "as declared", None
        if time.perf_counter() - start > max_seconds / 2:
            return "not told", None
    if least >= shorter:
        return "less", "as long: the time does not grow with the declared work"
    if fraction < FILLED or seconds < UNDISTURBED:
        return "not provable", None
    return "less", f"{least:.2g} of the time: it grows less than the declared work"
