# SPDX-License-Identifier: MIT
"""What trials of failing system calls start from: a user, and what the faked controller knows."""
import json
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def records(path):
    """What the lines of a file say, each by itself; a line that a stop cut short was not done."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


class Home:
    """A user with a home and a faked Slurm, which can be put back as they were."""

    def __init__(self, build, root):
        self.root, self.saved = pathlib.Path(root, "user"), pathlib.Path(root, "saved")
        self.gpujob = str(pathlib.Path(build, "bin/gpujob"))
        for name in ("home", "slurm", "work"):
            (self.root / name).mkdir(parents=True)
        self.environment = {
            "PATH": f"{HERE.parent / 'fake_slurm'}:/usr/bin:/bin", "HOME": str(self.root / "home"),
            "USER": "ada", "LC_ALL": "C.UTF-8", "TZ": "UTC", "GPUJOB_TODAY": "2026-11-21",
            "FAKE_SLURM_DIR": str(self.root / "slurm"), "GPUJOB_SITE": "hpc2n",
            "GPUJOB_ACCOUNT": "hpc2n2025-151"}

    def run(self, *argv, **more):
        return subprocess.run(argv, env={**self.environment, **more}, cwd=self.root / "work", text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False,
                              errors="replace")

    def call(self, *words, **more):
        return self.run(self.gpujob, *words, **more)

    def keep(self):
        shutil.copytree(self.root, self.saved)

    def put_back(self):
        # A job may still write there.
        old = self.root.with_name("old")
        self.root.rename(old)
        shutil.rmtree(old, ignore_errors=True)
        while old.exists():
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(self.saved, self.root)

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

    def jobs(self):
        """Id of each job that the controller took to its name and state."""
        found = {}
        for job in (self.root / "slurm/jobs").glob("*/state"):
            found[job.parent.name] = ((job.parent / "name").read_text(), job.read_text())
        return found
