# SPDX-License-Identifier: MIT
"""The rule that catches a right answer by less work and a delay: half the size takes less time. measure.cc says
how much less is asked for, and why no more."""
import time

MOST_TRIES = 20
LEAST_SECONDS = 1e-3  # shorter runs tell nothing
LEAST_SIZE = 512      # of the half
FILLS_ANY_DEVICE = 1 << 20


def size_of(spec, options):
    """The parameter of which half is tried: the largest whole one; None if half would be too few."""
    sizes = [one for one in spec.parameters if one.kind == "integer"]
    size = max(sizes, key=lambda one: int(options.parameters[one.name]), default=None)
    enough = size and int(options.parameters[size.name]) >= 2 * max(size.minimum, LEAST_SIZE)
    return size.name if enough else None


def declared(work):
    return work["operations"] or work["bytes_read"] + work["bytes_written"]


def growth_of(whole, work, items, half, seconds_of_run, max_seconds):
    """How the time grows from half the size, for answer.growth of a report. `whole`: seconds of the whole size, which
    declares `work` and has that many items; `half`: an Experiment of half of them, which `seconds_of_run` runs."""
    growth = declared(work) / declared(half.work())
    if growth <= 1.8 or (growth < 3 and items < FILLS_ANY_DEVICE):
        return "not told"
    start = time.perf_counter()
    for _ in range(MOST_TRIES):
        if seconds_of_run() < whole / growth ** 0.25:
            return "as declared"
        if time.perf_counter() - start > max_seconds / 2:
            return "not told"
    return "less"
