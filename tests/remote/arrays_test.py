#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrays_test.py GPUJOB: job arrays at a center: the user's own, and those that equal runs and the points of a sweep
become. The ssh is cut_ssh.py; the center's Slurm is the pretended one."""
import json
import re
import shlex
import shutil
import time
import unittest

from center import PATIENCE
from line import Line


class Arrays(Line):
    def test_an_array(self):
        (self.root / "job.sh").write_text("#!/bin/bash\necho task $SLURM_ARRAY_TASK_ID\n")
        run = self.good(self.run_it("submit", "./job.sh", "--array", "0-2", "--site", "uppmax", "--gpu", "l40s",
                                    "--time", "5", "--parsable")).strip()
        self.good(self.run_it("wait", run))
        self.assertEqual(list(self.jobs_by_name().values()), [3])  # one folder per task
        for task in range(3):
            self.assertEqual(self.good(self.run_it("logs", run, "--task", str(task))), f"task {task}\n")

    def sbatch_calls(self):
        return [line for line in (self.center.home / "slurm/calls").read_text().splitlines() if line.startswith("sbatch")]

    def recover_measured(self, number, *words):
        return self.run_it("recover", *words, CUT="measure 0", CUT_WHAT='"command"', MEASURED=str(self.root / f"asked{number}"))

    def questions(self, number):
        return (self.root / f"asked{number}").read_text().count("in ")

    def test_equal_runs_are_one_array(self):
        equal = ("submit", "./job.sh", "again", "--runs", "3", "--throttle", "2", "--site", "uppmax", "--gpu", "l40s",
                 "--time", "5")
        said = self.good(self.run_it(*equal))
        self.assertRegex(said, r"^array \w{26} is job \d+ at uppmax/pelle, 3 runs: run=1-3\n$")
        array = said.split()[1]
        self.good(self.run_it("wait", array))
        runs = json.loads(self.good(self.run_it("status", array, "--format", "json")))["runs"]
        self.assertEqual([run["job_id"].split("_")[1] for run in runs], ["1", "2", "3"])
        for run in runs:
            self.assertEqual(self.good(self.run_it("logs", run["run"])), "it ran as again\n")
        self.assertEqual(list(self.jobs_by_name().values()), [3])  # one folder per task
        self.assertEqual(len(self.sbatch_calls()), 1)
        self.assertIn("--array=1-3%2", (next((self.center.home / "slurm/jobs").iterdir()) / "script").read_text())
        # The line is cut before, within and behind the answer: all runs are unknown, and the array is sent once.
        for number, cut in enumerate(("in 100", "out 1", "out 700"), 2):
            done = self.run_it(*equal, CUT=cut)
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            self.assertIn("it is never sent twice", done.stderr)
            if number == 2:  # nothing arrived; as if gpujob there had been stopped while it made the runs
                there, here = (home / ".local/share/gpujob/runs" for home in (self.center.home, self.root / "seat"))
                link = max(here.glob("array-*")) / "task-1"
                shutil.copytree(link, there / link.resolve().name)
            recovered = self.good(self.recover_measured(number))
            self.assertEqual(self.questions(number), 1)
            self.assertEqual(len(set(re.findall(r"^01\w{24}", recovered, re.MULTILINE))), 3, recovered)
            self.assertEqual(list(self.jobs_by_name().values()), [3] * number)
            self.assertEqual(len(self.sbatch_calls()), number)

    def test_single_runs_are_recovered_at_once(self):
        for number in range(3):
            cut = self.run_it("submit", "./job.sh", "--site", "uppmax", "--gpu", "l40s", "--time", "5",
                              CUT=("in 100", "out 1", "out 100")[number])
            self.assertEqual(cut.returncode, 5, cut.stderr)
        recovered = self.good(self.recover_measured("singles"))
        self.assertEqual(len(re.findall(r"^01\w{24}", recovered, re.MULTILINE)), 3, recovered)
        self.assertEqual(self.questions("singles"), 1)
        self.assertEqual(list(self.jobs_by_name().values()), [1] * 3)

    def test_the_jobs_of_an_array_are_ended_at_once(self):
        (self.root / "job.sh").write_text("#!/bin/bash\nexec sleep 300\n")
        runs = self.good(self.run_it("submit", "./job.sh", "--runs", "3", "--site", "uppmax", "--gpu", "l40s", "--time", "5",
                                     "--parsable")).split()
        self.good(self.recover_measured("open", *runs))
        self.assertEqual(self.questions("open"), 1)
        measured = self.root / "measured"
        self.good(self.run_it("cancel", *runs, CUT="measure 0", CUT_WHAT='"cancel"', MEASURED=str(measured)))
        self.assertEqual(len(measured.read_text().splitlines()), 2)  # one exchange
        end = time.monotonic() + PATIENCE
        while (said := self.run_it("status", *runs)).stdout.count(" cancelled ") < 3:
            self.assertLess(time.monotonic(), end, said.stdout)

    def test_arrays_of_a_sweep(self):
        sweep = ("submit", "matmul", "--backend", "cpu", "--site", "uppmax", "--runs", "2")
        self.center.restore(self.center.text.replace("FAKE_SLURM_RUN=1", "FAKE_SLURM_RUN=0"))
        # Two shapes of jobs, the last of which is another; each array is the product of some values.
        self.good(self.run_it(*sweep, "--sweep", "n=128,192,16384"))
        self.assertEqual(sorted(self.jobs_by_name().values()), [2, 4])
        # Nothing is sent behind an array whose line is cut: the line to continue sends the rest.
        cut = self.run_it(*sweep, "--sweep", "n=256,320,8192", CUT="out 100")
        self.assertEqual(cut.returncode, 5, cut.stdout + cut.stderr)
        rest = re.search(r"^note: to continue: gpujob (.*)$", cut.stderr, re.MULTILINE)
        self.assertIn("--sweep n=8192", rest[1])
        self.good(self.run_it("recover"))
        self.good(self.run_it(*shlex.split(rest[1])))
        self.assertEqual(sorted(self.jobs_by_name().values()), [2, 2, 4, 4])

    def test_an_array_at_each_of_two_sites(self):
        other = self.second_center()
        both = ("submit", "integrate2d", "--backend", "cpu", "--size", "small", "--sweep", "site=uppmax,c3se", "--sweep",
                "precision=float32,float64", "--throttle", "1")
        table = self.good(self.run_it(*both)).splitlines()
        self.assertEqual(len(table), 5, table)
        for center in (self.center, other):
            self.assertEqual(list(center.jobs_by_name().values()), [2])
        self.good(self.run_it("wait", *(line.split()[0] for line in table[1:])))
        said = json.loads(self.good(self.run_it("compare", "integrate2d", "--by", "site,precision", "--format", "json")))
        self.assertEqual([group["values"] for group in said["groups"]],
                         [{"site": site, "precision": precision} for site in ("c3se", "uppmax")
                          for precision in ("float32", "float64")])
        for group in said["groups"]:  # other work may have taken the CPU from a run
            mark = f" ({group['mark']})" if group["mark"] == "disturbed" else ""
            self.assertEqual(group["label"], " ".join(group["values"].values()) + mark)
        refused = self.run_it("submit", "./job.sh", "--sync", ".", "--runs", "2", "--throttle", "1", "--site", "uppmax",
                              "--time", "5")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("option '--throttle': is for job arrays (through a connection each run with a folder", refused.stderr)


if __name__ == "__main__":
    unittest.main()
