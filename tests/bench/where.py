#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""where.py BUILD [--trials N]: is `gpujob where` right? In each round of a sandbox every GPU type is taken by a
background job of a random time limit, of which it uses a part; `where` then tells the start on each type, and a run
of a workload is sent to all of them. A trial is one such run: when it really started, and whether its median lay in
the interval that `where` gave. A background job lives a second for each minute of its limit, so estimates in minutes
are compared with starts in seconds. Nothing is asserted but that the trials took place."""
import argparse
import itertools
import json
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
LIMITS_MIN = range(2, 14)
USED = (0.5, 1.0)  # of a limit, by a job of the background
SCALE = 60
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


def round_of(bench, chance, gpus):
    """[(GPU, estimated seconds of waiting, real ones, interval, median, forecast of the wait, the run's wait)]"""
    ends = {}
    claims = []
    for gpu, count in gpus.items():
        limit = chance.choice(LIMITS_MIN)
        ends[gpu] = limit * chance.uniform(*USED)
        run = bench.send("--wrap", f"sleep {ends[gpu]:.2f}", "--gpu", f"{gpu}:{count}", "--time", str(limit))
        claims.append(run / "claim")
    wait_for("background", claims)
    told, begin = bench.places(), time.time()
    runs, sent = {}, {}
    for gpu in gpus:
        sent[gpu] = time.time()
        runs[gpu] = bench.send(*WORK, "--gpu", gpu, "--time", "1")
    wait_for("trials", [run / "report-1.json" for run in runs.values()])
    bench("wait", *[run.name for run in runs.values()], "--timeout", f"{PATIENCE_S}s")
    trials = []
    for gpu, run in runs.items():
        claimed = (run / "claim").stat().st_mtime
        median = json.loads(bench("report", run.name, "--format", "json"))["reports"][0]["summary"]["median"]
        trials.append((gpu, told[gpu]["starts_in_seconds"] / SCALE, claimed - begin, told[gpu]["measured"], median,
                       told[gpu]["next_wait"], claimed - sent[gpu]))
    return trials


def share(found):
    found = list(found)
    return f"{sum(found)} of {len(found)} ({100 * sum(found) / len(found):.0f} %)" if found else "none"


def show(rounds):
    trials = [trial for one in rounds for trial in one]
    pairs = [(a, b) for one in rounds for a, b in itertools.combinations(one, 2) if a[1] != b[1]]
    print(f"{len(trials)} trials in {len(rounds)} rounds of {len(rounds[0])} GPU types")
    print("pairs of places in the order in which jobs started:",
          share((a[1] < b[1]) == (a[2] < b[2]) for a, b in pairs))
    print("rounds whose first place was the first to start:",
          share(min(one, key=lambda t: t[1])[0] == min(one, key=lambda t: t[2])[0] for one in rounds))
    print("starts no later than told, and 3 s for Slurm to see that a job is over:",
          share(start <= told + 3 for _, told, start, *_ in trials))
    known = [(measured, median) for *_, measured, median, _, _ in trials if measured and measured["low_seconds"]]
    print("medians of the next run in the interval of earlier ones:",
          share(one["low_seconds"] <= median <= one["high_seconds"] for one, median in known))
    # A wait is told by clocks of whole seconds.
    waits = [(forecast, wait) for *_, forecast, wait in trials if forecast]
    print("waits in the interval of earlier ones, which promises 80 %:",
          share(one["low_seconds"] - 1 <= wait <= one["high_seconds"] + 1 for one, wait in waits))


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
            show(rounds)
        finally:
            subprocess.run([bench.gpujob, "sandbox", "down", "--all"], env=bench.environment,
                           stdout=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    main()
