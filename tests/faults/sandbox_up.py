#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sandbox_up.py BUILD CLASS [--every N] [--starts N] [--record FILE] [--until TIME]: `gpujob sandbox up` while system calls fail.

As faults.py, over a real Slurm: the k-th call of one kind fails with one error or, for CLASS `kill`, ends the
command. A start that fails says the cause and the file, and leaves no process and no file of its own; one that
ends well is a sandbox that answers. What a killed start leaves is ended by its guard or by the next `down`. In any
case the next `up` without a fault succeeds, and nothing is left after `down`. CLASS `moments` kills starts at
random moments instead, `--starts` of them."""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
from home import records  # noqa: E402
from faults import CLASSES, NOT_OURS, SKIPPED, WORDS, names_in  # noqa: E402

SITE = "nsc"  # the smallest that has GPUs
UP = ("sandbox", "up", "--site", SITE)
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "strace")
MOMENTS = 0.6  # seconds: a start takes less, and longer under load


class Sandboxes:
    """A user with a home, the processes that belong to it, and the sandboxes in it."""

    def __init__(self, build, root):
        self.gpujob = str(pathlib.Path(build, "bin/gpujob").resolve())
        self.home = pathlib.Path(root, "home")
        self.home.mkdir()
        self.trace = pathlib.Path(root, "trace")
        self.directory = self.home / ".local/state/gpujob/sandbox"
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TZ": "UTC",
                            "USER": os.environ.get("USER", "root"), "GPUJOB_TODAY": "2026-11-21"}

    def run(self, *argv):
        return subprocess.run(argv, env=self.environment, cwd=self.home, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120, check=False, errors="replace")

    def call(self, *words):
        return self.run(self.gpujob, *words)

    def strace(self, *options):
        return self.run("strace", "-qq", "-y", "-s", "8", "-o", str(self.trace), *options, self.gpujob, *UP)

    def processes(self):
        """pid -> command of every process that names this home in its arguments or environment."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                arguments = (entry / "cmdline").read_bytes()
                known = arguments + (entry / "environ").read_bytes()
            except OSError:
                continue
            if arguments and str(self.home).encode() in known:
                found[int(entry.name)] = arguments.replace(b"\0", b" ").decode(errors="replace")
        return found

    def left(self, patience):
        """What runs still after so many seconds. A guard looks now and then whether its `up` lives, and goes."""
        end = time.monotonic() + patience
        while found := self.processes():
            if time.monotonic() > end:
                break
            time.sleep(0.05)
        return found

    def entries(self):
        return sorted(one.name for one in self.directory.iterdir()) if self.directory.is_dir() else []

    def runtimes(self):
        """Directories of sockets that belong to this home's sandboxes."""
        found = []
        for note in self.directory.glob("*/runtime"):
            found.append(pathlib.Path(note.read_text(encoding="utf-8")))
        return found

    def judge(self, done, error):
        """What is wrong after a start that was harmed, and after the next ones."""
        wrong = []
        listed = self.call("sandbox", "list", "--format", "json")
        if done.returncode == 0:
            answers = self.call("sandbox", "status")
            if answers.returncode != 0:
                wrong.append(f"exit 0 and no sandbox: {(answers.stdout + answers.stderr).strip()[-200:]}")
        elif error == "KILL" and self.call("sandbox", "status").returncode == 0:
            pass  # killed as it was ready: it stays
        elif error == "KILL":
            # Its guard ends it, if it had come that far; else the next start does.
            left = [what for what in self.left(20).values() if " sandbox guard " not in what]
            if left:
                wrong.append(f"left running: {left}")
        else:
            wrong += self.judge_words(done, error)
            left = self.left(10)
            if left:
                wrong.append(f"left running: {list(left.values())}")
            if self.entries():
                wrong.append(f"left in its directory: {self.entries()}: {done.stderr.strip()[-300:]}")
        if listed.returncode != 0:
            wrong.append(f"list: exit {listed.returncode}: {listed.stderr.strip()}")
        return wrong + self.judge_next()

    def judge_words(self, done, error):
        text = done.stderr + done.stdout
        if not re.search(WORDS[error], text.lower()):
            return [f"no cause: exit {done.returncode}: {done.stderr.strip()[-300:]}"]
        names = names_in(self.trace.read_text(errors="replace"))
        if any("+" in name for name in names):  # of a lock's ticket the directory is said
            names = [self.directory.name]
        if not any(name in text for name in names):
            return [f"names none of {names}: exit {done.returncode}: {done.stderr.strip()[-300:]}"]
        return []

    def judge_next(self):
        """A start without a fault succeeds, and after `down` there is nothing."""
        again = self.call(*UP)
        wrong = [f"the next up: exit {again.returncode}: {again.stderr.strip()[-300:]}"] if again.returncode else []
        if not wrong and (state := self.call("sandbox", "status")).returncode != 0:
            wrong.append(f"the next up is no sandbox: {(state.stdout + state.stderr).strip()[-200:]}")
        runtimes = self.runtimes()
        down = self.call("sandbox", "down", "--all")
        if down.returncode:
            wrong.append(f"down: exit {down.returncode}: {down.stderr.strip()[-300:]}")
        if left := self.left(10):
            wrong.append(f"left after down: {list(left.values())}")
        if self.entries() or any(one.exists() for one in runtimes):
            wrong.append(f"left after down: {self.entries()} {[str(one) for one in runtimes if one.exists()]}")
        return wrong

    def put_back(self):
        """A home as new, whatever went wrong."""
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for one in self.runtimes():
            shutil.rmtree(one, ignore_errors=True)
        shutil.rmtree(self.home)
        self.home.mkdir()

    def places(self, call):
        """Numbers of the calls that are gpujob's own, and how many there are at all. How often a start looks
        whether its daemons answer is chance: so a number is a place only roughly."""
        self.strace("-e", f"trace={call}")
        lines = [line for line in self.trace.read_text(errors="replace").splitlines() if line.startswith(call + "(")]
        self.call("sandbox", "down", "--all")
        self.put_back()
        return [k for k, line in enumerate(lines, 1) if not NOT_OURS.search(line)], len(lines)

    def attempt(self, call, error, k):
        """What is wrong after the trial, and whether the start was harmed at all."""
        how = "signal=KILL" if error == "KILL" else f"error={error}"
        done = self.strace("-e", f"trace={call}", "-e", f"inject={call}:{how}:when={k}")
        harmed = self.is_harmed()
        wrong = self.judge(done, error) if harmed else []
        if not harmed:
            self.call("sandbox", "down", "--all")
        self.put_back()
        return wrong, harmed

    def is_harmed(self):
        """Did a call of gpujob's own fail? In this start the k-th may be one of the program loader."""
        lines = self.trace.read_text(errors="replace").splitlines()
        failed = [line for line in lines if line.endswith("(INJECTED)")]
        return any(not NOT_OURS.search(line) for line in failed) or any("+++ killed" in line for line in lines)

    def moment(self, after):
        """As attempt(), of a start that is killed so many seconds after it began."""
        with subprocess.Popen([self.gpujob, *UP], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(after)
            process.kill()
            process.wait()
            wrong = self.judge(subprocess.CompletedProcess(UP, process.returncode, "", ""), "KILL")
        self.put_back()
        return wrong


def moments(sandboxes, options, known):
    for number in range(options.starts):
        after = random.Random(number).uniform(0, MOMENTS)
        key = f"moments sandbox-up {number} {after:.3f}"
        if key in known:
            continue
        if time.time() > options.until:
            return
        yield key, sandboxes.moment(after), True


def trials(sandboxes, options, known):
    """Goes through all k; yields (key, what is wrong, whether a call of gpujob's own failed)."""
    calls, errors = CLASSES[options.class_name]
    number = 0
    for call in calls:
        places, all_of_them = sandboxes.places(call)
        for k in places:
            for error in errors:
                number += 1
                key = f"{options.class_name} sandbox-up {call} {error} {k}"
                if number % options.every or key in known:
                    continue
                if time.time() > options.until:
                    return
                yield key, *sandboxes.attempt(call, error, k)
        if options.every == 1 and all_of_them and sandboxes.attempt(call, errors[0], all_of_them * 10 + 99)[1]:
            yield f"{options.class_name} sandbox-up {call}", ["there are more calls than were counted"], True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("class_name", choices=[*CLASSES, "moments"])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--starts", type=int, default=8)
    parser.add_argument("--record")
    parser.add_argument("--until", type=float, default=float("inf"))
    options = parser.parse_args()
    for name in PROGRAMS:
        if not shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin"):
            print(f"SKIPPED: no {name} is installed")
            return SKIPPED
    known = dict(records(pathlib.Path(options.record))) if options.record else {}
    count = bad = unharmed = 0
    with tempfile.TemporaryDirectory(prefix="gpujob-up-", dir="/tmp") as root:
        sandboxes = Sandboxes(options.build, root)
        for key, wrong, harmed in (moments if options.class_name == "moments" else trials)(sandboxes, options, known):
            count, bad, unharmed = count + harmed, bad + bool(wrong), unharmed + (not harmed)
            if options.record:
                with open(options.record, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, wrong]) + "\n")
            for what in wrong:
                print(f"WRONG {key}: {what}", flush=True)
    print(f"counted: {options.class_name} faults in sandbox up: {count}, wrong {bad}; {unharmed} starts were not harmed")
    return 1 if bad or not (count or known) else 0


if __name__ == "__main__":
    sys.exit(main())
