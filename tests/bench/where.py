#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""where.py BUILD [--trials N]: is `gpujob where` right? In each round of a sandbox every GPU type is taken by a
background job of a random time limit, of which it uses a random part; `where` then tells the start on each type, and
a run of a workload is sent to all of them. A trial is one such run: when Slurm started it, and whether its wait and its
median lay in the intervals that `where` gave.

Time is counted in events, so that no figure but waits and medians depends on how fast the machine is: a background
job ends when it is told to, in the order of the ends that were drawn, the next one not before the run behind it has
started. Fails if a run starts later than told, if two start in another order than told although the drawn ends are in
the order of the time limits, if `where` knows nothing of the runs of earlier rounds, or if fewer waits are in their
intervals than `least_covered` says."""
import argparse
import collections
import dataclasses
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

SITE = "hpc2n"
WORK = ("add_one", "--size", "small")
MORE = ("--site", SITE, "--account", "hpc2n2025-151")
UNEVEN = ("l40s",)  # in nodes of two and of six: no job takes them all
LIMITS_MIN = range(20, 140, 10)  # far longer than a round takes: no job of the background meets its own
USED = (0.5, 1.0)  # of a limit, by a job of the background
TOLERANCE_S = 60  # Slurm counts limits in minutes
PROMISED = 0.8  # of waits, by the interval for the next one
FALSE_ALARM = 1e-6
PATIENCE_S = 180
SKIPPED = 77


class Bench:
    def __init__(self, build, home):
        self.gpujob = os.path.join(build, "bin/gpujob")
        self.home = pathlib.Path(home)
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": home, "LC_ALL": "C.UTF-8", "USER": "root"}

    def __call__(self, *words):
        done = subprocess.run([self.gpujob, *words], env=self.environment, text=True, capture_output=True,
                              timeout=300, check=False)
        if done.returncode != 0:
            raise SystemExit(f"gpujob {' '.join(words)}: {done.returncode}: {done.stderr}")
        return done.stdout

    def places(self):
        found = json.loads(self("where", *WORK, *MORE, "--format", "json"))["choices"]
        return {place["gpu"]: place for place in found}

    def left_out(self):
        """Names of the runs that `compare` has a reason not to use, such as one above its ceiling."""
        done = subprocess.run([self.gpujob, "compare", WORK[0], "--by", "gpu", "--format", "json"], env=self.environment,
                              text=True, capture_output=True, timeout=300, check=False)
        excluded = json.loads(done.stdout)["excluded"] if done.returncode == 0 else []
        return {run for out in excluded for run in out["runs"]}

    def send(self, *words):
        """The run's directory."""
        before = set((self.home / ".local/share/gpujob/runs").glob("*"))
        self("submit", *words, *MORE)
        (run,) = set((self.home / ".local/share/gpujob/runs").glob("*")) - before
        return run


def wait_for(what, paths):
    """Until all are there; a claim is made when a job begins, a report when it has measured."""
    patience = time.monotonic() + PATIENCE_S
    while missing := [path for path in paths if not path.exists()]:
        if time.monotonic() > patience:
            raise SystemExit(f"{what}: {len(missing)} of {len(paths)} missing after {PATIENCE_S} s")
        time.sleep(0.05)


@dataclasses.dataclass
class Trial:
    """Seconds; starts and ends count from the moment in which `where` was asked."""

    gpu: str
    told: float
    latest: float  # the end of the background job by its limit
    drawn: float  # its end
    start: float  # the end that let the run start, so `drawn` unless Slurm found other GPUs
    wait: float
    median: float
    measured: dict | None
    next_wait: dict | None
    run: str
    left_out: set[str]  # earlier runs that `compare` does not use, where none of the type was known


def take_all(bench, chance, gpus):
    """{GPU: (file that ends its background job, [start, part that it uses, time limit])}, all running."""
    limits = chance.sample(LIMITS_MIN, len(gpus))
    taken = {}
    for (gpu, count), limit in zip(gpus.items(), limits):
        over = bench.home / f"over-{gpu}"
        over.unlink(missing_ok=True)
        run = bench.send("--wrap", f"until [ -e {over} ]; do sleep 0.1; done", "--gpu", f"{gpu}:{count}",
                         "--time", str(limit))
        taken[gpu] = (over, run / "claim", 60 * limit * chance.uniform(*USED), 60 * limit)
    wait_for("background", [claim for _, claim, *_ in taken.values()])
    return taken


def round_of(bench, chance, gpus):
    taken = take_all(bench, chance, gpus)
    told, begin = bench.places(), time.time()
    left_out = bench.left_out() if not all(told[gpu]["measured"] for gpu in gpus) else set()
    runs, sent, starts = {}, {}, {}
    for gpu in gpus:
        sent[gpu] = time.time()
        runs[gpu] = bench.send(*WORK, "--gpu", gpu, "--time", "00:00:02")  # measures for a second at most
    passed = {gpu: begin - claim.stat().st_mtime for gpu, (_, claim, *_) in taken.items()}
    drawn = {gpu: used - passed[gpu] for gpu, (_, _, used, _) in taken.items()}
    now = 0
    for gpu in sorted(gpus, key=drawn.get):
        starts |= {other: now for other, run in runs.items() if other not in starts and (run / "claim").exists()}
        now = drawn[gpu]
        taken[gpu][0].touch()
        wait_for("trial", [runs[gpu] / "claim"])
        starts.setdefault(gpu, now)
    wait_for("trials", [run / "report-1.json" for run in runs.values()])
    bench("wait", *[run.name for run in runs.values()], "--timeout", f"{PATIENCE_S}s")
    trials = []
    for gpu, run in runs.items():
        median = json.loads(bench("report", run.name, "--format", "json"))["reports"][0]["summary"]["median"]
        trials.append(Trial(gpu, told[gpu]["starts_in_seconds"], taken[gpu][3] - passed[gpu], drawn[gpu], starts[gpu],
                            (run / "claim").stat().st_mtime - sent[gpu], median, told[gpu]["measured"],
                            told[gpu]["next_wait"], run.name, left_out))
    return trials


def least_covered(waits):
    """How many waits must be in their intervals, of [(trial, is in)].

    Where waits are exchangeable, each of one GPU type is in the interval of the earlier ones with at least the
    promised chance, whatever the others did: the ranks of a sequence are independent. So of a type's m waits fewer
    than k are in with a chance of at most P(Binomial(m, 0.8) < k). If fewer than the sum of the types' k are in, one
    type has fewer than its own; with k the largest for which that chance is below 10^-6 over the number of types, a
    right program fails less than once in 10^6 runs. k is 1 for m = 10 and 12 for m = 31, as after 200 trials; fewer
    than ten waits of a type allow no bound."""
    of_type = collections.Counter(trial.gpu for trial, _ in waits)

    def least(m):
        below, k = 0.0, -1
        while below < FALSE_ALARM / len(of_type):
            k += 1
            below += math.comb(m, k) * PROMISED**k * (1 - PROMISED)**(m - k)
        return k
    return sum(least(m) for m in of_type.values())


def share(found):
    found = list(found)
    return f"{sum(found)} of {len(found)} ({100 * sum(found) / len(found):.0f} %)" if found else "none"


def in_order(a, b, what):
    return (a.told < b.told) == (getattr(a, what) < getattr(b, what))


def judge(rounds):
    """Prints the figures; the failures."""
    trials = [trial for one in rounds for trial in one]
    pairs = [pair for one in rounds for pair in itertools.combinations(one, 2)]
    print(f"{len(trials)} trials in {len(rounds)} rounds of {len(rounds[0])} GPU types")
    print("pairs of places in the order in which jobs started:", share(in_order(a, b, "start") for a, b in pairs))
    print("rounds whose first place was the first to start:",
          share(min(one, key=lambda t: t.told) is min(one, key=lambda t: t.start) for one in rounds))
    print("starts no later than told:", share(trial.start <= trial.told + TOLERANCE_S for trial in trials))
    known = [trial for trial in trials if trial.measured and trial.measured["low_seconds"]]
    print("medians of the next run in the interval of earlier ones:",
          share(t.measured["low_seconds"] <= t.median <= t.measured["high_seconds"] for t in known))
    # A wait is told by clocks of whole seconds.
    waits = [(t, t.next_wait["low_seconds"] - 1 <= t.wait <= t.next_wait["high_seconds"] + 1)
             for t in trials if t.next_wait]
    covered, least = sum(is_in for _, is_in in waits), least_covered(waits)
    print("waits in the interval of earlier ones, which promises 80 %:", share(is_in for _, is_in in waits),
          f"at least {least}")
    wrong = [f"later than told: {trial}" for trial in trials if trial.start > trial.told + TOLERANCE_S]
    wrong += [f"not in the order told: {a}, {b}" for a, b in pairs if not in_order(a, b, "start")
              and (a.latest < b.latest) == (a.drawn < b.drawn)]
    earlier, unused = collections.defaultdict(set), 0
    for trial in trials:
        if not trial.measured and earlier[trial.gpu]:
            unused += 1
            if not earlier[trial.gpu] <= trial.left_out:
                wrong.append(f"earlier runs are not known: {trial}")
        earlier[trial.gpu].add(trial.run)
    print(f"trials whose earlier runs 'compare' uses none of: {unused}")
    return wrong + [f"{covered} waits of {len(waits)} in their intervals: too few"] * (covered < least)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--trials", type=int, default=200)
    arguments = parser.parse_args()
    chance = random.Random(24)
    if not shutil.which("slurmctld", path="/usr/bin:/usr/sbin"):
        print("no slurmctld here")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="gpujob-bench-") as home:
        bench = Bench(arguments.build, home)
        try:
            bench("sandbox", "up", "--site", SITE)
            (bench.home / ".local/share/gpujob/runs").mkdir(parents=True, exist_ok=True)
            gpus = {gpu: place["free"]["all"] for gpu, place in bench.places().items() if gpu not in UNEVEN}
            rounds = []
            while sum(map(len, rounds)) < arguments.trials:
                rounds.append(round_of(bench, chance, gpus))
            wrong = judge(rounds)
        finally:
            subprocess.run([bench.gpujob, "sandbox", "down", "--all"], env=bench.environment,
                           stdout=subprocess.DEVNULL, check=False)
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
