#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""jobs_test.py BUILD: a job of every site, from flags to timing report, in sandboxes side by side.

Seven sandboxes run at once; a job goes to each, one `wait` ends with all of them done, one table
lists them, and each report is valid and says that a CPU stood in. One more job goes over two nodes.
Nothing is left running."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import case

JOBS = [  # site, GPU, backend, project
    ("c3se/alvis", "T4", "cuda", "NAISS2025-22-934"),
    ("hpc2n/kebnekaise", "l40s", "cuda", "hpc2n2025-151"),
    ("lunarc/cosmos", "a100i", "cuda", "lu2025-2-10"),
    ("naiss/arrhenius", "gh200", "cuda", "naiss2025-22-934-gpu"),
    ("nsc/tetralith", "t4", "cuda", "naiss2025-22-934"),
    ("pdc/dardel", "mi250x", "hip", "naiss2025-22-934"),
    ("uppmax/pelle", "l40s", "cuda", "uppmax2025-2-393"),
]


class User:
    """A user with a home of their own."""

    def __init__(self, build, home):
        self.home = home
        self.gpujob = f"{build}/bin/gpujob"
        programs = pathlib.Path(home, "libexec")
        programs.mkdir()
        for program in pathlib.Path(build, "libexec/gpujob").glob("*.cpu*"):
            (programs / program.name).symlink_to(program.resolve())
        self.environment = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8",
                            "GPUJOB_LIBEXEC": str(programs), "GPUJOB_TODAY": "2026-11-21"}

    def __call__(self, *words):
        done = case.run_gpujob([self.gpujob, *words], timeout=300, env=self.environment)
        print(f"$ gpujob {' '.join(words)}\n{done.stdout}{done.stderr}", end="")
        if done.returncode != 0:
            raise RuntimeError(f"gpujob {words[0]}: exit {done.returncode}{self.said_by_jobs()}")
        return done.stdout

    def said_by_jobs(self):
        runs = pathlib.Path(self.home, ".local/share/gpujob/runs")
        return "".join(f"\n{path}:\n{path.read_text(encoding='utf-8')}"
                       for path in runs.glob("*/job.*.err") if path.stat().st_size)


def check_report(site, backend, report):
    run = report["run"]
    wrong = []
    if run["sandbox"] != site.split("/")[0]:
        wrong.append(f"sandbox {run['sandbox']}")
    if run["stand_in_for"] != backend:
        wrong.append(f"stand_in_for {run['stand_in_for']}")
    if not report["answer"]["valid"]:
        wrong.append("wrong answer")
    return [f"{site}: {what}" for what in wrong]


def session(gpujob):
    for site, _, _, _ in JOBS:
        gpujob("sandbox", "up", "--site", site, "--name", site.split("/")[0])
    for site, gpu, backend, account in JOBS:
        gpujob("submit", "integrate2d", "--site", site, "--gpu", gpu, "--backend", backend,
               "--account", account, "--size", "small")
    runs = json.loads(gpujob("runs", "--format", "json"))["runs"]
    failures = [] if len(runs) == len(JOBS) else [f"{len(runs)} runs"]
    gpujob("wait", *[run["run"] for run in runs], "--timeout", "4m")
    table = gpujob("runs")
    for site, _, backend, _ in JOBS:
        center = site.split("/")[0]
        if f"(sandbox {center})" not in table:
            failures.append(f"the table hides the sandbox of {site}")
        mine, = [run["run"] for run in runs if run["site"] == site]
        reports = json.loads(gpujob("report", mine, "--format", "json"))["reports"]
        failures += check_report(site, backend, reports[0]["report"])
    return failures + split_over_nodes(gpujob)


def split_over_nodes(gpujob):
    """Twelve GPUs, of which a node has six: a process a node, and one report of all parts."""
    site, _, backend, account = JOBS[1]
    gpujob("submit", "integrate2d", "--site", site, "--gpu", "l40s", "--gpus", "12", "--backend",
           backend, "--account", account, "--size", "small")
    gpujob("wait", "last", "--timeout", "4m")
    report = json.loads(gpujob("report", "last", "--format", "json"))["reports"][0]["report"]
    ends = [0] + [device["first"] + device["count"] for device in report["devices"]]
    firsts = [device["first"] for device in report["devices"]]
    wrong = check_report(site, backend, report)
    if len(firsts) != 12 or firsts != ends[:-1] or ends[-1] != 2048:
        wrong.append(f"{site}: parts {firsts} to {ends[1:]}")
    return wrong


def left_over(home):
    """Processes that still have the home's path in their command line."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if home in line and str(os.getpid()) != entry.parent.name:
            found.append(line)
    return found


def main(build):
    if not shutil.which("slurmctld", path="/usr/sbin:/usr/bin:/sbin"):
        print("no slurmctld here")
        return 77
    with tempfile.TemporaryDirectory(prefix="gpujob-jobs-") as home:
        gpujob = User(build, home)
        try:
            failures = session(gpujob)
        finally:
            for site, _, _, _ in JOBS:
                subprocess.run([gpujob.gpujob, "sandbox", "down", "--name", site.split("/")[0]],
                               env=gpujob.environment, check=False, timeout=120)
        failures += [f"left running: {line}" for line in left_over(home)]
    for failure in failures:
        print("FAILED " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
