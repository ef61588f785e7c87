#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpu.py BUILD [--backend cuda|hip|cpu] [--most N] [--seconds S]: how close the workloads come to what one GPU can do.

Each figure stands beside its goal. Shares of a ceiling are of the ceiling measured in the same process;
sides of a ratio take turns, and the ratio is that of the medians. Without a device it says so and ends
with 77. On CPUs, or with every size cut to N, the figures say nothing; tests run it so.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

ROUNDS = 3
LARGE = 100_000_000
BATCH = 1000

# (workload, variant, precision, parameters): all reading and writing, a gigabyte or more a run; all of class P.
# fft2d is left out: its only fast variant is the maker's library.
MEMORY = [("vector_add", "resident", "float32", {"n": LARGE}),
          ("stream", "triad", "float64", {"n": LARGE}),
          ("stream", "dot", "float64", {"n": LARGE}),
          ("hidden_layer", "fused_fast", "float32", {"n": LARGE}),
          ("elementwise", "fused", "float32", {"n": 12000}),
          ("gaussian_pdf", "fast", "float32", {"n": 2 * LARGE}),
          ("pulses", "fused", "float32", {"n": 2 * LARGE}),
          ("polar_distance", "half_angle", "float32", {"n": LARGE}),
          ("zero_suppress", "value", "int16", {"n": 4 * LARGE}),
          *(("l2_norm", "tuned", "float32", {"rows": 3 * LARGE // length, "length": length})
            for length in (2, 32, 1024, 1_000_000))]
CACHED = (500_000, 2_000_000)  # lists that the cache of every GPU of the centers' holds, but the oldest
# As long as the lesson's own lists.
SEEDS = [("vector_add", "resident", "float32", {"n": 100_000}),
         ("zero_suppress", "value", "int16", {"n": 100_000}),
         ("pulses", "fused", "float32", {"n": 100_000}),
         ("hidden_layer", "fused_fast", "float32", {"n": 1_000_000}),
         ("gaussian_pdf", "fast", "float32", {"n": 1_000_000}),
         ("polar_distance", "half_angle", "float32", {"n": 1_000_000})]


class Bench:
    def __init__(self, options):
        self.programs = os.path.join(options.build, "libexec/gpujob")
        self.backend, self.most, self.limit = options.backend, options.most, str(options.seconds)

    def run(self, subject, *options, backend=None):
        """The report of one launch."""
        workload, variant, precision, parameters = subject
        program = os.path.join(self.programs, f"{workload}.{backend or self.backend}")
        if not os.path.exists(program):
            print(f"skipped: this build has no {self.backend} programs")
            sys.exit(77)
        words = [f"{name}={min(value, self.most or value)}" for name, value in parameters.items()]
        done = subprocess.run([program, "--variant", variant, "--precision", precision, "--max-seconds", self.limit,
                               *(part for word in words for part in ("--param", word)), *options],
                              capture_output=True, text=True, check=False)
        if done.returncode == 77:
            print(f"skipped: {done.stderr.strip()}")
            sys.exit(77)
        if done.returncode != 0:
            sys.exit(f"{' '.join(done.args)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def seconds(self, *subjects):
        """Median kernel times, the subjects taking turns."""
        taken = [[] for _ in subjects]
        for _ in range(ROUNDS):
            for times, subject in zip(taken, subjects):
                times.append(statistics.median(self.run(subject)["samples"]["kernel"]))
        return [statistics.median(times) for times in taken]


def row(what, figure, unit, goal, met):
    print(f"{what:44} {figure:8.3f} {unit:28} goal {goal}: {'met' if met else 'MISSED'}", flush=True)


def name(subject):
    workload, variant, precision, parameters = subject
    length = f" {parameters['length']}" if "length" in parameters else ""
    return f"{workload}{length} {variant} {precision} (P)"


def memory_bound(bench):
    for subject in MEMORY:
        report = bench.run(subject)
        share = report["fraction"]
        row(name(subject), share, f"of {report['ceiling']['what']}", ">= 0.97, none < 0.93", share >= 0.97)


def integrate2d(bench):
    def subject(variant):
        return ("integrate2d", variant, "float32", {"n": 102400})
    singles = ["libm", "poly", "sfu"]
    reports = {v: bench.run(subject(v)) for v in [*singles, "hybrid", "rotate", "recurrence"]}
    over_floor = {v: 1 / report["fraction"] for v, report in reports.items()}
    best = min([*singles, "hybrid"], key=lambda v: statistics.median(reports[v]["samples"]["kernel"]))
    row(f"integrate2d {best} (P), the best of its class", over_floor[best], "times its floor", "<= 1.15",
        over_floor[best] <= 1.15)
    for variant in ("rotate", "recurrence"):
        row(f"integrate2d {variant} (R)", over_floor[variant], "times its floor", "<= 1.3", over_floor[variant] <= 1.3)
    *alone, both = bench.seconds(subject("poly"), subject("sfu"), subject("hybrid"))
    row("integrate2d hybrid (P)", min(alone) / both, "times the best single pipe", ">= 1.25", min(alone) / both >= 1.25)


def against_others(bench):
    three, fused = bench.seconds(*(("hidden_layer", v, "float32", {"n": LARGE}) for v in ("three_kernels", "fused")))
    row("hidden_layer fused (P)", three / fused, "times the three kernels", ">= 2.3", three / fused >= 2.3)
    columns, rows = bench.seconds(*(("add_one", v, "float32", {"n": 16384}) for v in ("columns", "rows")))
    row("add_one rows (P)", columns / rows, "times columns", ">= 1", columns >= rows)
    library, tuned = bench.seconds(*(("matmul", v, "float32", {"n": 8192}) for v in ("library", "tuned")))
    row("matmul tuned float32 (P)", library / tuned, "of the library's speed", ">= 0.93", library / tuned >= 0.93)


def numba(bench):
    """The lesson's own program, with its types and block sizes, by the GPU's own Numba."""
    if bench.backend != "cuda":
        print("integrate2d in Numba, verbatim: not measured (Numba here knows CUDA only)")
        return
    size = {"n": 102400}
    slow = statistics.median(bench.run(("integrate2d", "verbatim", "mixed", size), backend="numba")["samples"]["kernel"])
    fast, = bench.seconds(("integrate2d", "hybrid", "float32", size))
    row("integrate2d hybrid (P)", slow / fast, "times Numba verbatim", ">= 9 (on an H200)", slow / fast >= 9)


def in_a_row(bench, subject):
    """Seconds of one run of many, and the bytes that it moves."""
    report = bench.run(subject, "--batch", str(BATCH))
    return statistics.median(report["samples"]["kernel"]), report["work"]["bytes_read"] + report["work"]["bytes_written"]


def seed_sizes(bench):
    """A run in a row of many takes an empty kernel's time and that of its bytes in the cache, which holds them."""
    launches = {"launches": 1000}
    empty = bench.seconds(("peak", "replay", "float32", launches))[0] / min(1000, bench.most or 1000)
    (short, few), (long, many) = (in_a_row(bench, ("stream", "copy", "float32", {"n": n})) for n in CACHED)
    each = max(long - short, 0) / (many - few) if many > few else 0
    print(f"an empty kernel {1e6 * empty:.2f} us; a copy in the cache {1e-12 / max(each, 1e-15):.2f} TB/s")
    for subject in SEEDS:
        taken, moved = in_a_row(bench, subject)
        least = empty + moved * each
        row(f"{name(subject)}, n = {subject[3]['n']}", taken / least, "times empty kernel + cache", "<= 1.2",
            taken / least <= 1.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--backend", default="cuda", choices=["cuda", "hip", "cpu"])
    parser.add_argument("--most", type=int, help="cut every size to this")
    parser.add_argument("--seconds", type=float, default=20, help="the most that one launch may take samples for")
    options = parser.parse_args()
    bench = Bench(options)
    device = bench.run(("vector_add", "resident", "float32", {"n": 1000000}))
    facts = device["device"]
    print(f"{options.backend} on {facts['model']} ({facts['architecture']}), driver {facts['driver']}, "
          f"{device['versions']['compiler']}, {device['started'][:10]}", flush=True)
    for part in (memory_bound, integrate2d, against_others, seed_sizes, numba):
        part(bench)


if __name__ == "__main__":
    main()
