#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py BUILD CLASS [--once] [--record FILE] [--until TIME]: gpujob while system calls fail.

A trial is one command whose k-th call of one kind fails with one error (or, for CLASS `kill`, ends the
command), over the faked Slurm, each in a home that is as new. k goes from 1 until the command ends
unharmed. What the command says and what `status` says after it are held to what the faked controller
knows: a state that is final and not true, a job that is in no run, a second copy, a silence, or a message
without its cause is a failure. `--once` lets each call fail with
one of the errors, in turn, and of the SPARSE commands each N-th call. With `--record` trials that FILE has are
not repeated, so a run that was stopped (at the latest at TIME, in seconds since 1970) can go on."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from home import Home, records  # noqa: E402

SKIPPED = 77
CLASSES = {  # system calls, and what becomes of the k-th
    "read": (("openat", "getdents64", "newfstatat", "read"), ("EIO", "ESTALE", "EACCES")),
    "write": (("write", "pwrite64", "fsync", "rename", "linkat", "link", "mkdir", "unlink", "ftruncate"),
              ("ENOSPC", "EDQUOT", "EIO", "EROFS")),
    "kill": (("openat", "write", "pwrite64", "fsync", "rename", "linkat", "link", "mkdir", "unlink", "close"),
             ("KILL",)),
}
WORDS = {"EIO": "input/output error", "ESTALE": "stale file handle", "EACCES": "permission denied",
         "ENOSPC": "no space left on device|disk is full", "EDQUOT": "quota exceeded", "EROFS": "read-only file system"}
FINAL = {"done", "failed", "cancelled", "vanished", "refused"}
# What the program loader and the C library read before gpujob begins, and the terminal's own streams.
NOT_OURS = re.compile(r"\.so[.\d]*[\">]|/etc/ld\.so|/usr/lib/locale|/proc/|/sys/|pipe:|socket:|/dev/|ELF")


def names_in(traced):
    """Names of the files that the failed call was about, as a message may give them."""
    for line in traced.splitlines():
        if line.endswith("(INJECTED)"):
            paths = re.findall(r'"([^"]*)"', line) + re.findall(r"\(\d+<([^>]*)>", line)
            names = [path.rstrip("/").rsplit("/", 1)[-1] for path in paths]
            return [re.sub(r"^\.(.*)\.[0-9a-f]{8}\.tmp$", r"\1", name).removesuffix("-journal") for name in names]
    return []


def states_in(text):
    """States in a command's JSON; nothing if it printed none."""
    try:
        document = json.loads(text)
    except ValueError:
        return None
    rows = document.get("runs", [document] if "state" in document else [])
    return [row["state"] for row in rows if "state" in row]


def nothing(_):
    pass


def pending(home):
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00")


def ended(home):
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00", FAKE_SLURM_RUN="1")
    end = time.monotonic() + 120
    while time.monotonic() < end and not list(home.root.glob("home/.local/share/gpujob/runs/*/end.*")):
        time.sleep(0.05)
    while time.monotonic() < end and any(state != "COMPLETED" for _, state in home.jobs().values()):
        time.sleep(0.05)


def doubtful(home):
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00", "--settle", "1s", FAKE_SBATCH="timeout",
              FAKE_SQUEUE="down", FAKE_SACCT="down")


COMMANDS = {  # what was before, the command
    "status": (pending, ("status", "--format", "json")),
    "status-ended": (ended, ("status", "last", "--format", "json")),
    "wait": (ended, ("wait", "last", "--timeout", "20s")),
    "collect": (ended, ("collect", "last", "--format", "json")),
    "recover": (doubtful, ("recover", "--format", "json")),
    "rebuild": (ended, ("runs", "--rebuild", "--format", "json")),
    "gc": (pending, ("runs", "gc", "--yes")),
    "cancel": (pending, ("cancel", "last")),
    "submit": (nothing, ("submit", "--wrap", "true", "--here", "--time", "00:05:00", "--settle", "1s")),
    "arrays": (nothing, ("submit", "matmul", "--backend", "cpu", "--here", "--settle", "1s", "--sweep", "n=256,16384",
                         "--sweep", "precision=float32,float64")),
    "run": (nothing, ("run", "--here", "--time", "00:05:00", "--settle", "1s", "--", "sh", "-c", "echo x >>ran; exit 3")),
    "local": (nothing, ("submit", "--site", "local", "--wrap", "echo x >>ran")),
}
ARRAY_TASKS = 4
# Whose job runs: a trial waits for most of a second, so that several homes take turns at its calls, beside the others.
SLOW = ("run", "local")
SLOW_HOMES = 4
# Of these each N-th call will do where each is made once: they make many, much like another or like those of another
# command (`wait` asks as `status` does), and take long.
SPARSE = {"run": 8, "arrays": 12, "wait": 4}


class Command:
    """A command in its situation: how it is when nothing fails, and what each trial made of it."""

    def __init__(self, build, name, root):
        self.name = name
        self.home = Home(build, root)
        if name == "run":
            self.home.environment["FAKE_SLURM_RUN"] = "1"
        prepare, self.words = COMMANDS[name]
        prepare(self.home)
        self.home.keep()
        self.trace = pathlib.Path(root, "trace")
        self.usual = self.home.call(*self.words)
        self.usual_states = states_in(self.usual.stdout)
        self.litter = 0
        self.home.put_back()

    def strace(self, *options):
        return self.home.run("strace", "-qq", "-y", "-s", "8", "-o", str(self.trace), *options, self.home.gpujob,
                             *self.words)

    def places(self, call):
        """Numbers of the calls that are gpujob's own, and how many there are at all."""
        self.strace("-e", f"trace={call}")
        lines = [line for line in self.trace.read_text(errors="replace").splitlines() if line.startswith(call + "(")]
        self.home.put_back()
        return [k for k, line in enumerate(lines, 1) if not NOT_OURS.search(line)], len(lines)

    def attempt(self, call, error, k):
        """What is wrong after the trial, and whether the command was harmed at all."""
        how = "signal=KILL" if error == "KILL" else f"error={error}"
        done = self.strace("-e", f"trace={call}", "-e", f"inject={call}:{how}:when={k}")
        traced = self.trace.read_text(errors="replace")
        harmed = "(INJECTED)" in traced or "+++ killed" in traced
        # A search of PATH passes over what may not be read, as a shell does.
        # Of a journal that cannot be opened, and of an index that is made anew, SQLite tells the reason of its
        # second try.
        again = r"(openat|newfstatat)\(.*runs\.sqlite" if self.name == "rebuild" else r"openat\(.*-journal"
        searched = (error == "EACCES" and re.search(r'/fake_slurm/\w+".*INJECTED', traced)
                    or re.search(again + ".*INJECTED", traced))
        wrong = self.judge(done, "KILL" if searched else error) if harmed else []
        wrong += self.judge_litter() if harmed else []
        self.home.put_back()
        return wrong, harmed

    def judge(self, done, error):
        wrong = []
        if self.name in SLOW:
            return self.judge_work(done, error)
        if self.name == "arrays":
            return self.judge_arrays(done, error)
        jobs = self.home.jobs()
        said = states_in(done.stdout)
        if error != "KILL":
            wrong += self.judge_words(done, said, error)
            wrong += [f"says {state}" for state in said or [] if state in FINAL and not self.is_true(state, jobs)]
        after = self.home.call("status", "last", "--format", "json")
        if self.name == "submit":
            return wrong + self.judge_submit(done, jobs, after)
        seen = states_in(after.stdout) or []
        wrong += [f"then {state}" for state in seen if state in FINAL and not self.is_true(state, jobs)]
        if not seen:
            wrong.append(f"then nothing: {after.stderr.strip()}")
        if self.name == "cancel" and done.returncode == 0 and not all(
                state.startswith("CANCELLED") for _, state in jobs.values()):
            wrong.append("cancelled nothing with exit 0")
        if len(jobs) != 1:
            wrong.append(f"{len(jobs)} jobs")
        return wrong

    def judge_work(self, done, error):
        """The job's work is done at most once, and what is said of it fits what it did."""
        def work():
            ran = self.home.root / "work/ran"
            return ran.read_text(encoding="ascii").count("x") if ran.exists() else 0

        def started():
            return [*self.home.root.glob("slurm/jobs/*/state"), *self.home.root.glob("home/.local/share/gpujob/runs/*/job.local.*")]
        end = time.monotonic() + 20
        while started() and time.monotonic() < end and not list(self.home.root.glob("home/.local/share/gpujob/runs/*/end.*")):
            time.sleep(0.05)
        # A job that has written its marker, or that will never start, changes nothing any more.
        time.sleep(0.2)
        wrong = [f"its work was done {work()} times"] if work() > 1 else []
        status = self.usual.returncode
        if error != "KILL" and done.returncode != status:
            wrong += self.judge_words(done, None, error)
            if self.name == "run" and done.returncode != 125:
                wrong.append(f"exit {done.returncode} is neither the command's nor gpujob's own")
        if done.returncode == status and not work():
            wrong.append(f"exit {status} and nothing was done")
        after = states_in(self.home.call("status", "last", "--format", "json").stdout) or []
        ended_well = "failed" if self.name == "run" else "done"
        for state in after:
            if state in FINAL and (state == ended_well) != (work() == 1):
                wrong.append(f"then {state}, and its work was done {work()} times")
        return wrong

    def judge_litter(self):
        """What the command left behind, `runs gc` removes an hour later, and no run with it."""
        left = self.home.litter()
        if not left:
            return []
        self.litter += 1
        before = self.home.plans()
        old = time.time() - 2 * 3600
        for path in left:
            if path.is_dir():
                path.rename(path.with_name(path.name[:-26] + "01JD000000" + path.name[-16:]))  # tells when it was made
            else:
                os.utime(path, (old, old), follow_symlinks=False)
        done = self.home.call("runs", "gc", "--yes")
        wrong = [f"gc leaves {path.name}: {done.stderr.strip()[-200:]}" for path in self.home.litter()]
        return wrong + ["gc removes a run"] * (self.home.plans() != before)

    def judge_words(self, done, said, error):
        """A command that did not do as usual says why; one that leaves a run out does too."""
        as_usual = (done.returncode, said) == (self.usual.returncode, self.usual_states)
        if as_usual and (said is not None or self.usual.stdout.count("\n") == done.stdout.count("\n")):
            return []
        if done.returncode == 0 and not done.stderr and "diagnostics" not in done.stdout:
            return [f"silent: {done.stdout.strip()[:80]}"]
        text = done.stderr + done.stdout
        if not re.search(WORDS[error], text.lower()):
            return [f"no cause: exit {done.returncode}: {done.stderr.strip()[-200:]}"]
        names = names_in(self.trace.read_text(errors="replace"))
        if not any(name in text for name in names):
            return [f"names none of {names}: exit {done.returncode}: {done.stderr.strip()[-200:]}"]
        return []

    def is_true(self, state, jobs):
        states = [job_state for _, job_state in jobs.values()]
        if state == "done":
            return states == ["COMPLETED"]
        if state == "cancelled":
            return bool(states) and all(job_state.startswith("CANCELLED") for job_state in states)
        return False

    def judge_submit(self, done, jobs, after):
        """Nothing is lost: each job is a run's, and no run has two."""
        runs = [run.name for run in self.home.runs() if (run / "plan.json").exists()]
        wrong = [f"job {job} is in no run" for job, (name, _) in jobs.items() if name[-26:] not in runs]
        if len(jobs) > 1:
            wrong.append(f"{len(jobs)} jobs")
        if done.returncode == 0 and not jobs:
            wrong.append("exit 0 and no job")
        seen = states_in(after.stdout) or []
        if jobs and seen != ["pending"]:
            wrong.append(f"its job is {seen or after.stderr.strip()}")
        if not jobs and "pending" in seen:
            wrong.append("pending without a job")
        return wrong

    def judge_arrays(self, done, error):
        """No task is lost or there twice, and what is to be sent again by what gpujob says is all that is left."""
        wrong = self.judge_words(done, None, error) if error != "KILL" else []
        not_started = ": cannot start (" in done.stderr
        wrong += self.judge_tasks(not_started)
        jobs = self.home.jobs()
        if done.returncode == 0 and len(jobs) != ARRAY_TASKS:
            wrong.append(f"exit 0 and {len(jobs)} tasks")
        if done.returncode == 0 or error == "KILL":
            return wrong
        rest = re.findall("to continue: gpujob (.*)", done.stderr)
        for line in rest:
            self.home.call(*shlex.split(line))
        if not jobs and not rest:
            self.home.call(*self.words)
        if len(self.home.jobs()) != ARRAY_TASKS:
            wrong.append(f"{len(self.home.jobs())} tasks once the rest is sent: {done.stderr.strip()[-300:]}")
        return wrong + self.judge_tasks(not_started)

    def judge_tasks(self, not_started):
        """Each task that the controller has is one run, which is seen to wait, and each array is there once. A run is
        refused only where an sbatch could not be started."""
        jobs, runs = self.home.jobs(), self.home.plans()
        seen = self.home.call("status", *runs, "--format", "json") if runs else None
        rows = json.loads(seen.stdout).get("runs", []) if seen else []
        found = {row["job_id"]: row["state"] for row in rows if row["job_id"]}
        wrong = [f"task {job} is {found.get(job, 'in no run')}" for job in jobs if found.get(job) != "pending"]
        wrong += [f"run {row['run']} is {row['state']} and no task" for row in rows
                  if row["job_id"] not in jobs and row["state"] in FINAL - ({"refused"} if not_started else set()) | {"pending"}]
        arrays = {(name, job.split("_")[0]) for job, (name, _) in jobs.items()}
        if len(arrays) > len({name for name, _ in arrays}):
            wrong.append(f"sent twice: {sorted(arrays)}")
        if len(rows) != len(runs):
            wrong.append(f"status tells of {len(rows)} of {len(runs)} runs: {seen.stderr.strip()[-200:]}")
        return wrong


class Turns:
    """Homes that take turns at the calls of one command, as many as the first that comes to a kind of them counts."""

    def __init__(self, homes):
        self.homes, self.counted, self.lock = homes, {}, threading.Lock()

    def places(self, command, call):
        with self.lock:
            if call not in self.counted:
                self.counted[call] = command.places(call)
            return self.counted[call]


def trials(options, name, turns, home, known, litter):
    """Goes through all k of one command whose turn it is in this home; yields (key, what is wrong). `litter` counts
    trials that left some."""
    class_name = options.class_name
    calls, errors = CLASSES[class_name]
    with tempfile.TemporaryDirectory(prefix="gpujob-faults-", dir="/tmp") as root:
        command = Command(options.build, name, root)
        number = 0
        every = SPARSE.get(name, 1) if options.once else 1
        for call in calls:
            places, all_of_them = turns.places(command, call)
            for k in places:
                number += 1
                if number // every % turns.homes != home:
                    continue
                turn = number // every % len(errors)
                for error in errors if not options.once else errors[turn:turn + 1] * (number % every == 0):
                    key = f"{class_name} {name} {call} {error} {k}"
                    if key in known:
                        continue
                    if time.time() > options.until:
                        return
                    wrong, _ = command.attempt(call, error, k)
                    yield key, wrong
            litter[name, home] = command.litter
            if home:
                continue
            # Far beyond the last one nothing is harmed: so all were tried (a pipe may be read in more pieces, and
            # a command that follows its job looks as often as the job takes).
            far = all_of_them * (10 if name in SLOW else 1) + 99
            if all_of_them and command.attempt(call, errors[0], far)[1]:
                yield f"{class_name} {name} {call}", ["there are more calls than were counted"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("class_name", choices=CLASSES)
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--record")
    parser.add_argument("--until", type=float, default=float("inf"))
    parser.add_argument("--command", action="append", choices=COMMANDS)
    options = parser.parse_args()
    if not shutil.which("strace"):
        print("SKIPPED: no strace is installed")
        return SKIPPED
    known = dict(records(pathlib.Path(options.record))) if options.record else {}
    names, litter = options.command or list(COMMANDS), {}

    def play(name, turns, home):
        found = []
        for key, wrong in trials(options, name, turns, home, known, litter):
            found.append((key, wrong))
            if options.record:
                with open(options.record, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, wrong]) + "\n")
            for what in wrong:
                print(f"WRONG {key}: {what}", flush=True)
        return found
    pool = concurrent.futures.ThreadPoolExecutor
    with pool(SLOW_HOMES) as waiting, pool(max(2, os.cpu_count())) as busy:
        played = []
        for name in names:
            turns = Turns(SLOW_HOMES if name in SLOW else 1)
            played += [(waiting if name in SLOW else busy).submit(play, name, turns, home)
                       for home in range(turns.homes)]
        found = [one for all_of_one in played for one in all_of_one.result()]
    for name in names:
        mine = [wrong for key, wrong in found if key.split()[1] == name]
        print(f"{options.class_name} faults in {name}: {len(mine)}, wrong {sum(bool(wrong) for wrong in mine)}")
    bad = sum(bool(wrong) for _, wrong in found)
    print(f"counted: {options.class_name} faults: {len(found)}, wrong {bad}; of {sum(litter.values())} something was left, which "
          "'runs gc' removed")
    return 1 if bad or not (found or known) else 0


if __name__ == "__main__":
    sys.exit(main())
