# SPDX-License-Identifier: MIT
"""A seat whose ssh is cut_ssh.py, and a center with a pretended Slurm: what tests of runs share."""
import pathlib
import subprocess
import sys
import time
import unittest

from center import PATIENCE, Center, scratch

GPUJOB = sys.argv.pop(1)
HERE = pathlib.Path(__file__).resolve().parent
ASKED_OFTEN = """schema: gpujob/overlay/v1
overlays: uppmax
clusters:
  pelle:
    polling_floor: 1s
"""


class Line(unittest.TestCase):
    def setUp(self):
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.center = Center(GPUJOB, self.root)
        self.gpujob = str(pathlib.Path(GPUJOB).resolve())
        (self.root / "seat/run").mkdir(parents=True)
        self.environment = {
            "HOME": str(self.root / "seat"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "GPUJOB_TODAY": "2026-11-21", "GPUJOB_ACCOUNT": "uppmax2025-1-1",
            "GPUJOB_DATA_DIR": str(pathlib.Path(self.gpujob).parent.parent / "share/gpujob"),
            "GPUJOB_SSH": f"{sys.executable} -S -E -B {HERE}/cut_ssh.py {self.center.home}"}
        (self.root / "job.sh").write_text("#!/bin/bash\necho it ran as $1\necho to err >&2\n")
        self.good(self.run_it("config", "set", "sites.uppmax.ssh", "center"))

    def run_it(self, *words, **variables):
        return subprocess.run([self.gpujob, *words], env=self.environment | variables, cwd=self.root,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False)

    def good(self, done, status=0):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def ask_often(self):
        """Where a job is followed while it goes on: the center's floor is 30 seconds."""
        profiles = self.root / "seat/.config/gpujob/profiles/sites"
        profiles.mkdir(parents=True)
        (profiles / "uppmax.yaml").write_text(ASKED_OFTEN)

    def until_over(self, run):
        """Asks until the run is done; its files are here then."""
        end = time.monotonic() + PATIENCE
        while self.run_it("status", run).returncode == 8 and time.monotonic() < end:
            time.sleep(0.1)
        self.good(self.run_it("status", run))

    def second_center(self):
        """Another center, with the own account of each in the configuration here."""
        other = Center(GPUJOB, self.root, "other", "alvis")
        self.environment.pop("GPUJOB_ACCOUNT")
        for words in (("sites.c3se.ssh", "other"), ("sites.uppmax.account", "uppmax2025-1-1"),
                      ("sites.c3se.account", "NAISS2025-5-1")):
            self.good(self.run_it("config", "set", *words))
        return other

    def until_ended(self, jobs, *centers):
        """So many at each; nothing is asked."""
        end = time.monotonic() + PATIENCE
        for center in centers:
            while len(list(center.home.glob(".local/share/gpujob/runs/01*/end.*.json"))) < jobs:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)

    def jobs_by_name(self):
        """How often each name was given to the center's sbatch."""
        names = {}
        for job in (self.center.home / "slurm/jobs").glob("*"):
            name = (job / "name").read_text().strip()
            names[name] = names.get(name, 0) + 1
        return names
