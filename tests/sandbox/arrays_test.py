#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrays_test.py GPUJOB: equal jobs are one array of a real Slurm; each task is a run with a report of its own, and one
that fails is sent again alone. A job after an array waits for all of it."""
import json

from case import SandboxCase, main

HERE = ("--site", "hpc2n", "--gpu", "l40s", "--account", "hpc2n2025-151")
WORDS = {"ok": "afterok", "any": "afterany", "fail": "afternotok"}
# Task 2 is over at once; the others wait for a file.
WAITS = """#!/bin/bash
[ "${SLURM_ARRAY_TASK_ID-}" != 2 ] || exit 7
while [ ! -e go ]; do sleep 0.1; done
echo "$SLURM_ARRAY_TASK_ID" >>ended
"""
FAILING = (7, 50, 99)
FAILS_UNTIL_GO = "#!/bin/bash\ncase $SLURM_ARRAY_TASK_ID in 7 | 50 | 99) [ -e go ] || exit 7 ;; esac\necho x >>ran.$SLURM_ARRAY_TASK_ID\n"
FAILS_ONCE = '#!/bin/bash\n[ "${SLURM_ARRAY_TASK_ID-}" != 2 ] || exit 7\n'


class Arrays(SandboxCase):
    def setUp(self):
        super().setUp()
        self.gpujob("up", "--site", "hpc2n")

    def submit(self, *words):
        """The ids of the runs, which are the tasks of one array."""
        ids = self.any_gpujob("submit", *words, *HERE, "--parsable").stdout.split()
        jobs = [run["job_id"] for run in self.status(ids)]
        number = jobs[0].split("_")[0]
        self.assertEqual(jobs, [f"{number}_{task}" for task in range(1, len(ids) + 1)])
        array = max((self.home / ".local/share/gpujob/runs").glob("array-*"))
        self.assertEqual([path.name for path in array.glob("attempt-*")], ["attempt-1"])
        return array.name.split("-")[1], ids

    def status(self, words):
        done = self.any_gpujob("runs", "--format", "json")
        by_id = {run["run"]: run for run in json.loads(done.stdout)["runs"]}
        return [by_id[word] for word in words]

    def test_equal_jobs_are_one_array_with_a_report_each(self):
        asked = self.any_gpujob("submit", "integrate2d", "--runs", "6", *HERE, "--check").stdout
        self.assertIn("run=1-6: sandbox 'hpc2n' would accept the array of 6 jobs: ", asked)
        array, ids = self.submit("integrate2d", "--runs", "6", "--throttle", "2", "--size", "small")
        self.any_gpujob("wait", array, "--timeout", "110s")
        for run in ids:
            reports = json.loads(self.any_gpujob("report", run, "--format", "json").stdout)["reports"]
            self.assertEqual([report["report"]["answer"]["valid"] for report in reports], [True])
            self.assertTrue(self.any_gpujob("status", run).stdout.count(" done "))

    def test_one_that_fails_is_sent_again_alone(self):
        script = self.home / "job.sh"
        script.write_text(FAILS_ONCE, encoding="utf-8")
        array, ids = self.submit(str(script), "--runs", "3")
        self.any_gpujob("wait", array, "--timeout", "110s", status=1)
        self.assertEqual([run["state"] for run in self.status(ids)], ["done", "failed", "done"])
        again = self.any_gpujob("retry", ids[1], "--parsable").stdout.strip()
        self.any_gpujob("wait", again, "--timeout", "110s")
        retried, = self.status([again])
        self.assertEqual(retried["state"], "done")
        self.assertNotIn("_", retried["job_id"])

    def test_of_an_array_of_100_the_3_that_fail_are_sent_again(self):
        script = self.home / "job.sh"
        script.write_text(FAILS_UNTIL_GO, encoding="utf-8")
        run = self.any_gpujob("submit", str(script), "--array", "1-100", *HERE, "--chdir", str(self.home), "--time", "5",
                              "--parsable").stdout.strip()
        waited = self.any_gpujob("wait", run, "--timeout", "110s", status=1)
        self.assertIn("97 done; 3 failed: 7,50,99", waited.stdout + waited.stderr)
        (self.home / "go").touch()
        again = self.any_gpujob("retry", run, "--parsable").stdout.strip()
        self.any_gpujob("wait", again, "--timeout", "110s")
        tasks = json.loads(self.any_gpujob("status", again, "--format", "json").stdout)["runs"][0]["tasks"]
        self.assertEqual([task["task"] for task in tasks], list(FAILING))
        work = {task: (self.home / f"ran.{task}").read_text(encoding="utf-8") for task in range(1, 101)}
        self.assertEqual(set(work.values()), {"x\n"}, "each task has worked once")

    def dependency(self, run):
        row, = self.status([run])
        text = self.in_sandbox(f"scontrol show job {row['job_id']}")
        return text.split(" Dependency=")[1].split()[0]

    def test_a_job_after_an_array_waits_for_the_whole_of_it(self):
        script = self.home / "job.sh"
        for text, ends in ((WAITS, ("any", "fail")), (WAITS.replace("exit 7", "true"), ("ok", "any"))):
            (self.home / "go").unlink(missing_ok=True)
            script.write_text(text, encoding="utf-8")
            array, ids = self.submit(str(script), "--runs", "3", "--chdir", str(self.home))
            number = self.status(ids)[0]["job_id"].split("_")[0]
            later = [self.any_gpujob("submit", "--wrap", "sort ended", *HERE, "--after", f"{array}:{end}", "--chdir",
                                     str(self.home), "--time", "5", "--parsable").stdout.strip() for end in ends]
            for run, end in zip(later, ends):
                self.assertIn(f"{WORDS[end]}:{number}_*", self.dependency(run))
            self.any_gpujob("status", *later, status=8)
            (self.home / "go").touch()
            self.any_gpujob("wait", *later, "--timeout", "110s")
            for run in later:
                said = self.any_gpujob("logs", run).stdout.split()
                self.assertEqual([said.count(task) > 0 for task in "13"], [True, True])
            (self.home / "ended").unlink()
        never = self.any_gpujob("submit", "--wrap", "true", *HERE, "--after", f"{array}:fail", status=2)
        self.assertIn(f"--after {array}: the job would never start (all 3 runs are done)", never.stderr)


if __name__ == "__main__":
    main()
