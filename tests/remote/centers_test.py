#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""centers_test.py GPUJOB: two centers in one command are asked at the same time, and `gpus` for the start of a job of an
account. The ssh is cut_ssh.py; the Slurms are pretended."""
import json
import pathlib
import subprocess
import sys
import time
import unittest

from center import PATIENCE, Center, scratch

GPUJOB = sys.argv.pop(1)
SITES = {"uppmax": ("center", "pelle", "l40s", "uppmax2025-1-1"), "c3se": ("other", "alvis", "A40", "NAISS2025-5-1")}


class Centers(unittest.TestCase):
    def setUp(self):
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.gpujob = pathlib.Path(GPUJOB).resolve()
        self.centers = {site: Center(GPUJOB, self.root, name, cluster) for site, (name, cluster, _, _) in SITES.items()}
        (self.root / "seat/run").mkdir(parents=True)
        (self.root / "job.sh").write_text("#!/bin/bash\n")
        self.environment = {
            "HOME": str(self.root / "seat"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "GPUJOB_TODAY": "2026-11-21", "GPUJOB_DATA_DIR": str(self.gpujob.parent.parent / "share/gpujob"),
            "GPUJOB_SSH": f"{sys.executable} -S -E -B {pathlib.Path(__file__).resolve().parent}/cut_ssh.py "
                          f"{self.root}/center"}
        for site, (name, _, _, account) in SITES.items():
            self.good(self.run_it("config", "set", f"sites.{site}.ssh", name))
            self.good(self.run_it("config", "set", f"sites.{site}.account", account))

    def run_it(self, *words):
        return subprocess.run([self.gpujob, *words], env=self.environment, cwd=self.root, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=600, check=False)

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_centers_are_asked_at_the_same_time(self):
        table = self.good(self.run_it("submit", "./job.sh", "x", "--site", "uppmax,c3se", "--gpu", "l40s,A40", "--time", "5"))
        runs = [line.split()[0] for line in table.splitlines()[1:]]
        # Each answers once both have been asked.
        for site, center in self.centers.items():
            meeting = (f"if [ \"$1\" = serve ]; then : > {self.root}/at_{site}; n=0\n"
                       f"until [ -e {self.root}/at_uppmax ] && [ -e {self.root}/at_c3se ]; do\n"
                       f"n=$((n + 1)); [ $n -lt {50 * PATIENCE} ] || exit 9; sleep 0.02; done; fi\nexec ")
            center.restore(meeting.join(center.text.rsplit("exec ", 1)))
        for words in (("status", *runs), ("pull", *runs), ("gpus", "--site", "pelle,alvis", "--gpu", "l40s,A40")):
            for site in SITES:
                (self.root / f"at_{site}").unlink(missing_ok=True)
            done = self.run_it(*words)
            self.assertNotIn("site '", done.stderr)
            self.assertIn(done.returncode, (0, 8), done.stderr)

    def test_a_center_that_fails_hides_nothing_of_the_other(self):
        table = self.good(self.run_it("submit", "./job.sh", "--site", "uppmax,c3se", "--gpu", "l40s,A40", "--time", "5"))
        here, there = (line.split()[0] for line in table.splitlines()[1:])
        end = time.monotonic() + PATIENCE
        while not list(self.centers["uppmax"].home.glob(f".local/share/gpujob/runs/{here}/end.*.json")):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.centers["c3se"].restore("#!/bin/sh\nexit 9\n")
        done = self.run_it("pull", here, there, "--format", "json")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual([(run["run"], run["files"] > 2) for run in json.loads(done.stdout)["runs"]], [(here, True)])
        self.assertEqual(done.stderr.count("site 'c3se/alvis': no gpujob answered there"), 1)
        done = self.run_it("status", here, there)
        self.assertRegex(done.stdout, f"{here} .* done ")
        self.assertNotRegex(done.stdout, f"{there} .* done ")

    def test_the_start_is_that_of_a_job_of_the_account(self):
        for site, (_, _, gpu, account) in SITES.items():
            (self.centers[site].home / "slurm/nodes").write_text(f"n1 gpu* idle gpu:{gpu}:4 gpu:{gpu}:0\n")

            def start(*more, words=("gpus", "--site", site, "--gpu", gpu, "--format", "json")):
                rows = json.loads(self.good(self.run_it(*words, *more)))["gpus"]
                return [(row["free"], row["starts_in_seconds"]) for row in rows if row["told_by"] == "slurm"]
            self.assertEqual(start(), [(4, 0)])
            self.good(self.run_it("config", "unset", f"sites.{site}.account"))
            self.assertEqual(start(), [(4, None)])
            self.assertEqual(start("--account", account), [(4, 0)])


if __name__ == "__main__":
    unittest.main()
