# SPDX-License-Identifier: MIT
"""The most that a device reaches, measured by a twin in its own process before and after its samples,
and the rule that no run beats it: what copy_ceiling.h, ceiling.h, memory_ceiling.h and flush.h are to
the C++ programs. The twin's own package compiles the loops, so that a ceiling is what that package
reaches; a device provides them:

    room(count)            that many float32 on the device
    fill_all(room)         writes all of them
    copy(to, source)       one room into another of the same size
    transfer(up, down)     what copies so many float32 to the device and back from it at the same time,
                           from and to locked memory, and returns the seconds that took
    multiply_adds(kind)    operations of one round, and what does so many rounds
    cache_bytes()          of the last cache before its memory
    repeats                runs in a row that are timed as one: what they are held against repeats, too; absent: 1
    most_copied            bytes: few where a thread is a thread of Python
    own_memory             whether data of the host have to be copied there
    timed                  whether its seconds are a device's: not in a simulator, not in a stand-in
"""
import statistics
import time

import gpujob_twin_report as report_file
from gpujob_twin_hold import Hold, between_marks

MOST_COPIED = 2 ** 30
ROUNDS = 6, 50  # copies, at least and at most
SHORT = 0.02    # seconds; starting a loop on the threads of a busy machine may take a fifth of it
SHORTEST_TOLD = 8e-6  # seconds: any kernel of a GPU takes some to start and to be timed
SHORTEST_BY_PYTHON = 25e-6  # on cores: a call and two looks at the clock behind emptied caches, 12 to 17 measured
SHORTEST_IN_BATCH = 2e-6
COPYING = 0.2   # seconds for more copies than the minimum, so that some start without such a wait


def flush_for(experiment):
    """What empties the cache before each run of an experiment."""
    return flush_of(experiment.device, experiment.traffic())


def empties_cache(device, moved):
    """Bytes that, once moved, leave nothing in the cache of what was there before."""
    return moved >= 4 * device.cache_bytes()


def flush_of(device, traffic):
    """What empties the cache before a run that moves `traffic` bytes: nothing if they are 0, or enough to
    empty it by themselves."""
    if traffic <= 0 or empties_cache(device, traffic):
        return lambda: None
    if getattr(device, "other", None) is None:
        device.other = device.room(2 * device.cache_bytes() // 4)
    return lambda: device.fill_all(device.other)


def seconds_of(device, action, hold=None):
    return device.seconds(*between_marks(device, action, hold)[1])


def rates(work, seconds):
    """Of rounds that took these seconds: the median and the best."""
    return work / max(statistics.median(seconds), 1e-9), work / max(min(seconds), 1e-9)


def copy_rates(device, moved):
    """Bytes per second, read and written, of several copies of as many bytes as the work moves, so that caches
    help both alike; of one where times prove nothing. What several runs in a row may find in the cache is copied there."""
    repeats = getattr(device, "repeats", 1)
    if repeats > 1 and not empties_cache(device, moved):
        moved = min(moved, device.cache_bytes() / 2)
    count = int(min(max(moved, 4096), device.most_copied) // 8)
    source, target = device.room(count), device.room(count)
    for room in (source, target):
        device.fill_all(room)
    flush, taken, started = flush_of(device, moved), [], time.perf_counter()
    least, most = ROUNDS if device.timed else (2, 2)
    hold = Hold(device)
    while len(taken) < least or (len(taken) < most and time.perf_counter() - started < COPYING):
        flush()
        device.wait()
        taken.append(seconds_of(device, lambda: [device.copy(target, source) for _ in range(repeats)],
                                hold if taken else None))
    return rates(8 * count * repeats, taken[1:])  # the first is cold


def transfer_rates(device, up, down):
    """Bytes per second between the device and locked host memory, in the ratio given and at the same
    time; at most 512 MiB are moved."""
    shrink = min(1, device.most_copied / 2 / (up + down))
    there, back = int(up * shrink) // 4 + 1, int(down * shrink) // 4 + 1
    once = device.transfer(there, back)
    return rates(4 * (there + back), [once() for _ in range(ROUNDS[0])][1:])


def fma_rates(device, kind):
    """Independent multiply-adds per second, of several short runs."""
    operations, run = device.multiply_adds(kind)

    def taken_by(rounds):
        device.wait()
        return seconds_of(device, lambda: run(rounds))
    taken_by(1)  # compiles
    rounds, taken = 1, 0
    while taken < (SHORT if device.timed else 0.001) and rounds < 10 ** 8:
        rounds = 2 * rounds
        taken = min(taken_by(rounds) for _ in range(2))
    return rates(operations * rounds, [taken, *(taken_by(rounds) for _ in range(6))])


def ceiling(what, unit, reached, counted, device):
    """`reached`: median and best. Less work than declared shows where a launch that leaves it out is told from it."""
    median, best = reached
    shortest = SHORTEST_TOLD if device.clock == "event" else SHORTEST_BY_PYTHON
    return {"what": what, "unit": unit, "value": median, "before": median, "after": 0, "best": best, "counted": counted,
            "provable": counted / best > shortest}


def moved_by(work):
    """Bytes that work in one pass moves."""
    return work["bytes_read"] + work["bytes_written"]


def moved(device, work, array, between, copied):
    """Bytes that work in several passes moves: in the device's memory, to it and back. `between`: arrays
    of `array` bytes that are written and read beyond what the work declares, which counts where no
    cache could hold one; `copied`: arrays that go up and come down."""
    inside, (up, down) = moved_by(work), (array * count for count in copied)
    if empties_cache(device, array):
        inside += between * array
        if not device.own_memory:
            inside += 2 * (up + down)
    return inside, up, down


def memory(device, inside, up=0, down=0):
    """The ceiling of work that only reads and writes so many bytes: in the device's memory, in all passes,
    and to it from the host and back. Cores have one memory: theirs are all inside."""
    if up + down > 0 and device.own_memory:
        return ceiling("locked copies both ways", "bytes/s", transfer_rates(device, up, down), up + down, device)
    return ceiling("memory copy", "bytes/s", copy_rates(device, inside), inside, device)


def fma(device, kind, counted):
    """The ceiling of arithmetic of `kind`, "float32" or "float64"; `counted` operations need the
    multiply-add units."""
    return ceiling(f"fma {kind}", "operations/s", fma_rates(device, kind), counted, device)


def merged(before, after):
    """The largest of several medians, as what can be reached; `before` gets the largest of those after it."""
    largest = max(before["after"], after["before"])
    return {**before, "after": largest, "value": max(before["before"], largest),
            "best": max(before["best"], after["best"])}


def impossible_share(held):
    """Share of a ceiling's best that no honest run exceeds: a tenth more, since clocks change between its
    measurement and the samples; a quarter more for work on memory, since some devices read faster than
    they copy, and a copy is the ceiling."""
    return 1.25 if held["unit"] == "bytes/s" else 1.1


def faster_than_possible(report, experiment):
    """What is wrong where the work was done faster than the device can, alone or in batches; None: nothing.
    Times that are not the device's cannot tell."""
    held, batched = report.get("ceiling"), report.get("batched")
    if not held or not experiment.device.timed:
        return None
    most = experiment.other_units * impossible_share(held)
    shares = {"": report_file.fraction_of_best(report) if held["provable"] else None}
    if batched and batched["provable"]:
        shares[" in batches"] = held["counted"] / batched["seconds"] / batched["best_ceiling"]
    for where, share in shares.items():
        if share is not None and share > most:
            digits = next(d for d in range(6, 18) if float(f"{share:.{d}g}") == share)
            return f"faster than this device can do the declared work ({share:.{digits}g} of its ceiling{where})"
    return None
