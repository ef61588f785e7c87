# SPDX-License-Identifier: MIT
"""What trials of failing system calls start from: a user, and what the faked controller knows."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
from calls import inject  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SITE, CLUSTER = "hpc2n", "kebnekaise"
ROOM = 1 << 30  # bytes in memory, for homes that are written anew ten thousand times
SUM = re.compile(rb"\b[0-9a-f]{64}\b")
RUN_NAME = re.compile(rb"[0-9A-HJKMNP-TV-Z]{26}")
# What differs from trial to trial and decides nothing: times, processes, how long a thing took, names of temporary files.
TIME = re.compile(rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d")
CHANCE = re.compile(rb'(?<=\.)[0-9a-f]{8}(?=\.tmp)|(?<="elapsed_milliseconds": )\d+|(?<="pid": )\d+|(?<="start_ticks": )\d+')
NO_STATE = re.compile(r"slurm/calls$|slurm/jobs/\w+/(?:pid|\w+_epoch)$")
MANY = 1 << 14  # bytes: a file of that size is one of gpujob's cache


def records(path):
    """What the lines of a file say, each by itself; a line that a stop cut short was not done."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def room():
    """A directory for homes: in memory, if there is much of it."""
    try:
        memory = os.statvfs("/dev/shm")
        return "/dev/shm" if memory.f_bavail * memory.f_frsize > ROOM and os.access("/dev/shm", os.W_OK) else "/tmp"
    except OSError:
        return "/tmp"


def tree(root, below=""):
    """Of each thing below a directory, by its path: its mode, what it holds (None: a directory), when it was written."""
    found = {}
    for entry in os.scandir(os.path.join(root, below)):
        path = os.path.join(below, entry.name)
        known = entry.stat(follow_symlinks=False)
        if stat.S_ISDIR(known.st_mode):
            held = None
        elif stat.S_ISREG(known.st_mode):
            with open(entry.path, "rb") as file:
                held = file.read()
        else:
            held = os.readlink(entry.path).encode()
        found[path] = known.st_mode, held, known.st_mtime_ns
        if held is None:
            found.update(tree(root, path))
    return found


class Home:
    """A user with a home and a faked Slurm, which can be put back as they were."""

    def __init__(self, build, root):
        self.root, self.saved = pathlib.Path(root, "user"), {}
        self.gpujob = str(pathlib.Path(build, "bin/gpujob").resolve())
        self.inject, self.trace = inject(build), pathlib.Path(root, "trace")
        for name in ("home", "slurm", "work"):
            (self.root / name).mkdir(parents=True)
        # A controller that may be asked each second: who could not look once need not wait for half a minute.
        sites = self.root / "home/.config/gpujob/profiles/sites"
        sites.mkdir(parents=True)
        text = pathlib.Path(build, f"share/gpujob/profiles/sites/{SITE}.yaml").read_text(encoding="utf-8")
        (sites / f"{SITE}.yaml").write_text(text.replace(f"\n  {CLUSTER}:\n", f"\n  {CLUSTER}:\n    polling_floor: 1s\n", 1),
                                            encoding="utf-8")
        self.environment = {
            "PATH": f"{HERE.parent / 'fake_slurm'}:/usr/bin:/bin", "HOME": str(self.root / "home"),
            "USER": "ada", "LC_ALL": "C.UTF-8", "TZ": "UTC", "GPUJOB_TODAY": "2026-11-21",
            "FAKE_SLURM_DIR": str(self.root / "slurm"), "GPUJOB_SITE": SITE,
            "GPUJOB_ACCOUNT": "hpc2n2025-151"}

    def run(self, *argv, **more):
        return subprocess.run(argv, env={**self.environment, **more}, cwd=self.root / "work", text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False,
                              errors="replace")

    def call(self, *words, **more):
        return self.run(self.gpujob, *words, **more)

    def traced(self, call, error, k, *words, **more):
        """As call(), of which the k-th system call of a kind fails, and the line of that. All that the command started has
        ended, too."""
        done = self.run(self.inject, "all", str(self.trace), call, error, str(k), self.gpujob, *words, **more)
        return done, self.trace.read_text(errors="replace")

    def settled(self, *words, **more):
        return self.traced("read", "EIO", 0, *words, **more)[0]

    def keep(self):
        self.saved = tree(self.root)

    def put_back(self):
        """Only what is not as it was is made anew: the rest was not touched."""
        now = tree(self.root)
        if now == self.saved:
            return
        for path in sorted(now.keys() - self.saved.keys(), reverse=True):
            where = self.root / path
            where.rmdir() if now[path][1] is None else where.unlink()
        for path in sorted(self.saved):
            if now.get(path) != self.saved[path]:
                self.make(path)
        for path in sorted(self.saved, reverse=True):  # a directory after what is in it
            os.utime(self.root / path, ns=(self.saved[path][2],) * 2, follow_symlinks=False)

    def make(self, path):
        mode, held, _ = self.saved[path]
        where = self.root / path
        if held is None:
            where.mkdir(exist_ok=True)
        elif stat.S_ISLNK(mode):
            where.unlink(missing_ok=True)
            where.symlink_to(held.decode())
            return
        else:
            where.unlink(missing_ok=True)
            where.write_bytes(held)
        where.chmod(stat.S_IMODE(mode))

    def state(self):
        """A word for what lies in the home and at the controller. Two trials that left the same but for the names of runs,
        times and processes have one."""
        now = tree(self.root)
        names = {name: b"run %d" % i for i, name in enumerate(sorted({
            name for path in now for name in RUN_NAME.findall(path.encode())}))}
        sums = {hashlib.sha256(held).hexdigest().encode(): path.encode()
                for path, (_, held, _) in now.items() if held is not None and len(held) < MANY}

        def plain(text):
            if len(text) < MANY:
                text = CHANCE.sub(b"", SUM.sub(lambda found: sums.get(found[0], found[0]), text))
            for name, short in names.items():
                text = text.replace(name, short)
            return TIME.sub(b"", text).replace(str(self.root).encode(), b"/")

        word = hashlib.sha256()
        for path, (mode, held, _) in sorted(now.items()):
            if NO_STATE.search(path):
                continue
            as_before = path in self.saved and self.saved[path][:2] == (mode, held)
            word.update(plain(path.encode()) + b"\0%o\0" % mode)
            word.update(b"as before" if as_before else hashlib.sha256(
                held if held is not None and path.startswith("home/.cache/gpujob/documents") else plain(held or b"")).digest())
        return word.digest()

    def runs(self):
        where = self.root / "home/.local/share/gpujob/runs"
        return sorted(where.iterdir()) if where.is_dir() else []

    def plans(self):
        return [run.name for run in self.runs() if (run / "plan.json").exists()]

    def litter(self):
        """Temporary files, directories in which no run was begun, and arrays without runs."""
        plans = self.plans()
        half_made = [run for run in self.runs() if run.is_dir() and run.name not in plans
                     and not any(task.exists() for task in run.glob("task-*"))]
        return half_made + [path for path in (self.root / "home").rglob(".*.tmp") if path.parent not in half_made]

    def broken(self):
        """What is not whole of the files that have their names: documents, and the index (a copy is asked, since SQLite
        mends what a killed writer left)."""
        wrong = []
        for path, (_, held, _) in tree(self.root).items():
            if path.endswith(".json") and held is not None and held != self.saved.get(path, (0, None))[1]:
                try:
                    json.loads(held)
                except ValueError:
                    wrong.append(f"{path} is not whole")
        copy = self.trace.with_name("index")
        for index in (self.root / "home/.cache/gpujob").glob("runs.sqlite"):
            copy.mkdir()
            for file in index.parent.glob("runs.sqlite*"):
                shutil.copy(file, copy)
            try:
                with contextlib.closing(sqlite3.connect(copy / index.name)) as database:
                    said = database.execute("PRAGMA integrity_check").fetchone()[0]
            except sqlite3.Error as error:
                said = str(error)
            wrong += [f"the index: {said}"] * (said != "ok")
            shutil.rmtree(copy)
        return wrong

    def missed_looks(self):
        """Looks into the queue that did not see a run's job."""
        states = [run / "state.json" for run in self.runs()]
        return sum(json.loads(state.read_text(encoding="utf-8"))["absent_looks"] for state in states if state.exists())

    def jobs(self):
        """Id of each job that the controller took to its name and state."""
        found = {}
        for job in (self.root / "slurm/jobs").glob("*/state"):
            found[job.parent.name] = ((job.parent / "name").read_text(), job.read_text())
        return found
