#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""integrate2d_numba.py PROGRAM: PROGRAM's variant poly against the plain double loop in Numba with
parallel and fastmath, both on all cores and warm, in turns; medians. Numba computes a part of the
rows, and its time is scaled to all of them; compiling is left out. Whether Numba has vector sines
(Intel's SVML; Debian's has none) is printed."""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import numba
except ImportError:
    print("integrate2d against Numba: skipped, this Python has no numba (Debian: python3-numba)")
    sys.exit(0)

N, ROWS = 102400, 2048
ROUNDS = 5
GOAL = 70


@numba.njit(parallel=True, fastmath=True)
def integral(n, rows, phase):
    h = math.pi / n
    total = 0.0
    for i in numba.prange(rows):
        x = h * (i + 0.5) + phase
        for j in range(n):
            total += math.sin(x + h * (j + 0.5))
    return total


def numba_seconds():
    """Of all rows, each as long as those that are computed."""
    begin = time.monotonic()
    integral(N, ROWS, 0.8125)
    return (time.monotonic() - begin) * N / ROWS


def program_seconds(program, folder):
    report = os.path.join(folder, "report.json")
    subprocess.run([program, "--variant", "poly", "--precision", "float32", "--param", f"n={N}",
                    "--max-seconds", "4", "--report", report], check=True,
                   stdout=subprocess.DEVNULL)
    with open(report, encoding="utf-8") as file:
        return statistics.median(json.load(file)["samples"]["kernel"])


def main(program):
    integral(N, 2, 0.8125)  # compiles
    pairs = []
    with tempfile.TemporaryDirectory(prefix="gpujob-bench-") as folder:
        for _ in range(ROUNDS):
            pairs.append((numba_seconds(), program_seconds(program, folder)))
    theirs, ours = (statistics.median(side) for side in zip(*pairs))
    ratio = theirs / ours
    print(f"Numba {numba.__version__} parallel+fastmath, float64, {numba.get_num_threads()} threads, "
          f"{'with' if numba.config.USING_SVML else 'no'} SVML: {theirs:.2f} s (scaled from {ROWS} of "
          f"its {N} rows), poly, float32 (P) {ours:.4f} s: {ratio:.1f} x as fast "
          f"(goal {GOAL}: {'met' if ratio >= GOAL else 'MISSED'})")


main(sys.argv[1])
