#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sandbox_up.py BUILD CLASS [--faked] [--every N] [--starts N] [--record FILE] [--until TIME]: as faults.py, for
`gpujob sandbox up`.

The k-th call of one kind fails with one error or, for CLASS `kill`, ends the command: over a real Slurm or, with
`--faked`, over daemons that do nothing but be there, which takes a tenth of the time. A start that fails says the
cause and the file, and leaves no process and no file of its own; one that ends well is a sandbox that answers. What
a killed start leaves is ended by its guard or by the next `down`. In any case the next `up` without a fault
succeeds, and nothing is left after `down`. CLASS `moments` kills starts at random moments instead, `--starts` of
them."""
import argparse
import concurrent.futures
import hashlib
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
from calls import CLASSES, SKIPPED, UNHEARD, WORDS, calls_in, inject, names_in, trials  # noqa: E402
from home import records, room, tree  # noqa: E402

SITE = "nsc"  # the smallest that has GPUs
UP = ("sandbox", "up", "--site", SITE)
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
LMOD = "/usr/share/lmod/lmod/init/bash"  # whose file a start looks for
FAKED = {  # what a start asks the controller: the nodes of its slurm.conf are there, and no job is
    "sinfo": 'while IFS= read -r line; do\n  case $line in NodeName=*) line=${line#*=} && echo "${line%% *} idle" ;; esac\n'
             'done <"$SLURM_CONF"\n',
    "squeue": "", "sbatch": "", "scancel": ""}
HOMES = 4  # over faked daemons, which are waited for more than they compute
WITHOUT = {"write": (*UNHEARD, "ESTALE")}  # a start writes its 130 files as other commands write theirs
MOMENTS = 0.6  # seconds: a start takes less, and longer under load


def make_fakes(build, where):
    """A Slurm whose daemons are faults_daemon."""
    for name in ("munged", "slurmctld", "slurmd"):
        program = where / "sbin" / name
        program.parent.mkdir(exist_ok=True)
        program.symlink_to(pathlib.Path(build, "tests/faults/faults_daemon").resolve())
    for name, script in FAKED.items():
        program = where / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text("#!/bin/sh\n" + script, encoding="ascii")
        program.chmod(0o755)


class Sandboxes:
    """A user with a home, the processes that belong to it, and the sandboxes in it. `known` says what was wrong with the
    next start from what an earlier one left: several homes share it."""

    def __init__(self, build, root, faked, known):
        self.gpujob = str(pathlib.Path(build, "bin/gpujob").resolve())
        self.inject, self.known, self.unasked = inject(build), known, 0
        self.home = pathlib.Path(root, "home")
        self.home.mkdir()
        self.trace = pathlib.Path(root, "trace")
        self.directory = self.home / ".local/state/gpujob/sandbox"
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TZ": "UTC",
                            "USER": os.environ.get("USER", "root"), "GPUJOB_TODAY": "2026-11-21"}
        if faked:
            make_fakes(build, pathlib.Path(root))
            self.environment["PATH"] = f"{root}/sbin:{root}/bin:/usr/bin:/bin"

    def run(self, *argv):
        return subprocess.run(argv, env=self.environment, cwd=self.home, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120, check=False, errors="replace")

    def call(self, *words):
        return self.run(self.gpujob, *words)

    def traced(self, call, error, k):
        done = self.run(self.inject, "main", str(self.trace), call, error, str(k), self.gpujob, *UP)
        return done, self.trace.read_text(errors="replace")

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

    def judge(self, done, error, failed):
        """What is wrong after a start that was harmed, and after the next ones."""
        wrong = []
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
            # A search of PATH passes over what may not be read, as a shell does, and finds another or none.
            searched = error == "EACCES" and re.search(r'bin/\w+"', failed)
            self.unasked += bool(searched)
            wrong += [] if searched else self.judge_words(done, error, failed)
            left = self.left(10)
            if left:
                wrong.append(f"left running: {list(left.values())}")
            if self.entries():
                wrong.append(f"left in its directory: {self.entries()}: {done.stderr.strip()[-300:]}")
        left = self.state()
        if not left:
            return wrong + self.judge_next()
        if left not in self.known:
            self.known[left] = self.judge_next()
        return wrong + self.known[left]

    def state(self):
        """A word for what lies in the home; none while something runs there, as a guard that is just removing it."""
        if self.processes():
            return None
        try:
            found = [(path, known[:2]) for path, known in sorted(tree(self.home).items())]
        except FileNotFoundError:
            return None
        return hashlib.sha256(repr(found).encode()).digest()

    def judge_words(self, done, error, failed):
        text = done.stderr + done.stdout
        if not re.search(WORDS[error], text.lower()):
            return [f"no cause: exit {done.returncode}: {done.stderr.strip()[-300:]}"]
        names = names_in(failed)
        if any("+" in name for name in names):  # of a lock's ticket the directory is said
            names = [self.directory.name]
        if not any(name in text for name in names):
            return [f"names none of {names}: exit {done.returncode}: {done.stderr.strip()[-300:]}"]
        return []

    def judge_next(self):
        """What is there can be listed, a start without a fault succeeds, and after `down` there is nothing."""
        listed = self.call("sandbox", "list", "--format", "json")
        wrong = [f"list: exit {listed.returncode}: {listed.stderr.strip()}"] if listed.returncode else []
        again = self.call(*UP)
        wrong += [f"the next up: exit {again.returncode}: {again.stderr.strip()[-300:]}"] if again.returncode else []
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

    def calls(self):
        """How often a start makes each call. How often it looks whether its daemons answer is chance."""
        traced = self.traced("-", "-", 0)[1]
        self.call("sandbox", "down", "--all")
        self.put_back()
        return calls_in(traced)

    def attempt(self, call, error, k):
        """What is wrong after the trial, and whether the start was harmed at all."""
        done, failed = self.traced(call, error, k)
        wrong = self.judge(done, error, failed) if failed else []
        if not failed:
            self.call("sandbox", "down", "--all")
        self.put_back()
        return wrong, bool(failed)

    def moment(self, after):
        """As attempt(), of a start that is killed so many seconds after it began."""
        with subprocess.Popen([self.gpujob, *UP], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(after)
            process.kill()
            process.wait()
            wrong = self.judge(subprocess.CompletedProcess(UP, process.returncode, "", ""), "KILL", "")
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


def missing(options):
    """What is not here of what the trials need."""
    needed = [inject(options.build), *([LMOD, f"{options.build}/tests/faults/faults_daemon"] if options.faked else PROGRAMS)]
    return [name for name in needed if not shutil.which(name, mode=os.F_OK, path="/usr/sbin:/usr/bin:/sbin:/bin")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("class_name", choices=[*CLASSES, "moments"])
    parser.add_argument("--faked", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--starts", type=int, default=8)
    parser.add_argument("--record")
    parser.add_argument("--until", type=float, default=float("inf"))
    options = parser.parse_args()
    options.homes = HOMES if options.faked else 1
    if absent := missing(options):
        print(f"SKIPPED: no {', '.join(absent)} is here")
        return SKIPPED
    known = dict(records(pathlib.Path(options.record))) if options.record else {}
    judged = {}

    def play(turn, made):
        found = []
        with tempfile.TemporaryDirectory(prefix="gpujob-up-", dir=room() if options.faked else "/tmp") as root:
            sandboxes = Sandboxes(options.build, root, options.faked, judged)
            every, homes = options.every, options.homes
            for key, wrong, harmed in (moments(sandboxes, options, known) if options.class_name == "moments" else trials(
                    options.class_name, "sandbox-up", made or sandboxes.calls(), known, options.until,
                    lambda number: number % every == 0 and number // every % homes == turn, every == 1 and turn == 0,
                    sandboxes.attempt, WITHOUT.get(options.class_name, ()))):
                found.append((wrong, harmed))
                if options.record and harmed:
                    with open(options.record, "a", encoding="utf-8") as file:
                        file.write(json.dumps([key, wrong]) + "\n")
                for what in wrong:
                    print(f"WRONG {key}: {what}", flush=True)
            unasked.append(sandboxes.unasked)
        return found
    made, unasked = None, []
    if options.homes > 1:  # all know the same numbers
        with tempfile.TemporaryDirectory(prefix="gpujob-up-", dir=room()) as root:
            made = Sandboxes(options.build, root, options.faked, judged).calls()
    with concurrent.futures.ThreadPoolExecutor(options.homes) as pool:
        found = [one for part in pool.map(lambda turn: play(turn, made), range(options.homes)) for one in part]
    harmed = sum(harmed for _, harmed in found)
    bad = sum(bool(wrong) for wrong, _ in found)
    print(f"counted: {options.class_name} faults in sandbox up{' over faked daemons' if options.faked else ''}: {harmed}, wrong {bad}; "
          f"in {sum(unasked)} the message was not asked for; {len(found) - harmed} starts were not harmed")
    return 1 if bad or not (harmed or known) else 0


if __name__ == "__main__":
    sys.exit(main())
