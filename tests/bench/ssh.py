#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ssh.py BUILD: what the channel to a center costs, with four sshds of its own on loopback. The channel with a batch
without a request (what gpujob here starts and sends) and a whole command with such an exchange (`gpujob connect` on an
open connection) against a plain `ssh HOST true` through the same master, where login shells read no /etc/profile and
where they read this machine's; and `status` of 50 runs at one center and of 200 at four. The Slurms are pretended:
shell scripts, which take most of a status.
Medians of rounds in rotated order; the questions to each center are counted. Nothing but that is asserted."""
import json
import pathlib
import shlex
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "remote"))
from center import Center, Seat, need, scratch  # noqa: E402

ROUNDS = {True: 21, False: 3}  # of what takes milliseconds, and of the others
GOAL = 1.5
SERVE = "exec ~/.cache/gpujob/serve/gpujob serve --kept"  # as in cli/remote/channel.cc
RUNS = 50  # at each center
CENTERS = {"uppmax": ("pelle", "l40s", "uppmax2025-1-1"), "c3se": ("alvis", "A40", "NAISS2025-5-1"),
           "naiss": ("arrhenius", "gh200", "naiss2026-1-1-gpu"), "pdc": ("dardel", "gh200", "naiss2025-22-934")}


class Bench:
    def __init__(self, gpujob, place):
        self.centers = {}
        for name, (cluster, _, _) in CENTERS.items():
            root = place / name
            root.mkdir()
            center = Center(gpujob, root, cluster=cluster, phrase="", start_files=name != "uppmax")
            center.__enter__()
            self.centers[name] = center
            # Its jobs stay pending, and the program is found as at a center: by the start files of the login.
            settings = center.text.replace("FAKE_SLURM_RUN=1", "FAKE_SLURM_RUN=0").splitlines()[1:-1]
            (center.home / ".profile").write_text("\n".join(settings) + f"\nPATH=$PATH:{center.home}/.local/bin\n")
            center.program.unlink()
            center.program.symlink_to(center.gpujob)
        self.seat = Seat(gpujob, place, self.centers)
        self.config = place / "ssh_config"
        (self.seat.home / "job.sh").write_text("#!/bin/bash\ntrue\n")
        (self.seat.home / "batch").write_text('{"gpujob":"ask","protocol":2,"version":"0"}\n{"end":0}\n')

    def gpujob(self, *words):
        done = self.seat.run(*words)
        if done.returncode not in (0, 8):
            raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def submit(self):
        """The runs by center, all pending."""
        runs = {}
        for name, (_, gpu, account) in CENTERS.items():
            self.gpujob("config", "set", f"sites.{name}.ssh", name)
            self.gpujob("connect", name)
            words = f"submit ./job.sh --site {name} --gpu {gpu} --time 5 -A {account} --runs {RUNS} --parsable"
            runs[name] = self.gpujob(*shlex.split(words)).split()
        return runs

    def questions(self):
        listed = json.loads(self.gpujob("connections", "--format", "json"))["connections"]
        return {one["host"]: one["traffic"][0]["questions"] for one in listed}

    def plain(self, host, *words):
        """`ssh HOST WORDS` through the master that gpujob opened."""
        path = next(path for path in (self.seat.home / "run/gpujob/ssh").glob("*.json")
                    if json.loads(path.read_text())["host"] == host)
        return ["ssh", "-F", str(self.config), "-S", str(path.with_suffix("")), "-o", "BatchMode=yes", host, *words]

    def stop(self):
        self.seat.run("disconnect", "--all")
        for center in self.centers.values():
            center.stop()


def main(build):
    need("sshd", "ssh", "ssh-keygen")
    gpujob = pathlib.Path(build).resolve() / "bin/gpujob"
    with scratch() as place:
        bench = Bench(gpujob, pathlib.Path(place))
        try:
            runs = bench.submit()
            every = [run for some in runs.values() for run in some]
            works = {"ssh HOST true": bench.plain("uppmax", "true"),
                     "ssh HOST sh -lc true": bench.plain("uppmax", "exec sh -lc true"),
                     "the channel, an empty batch": bench.plain("uppmax", SERVE),
                     "gpujob connect": [gpujob, "connect", "uppmax"],
                     "ssh HOST sh -lc true, own start files": bench.plain("c3se", "exec sh -lc true"),
                     "the channel, own start files": bench.plain("c3se", SERVE),
                     "gpujob connect, own start files": [gpujob, "connect", "c3se"],
                     f"status of {RUNS} runs at 1 center": [gpujob, "status", *runs["uppmax"]],
                     f"status of {len(every)} runs at {len(runs)} centers": [gpujob, "status", *every]}
            before = bench.questions()
            bench.gpujob("status", *every)
            asked = {host: count - before[host] for host, count in bench.questions().items()}
            assert asked == dict.fromkeys(CENTERS, 1), asked
            taken = {name: [] for name in works}
            names = list(works)
            for number in range(max(ROUNDS.values())):
                for name in names[number % len(names):] + names[:number % len(names)]:
                    if number >= ROUNDS[not name.startswith("status")]:
                        continue
                    with open(bench.seat.home / "batch", "rb") as batch:
                        begin = time.monotonic()
                        subprocess.run(works[name], env=bench.seat.environment, cwd=bench.seat.home, check=False,
                                       stdin=batch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    taken[name].append(time.monotonic() - begin)
            first = statistics.median(taken[names[0]])
            print(f"a status of {len(every)} runs asked each of {len(asked)} centers once\n")
            print(f"{'work':38} {'median ms':>9} {'ratio':>6} {'goal':>5}")
            for name in names:
                median = statistics.median(taken[name])
                goal = GOAL if name.startswith("the channel") else ""
                print(f"{name:38} {1000 * median:9.1f} {median / first:6.2f} {goal:>5}")
        finally:
            bench.stop()


if __name__ == "__main__":
    main(sys.argv[1])
