# SPDX-License-Identifier: MIT
"""Each command in a situation, and what must be true after one of its system calls failed."""
import collections
import json
import os
import re
import shlex
import shutil
import sys
import time

sys.dont_write_bytecode = True
from calls import UNHEARD, WORDS, calls_in, names_in  # noqa: E402
from home import Home  # noqa: E402

FINAL = {"done", "failed", "cancelled", "vanished", "refused"}


def states_in(text):
    """States in a command's JSON; nothing if it printed none."""
    try:
        document = json.loads(text)
    except ValueError:
        return None
    rows = document.get("runs", [document] if "state" in document else [])
    return [row["state"] for row in rows if "state" in row]


def is_true(state, jobs):
    states = [job_state for _, job_state in jobs.values()]
    if state == "done":
        return states == ["COMPLETED"]
    if state in ("refused", "vanished"):  # as if nothing was sent
        return not states
    if state == "cancelled":
        return bool(states) and all(job_state.startswith("CANCELLED") for job_state in states)
    return False


def nothing(_):
    pass


def used(home):
    """What gpujob keeps of profiles and workloads is there; `submit` finds none of it."""
    for name in ("submit", "arrays", "local"):
        home.settled(*COMMANDS[name][1])
    for where in ("home/.local", "slurm", "work"):
        shutil.rmtree(home.root / where)
    (home.root / "slurm").mkdir()
    (home.root / "work").mkdir()
    for index in (home.root / "home/.cache/gpujob").glob("runs.sqlite*"):
        index.unlink()


def pending(home):
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00")


def ended(home):
    home.settled("submit", "--wrap", "true", "--here", "--time", "00:05:00", FAKE_SLURM_RUN="1")


def doubtful(home):
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00", "--settle", "1s", FAKE_SBATCH="timeout",
              FAKE_SQUEUE="down", FAKE_SACCT="down")


def set_back(home):
    """What was noted half an hour ago."""
    then = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 1800))
    for run in home.runs():
        for path in [*run.glob("state.json"), *run.glob("attempt-*/intent.json")]:
            path.write_text(re.sub(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", then, path.read_text(encoding="utf-8")), encoding="utf-8")


def due(home):
    """A submission that was lost, and looked for in vain: the next look sends it again."""
    home.call("submit", "--wrap", "true", "--here", "--time", "00:05:00", "--settle", "1s", FAKE_SBATCH="lost")
    look_for(home)


def look_for(home):
    for _ in range(3):
        home.call("status", "last")
    set_back(home)


def littered(home):
    """Beside a run what a killed command left two hours ago: a temporary file, and a directory in which no run began."""
    pending(home)
    run = home.runs()[0]
    half_made = run.with_name("01JD000000" + run.name[-16:])
    half_made.mkdir()
    old = time.time() - 2 * 3600
    for path in (run / ".state.json.0a1b2c3d.tmp", half_made / "job.sh", half_made):
        if not path.exists():
            path.write_text("x", encoding="ascii")
        os.utime(path, (old, old))


COMMANDS = {  # what was before, the command
    "status": (pending, ("status", "--format", "json")),
    "status-ended": (ended, ("status", "last", "--format", "json")),
    "wait": (ended, ("wait", "last", "--timeout", "20s")),
    "collect": (ended, ("collect", "last", "--format", "json")),
    "recover": (doubtful, ("recover", "--format", "json")),
    "resend": (due, ("status", "last", "--format", "json")),
    "rebuild": (ended, ("runs", "--rebuild", "--format", "json")),
    "gc": (littered, ("runs", "gc", "--yes")),
    "cancel": (pending, ("cancel", "last")),
    "submit": (nothing, ("submit", "--wrap", "true", "--here", "--time", "00:05:00", "--settle", "1s")),
    "arrays": (used, ("submit", "matmul", "--backend", "cpu", "--here", "--settle", "1s", "--sweep", "n=256,16384",
                      "--sweep", "precision=float32,float64")),
    "run": (used, ("run", "--here", "--time", "00:05:00", "--settle", "1s", "--", "sh", "-c", "echo x >>ran; exit 3")),
    "local": (used, ("submit", "--site", "local", "--wrap", "echo x >>ran")),
}
ARRAY_TASKS = 4
WORK = ("run", "local")  # whose job runs


class Command:
    """A command in its situation: how it is when nothing fails, and what each trial made of it. `known`, which the
    command's homes share, says what was found wrong after states that a trial had left before."""

    def __init__(self, build, name, root, known):
        self.name, self.known = name, known
        self.home = Home(build, root)
        if name == "run":
            self.home.environment["FAKE_SLURM_RUN"] = "1"
        prepare, self.words = COMMANDS[name]
        prepare(self.home)
        self.home.keep()
        self.had_job = bool(self.home.jobs())
        self.usual = self.home.settled(*self.words)
        self.usual_states = states_in(self.usual.stdout)
        self.counts = collections.Counter()  # of trials: in how many is what
        self.home.put_back()

    def calls(self):
        """How often the command makes each call."""
        found = calls_in(self.home.traced("-", "-", 0, *self.words)[1])
        self.home.put_back()
        return found

    def attempt(self, call, error, k):
        """What is wrong after the trial, and whether the command was harmed at all."""
        done, failed = self.home.traced(call, error, k, *self.words)
        # A search of PATH passes over what may not be read, as a shell does.
        # Of a journal that cannot be opened, and of an index that is made anew, SQLite tells the reason of its
        # second try.
        again = r"(openat|newfstatat)\(.*runs\.sqlite" if self.name == "rebuild" else r"openat\(.*-journal"
        searched = error == "EACCES" and re.search(r'/fake_slurm/\w+"', failed) or re.search(again, failed)
        wrong = self.judge(done, error, failed, bool(searched)) if failed else []
        self.home.put_back()
        return wrong, bool(failed)

    def judge(self, done, error, failed, searched):
        wrong = self.judge_words(done, error, failed, searched)
        # What the next commands find depends on nothing else.
        left = (self.home.state(), error == "KILL", done.returncode, ": cannot start (" in done.stderr,
                tuple(re.findall("to continue: gpujob (.*)", done.stderr)))
        if left not in self.known:
            judge = self.judge_work if self.name in WORK else self.judge_arrays if self.name == "arrays" else self.judge_run
            broken = self.home.broken()
            unseen = ["its job was not seen in the queue, which lists it"] * (self.had_job and self.home.missed_looks())
            after = unseen + judge(done, error), bool(self.home.litter()), self.judge_litter()
            self.known[left] = *after, broken + self.judge_store()
        after, littered, litter, store = self.known[left]
        self.counts.update(littered=littered, stores=1, valid=not store)
        return wrong + after + litter + store

    def judge_store(self):
        """Each run that was begun is listed."""
        listed = self.home.call("runs", "--format", "json")
        try:
            found = {run["run"] for run in json.loads(listed.stdout)["runs"]}
        except (ValueError, KeyError):
            found = set()
        lost = sorted(set(self.home.plans()) - found)
        return [f"runs: exit {listed.returncode}, without {lost}: {listed.stderr.strip()[-200:]}"] * bool(listed.returncode or lost)

    def judge_words(self, done, error, failed, searched):
        """A command that did not do as usual says why; one that leaves a run out does too."""
        if error == "KILL":
            return []
        said = states_in(done.stdout) if self.name not in WORK else None
        jobs = self.home.jobs()
        wrong = [f"says {state}" for state in said or [] if state in FINAL and not is_true(state, jobs)]
        if self.name == "run" and done.returncode not in (self.usual.returncode, 125):
            wrong.append(f"exit {done.returncode} is neither the command's nor gpujob's own")
        as_usual = (done.returncode, said) == (self.usual.returncode, self.usual_states)
        if as_usual and (said is not None or self.name in WORK or self.usual.stdout.count("\n") == done.stdout.count("\n")):
            return wrong
        if error in UNHEARD:
            return [*wrong, f"not as usual: exit {done.returncode}: {done.stderr.strip()[-200:]}"]
        if searched:
            self.counts["unasked"] += 1
            return wrong
        if done.returncode == 0 and not done.stderr and "diagnostics" not in done.stdout:
            return [*wrong, f"silent: {done.stdout.strip()[:80]}"]
        text = done.stderr + done.stdout
        if not re.search(WORDS[error], text.lower()):
            return [*wrong, f"no cause: exit {done.returncode}: {done.stderr.strip()[-200:]}"]
        names = names_in(failed)
        if not any(name in text for name in names):
            wrong.append(f"names none of {names}: exit {done.returncode}: {done.stderr.strip()[-200:]}")
        return wrong

    def judge_run(self, done, error):
        """What `status` shows is true, nothing is lost: each job is a run's, and no run has two."""
        jobs = self.home.jobs()
        runs = [run.name for run in self.home.runs() if (run / "plan.json").exists()]
        after = self.home.call("status", "last", "--format", "json")
        seen = states_in(after.stdout) or []
        wrong = [f"job {job} is in no run" for job, (name, _) in jobs.items() if name[-26:] not in runs]
        wrong += [f"then {state}" for state in seen if state in FINAL and not is_true(state, jobs)]
        if len(jobs) > 1:
            wrong.append(f"{len(jobs)} jobs")
        if self.name == "resend":
            return wrong + self.judge_resend(seen, done)
        if self.name != "submit":
            wrong += [f"then nothing: {after.stderr.strip()}"] * (not seen) + ["no job"] * (not jobs)
            if self.name == "cancel" and done.returncode == 0 and not all(
                    state.startswith("CANCELLED") for _, state in jobs.values()):
                wrong.append("cancelled nothing with exit 0")
            return wrong
        if done.returncode == 0 and not jobs:
            wrong.append("exit 0 and no job")
        if jobs and seen != ["pending"]:
            wrong.append(f"its job is {seen or after.stderr.strip()}")
        if not jobs and "pending" in seen:
            wrong.append("pending without a job")
        return wrong

    def judge_resend(self, seen, done):
        """Whatever failed, the next looks send what was not sent, once; only where an sbatch could not be started it is
        refused."""
        if seen == ["refused"] and ": cannot start (" in done.stderr:
            return []
        for _ in range(2):
            if not self.home.jobs():
                look_for(self.home)
                self.home.call("status", "last")
        jobs = self.home.jobs()
        states = states_in(self.home.call("status", "last", "--format", "json").stdout)
        return [f"{len(jobs)} jobs, {states}: {done.stderr.strip()[-200:]}"] * (len(jobs) != 1 or states != ["pending"])

    def judge_work(self, done, error):
        """The job's work is done at most once, and what is said of it fits what it did."""
        ran = self.home.root / "work/ran"
        work = ran.read_text(encoding="ascii").count("x") if ran.exists() else 0
        wrong = [f"its work was done {work} times"] if work > 1 else []
        if done.returncode == self.usual.returncode and not work:
            wrong.append(f"exit {done.returncode} and nothing was done")
        ended_well = "failed" if self.name == "run" else "done"
        for state in states_in(self.home.call("status", "last", "--format", "json").stdout) or []:
            if state in FINAL and (state == ended_well) != (work == 1):
                wrong.append(f"then {state}, and its work was done {work} times")
        return wrong

    def judge_litter(self):
        """What the command left behind, `runs gc` removes an hour later, and no run with it."""
        left = self.home.litter()
        if not left:
            return []
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

    def judge_arrays(self, done, error):
        """No task is lost or there twice, and what is to be sent again by what gpujob says is all that is left."""
        not_started = ": cannot start (" in done.stderr
        wrong = self.judge_tasks(not_started)
        jobs = self.home.jobs()
        if done.returncode == 0 and len(jobs) != ARRAY_TASKS:
            wrong.append(f"exit 0 and {len(jobs)} tasks")
        if done.returncode == 0 or error == "KILL":
            return wrong
        rest = re.findall("to continue: gpujob (.*)", done.stderr)
        for line in rest:
            self.home.call(*shlex.split(line))
        unknown = re.findall("run 'gpujob recover (\\w+)'", done.stderr)
        for run in unknown:
            self.home.call("recover", run)
        if not jobs and not rest and not unknown:
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
