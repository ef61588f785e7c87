# SPDX-License-Identifier: MIT
"""What the Python twins of monte_carlo_pi share: chance, and the stream of philox.h with its hits counted
by NumPy, apart from the kernels."""
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import gpujob_twin_ceiling as ceilings
import gpujob_twin_report as report_file

CHUNK = 1024  # points a count, as in the C++ programs
COUNTED_AGAIN = 2 ** 32
TOGETHER = 64  # chunks
MULTIPLIERS = (0xd2511f53, 0xcd9e8d57)
WEYL = (0x9e3779b9, 0xbb67ae85)


def allowed(points, deviations):
    """Largest deviation that chance may give the hits of `points`."""
    return deviations * np.sqrt(points * math.pi / 4 * (1 - math.pi / 4)) + 1


def philox(counters, key):
    """Four arrays of 32-bit numbers for an array of counters, by the definition."""
    low, word = np.uint64(0xffffffff), np.uint64(32)
    x = [counters & low, counters >> word, np.zeros_like(counters), np.zeros_like(counters)]
    for turn in range(10):
        left, right = x[0] * np.uint64(MULTIPLIERS[0]), x[2] * np.uint64(MULTIPLIERS[1])
        first, second = ((k + turn * w) & 0xffffffff for k, w in zip(key, WEYL))
        x = [right >> word ^ x[1] ^ np.uint64(first), right & low,
             left >> word ^ x[3] ^ np.uint64(second), left & low]
    return x


def hits_of(key, chunks, points):
    """Hits of each chunk of an array of their numbers, of a stream of `points`."""
    counters = chunks.astype(np.uint64)[:, None] * np.uint64(CHUNK // 2) + np.arange(CHUNK // 2, dtype=np.uint64)
    halves = [part >> np.uint64(1) for part in philox(counters, key)]
    hits = np.zeros(len(chunks), np.int64)
    for k in (0, 1):
        u, v = halves[2 * k], halves[2 * k + 1]
        inside = u * u + v * v < np.uint64(1 << 62)
        hits += np.count_nonzero(inside & (2 * counters + np.uint64(k) < np.uint64(points)), axis=1)
    return hits


def hits_on_all_cores(key, chunks, points):
    """The same a block after the other, as many as fit the second cache: NumPy lets threads work side by side."""
    blocks = np.split(chunks, range(TOGETHER, len(chunks), TOGETHER))
    with ThreadPoolExecutor(report_file.allowed_cores()) as cores:
        return np.concatenate(list(cores.map(lambda block: hits_of(key, block, points), blocks)))


def by_chance(hits, points):
    """The estimate's part of an answer, and what is wrong with it, or None."""
    value = 4 * hits / points
    wrong = abs(hits - points * math.pi / 4) > allowed(points, 5)
    problem = f"pi is off by {abs(value - math.pi):.6g}, more than 5 deviations" if wrong else None
    return {"value": value, "reference": math.pi, "error": abs(value - math.pi)}, problem


def strange(hits, sizes, what):
    """What is wrong with the hits of parts of a run, each of so many points, or None. There may be millions."""
    off = np.abs(hits - sizes * (math.pi / 4)) > allowed(sizes, 9)
    return f"{what} {np.argmax(off)} has a number of hits that chance does not" if off.any() else None


def answer(estimate, off, index, what, problem):
    """Counts are whole numbers: a tolerance of half a hit says "the same"."""
    if off > 0:
        problem = f"{what} {index} is off by {off:.6g} hits"
    return {**estimate, "worst": {"error": float(off), "index": int(index), "what": what},
            "tolerance": 0.5, "valid": problem is None, "problem": problem, "inputs": {}}


def check_chunks(points, key, hits, draw):
    """Hits of each chunk of the stream of `key`: all counted again, or as many as there is time for."""
    estimate, problem = by_chance(int(hits.astype(np.int64).sum()), points)
    sizes = np.minimum(CHUNK, points - CHUNK * np.arange(len(hits), dtype=np.int64))
    problem = strange(hits, sizes, "chunk") or problem
    most = COUNTED_AGAIN // CHUNK
    chosen = np.arange(len(hits)) if len(hits) <= most else draw.integers(0, len(hits), most)
    off = np.abs(hits[chosen].astype(np.int64) - hits_on_all_cores(key, chosen, points))
    worst = int(np.argmax(off))
    return answer(estimate, off[worst], chosen[worst], "chunk", problem)


def work_of(points):
    return {"points": points, "bytes_read": 0, "bytes_written": 4 * -(-points // CHUNK),
            "operations": 26 * points, "special_functions": 0}


def ceiling_of(points, device):
    """A bound that no GPU comes near to; why is told in monte_carlo_pi.cc."""
    kind, counted, how = (("float32", 13, "two instructions counted as one") if device.own_memory
                          else ("float64", 12, "products alone counted"))
    held = ceilings.fma(device, kind, counted * points)
    return {**held, "what": f"{held['what']}, {how}"}
