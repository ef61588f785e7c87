# SPDX-License-Identifier: MIT
"""A launch of several processes, as srun starts them: each writes a part of the report, and the merged
report is that of one launch. Parts that are missing, wrong, or not of one launch are noticed.

usage: tasks_test.py PROGRAM_DIRECTORY PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import json_schema
from clean_environment import clean_environment

PROGRAMS, SCHEMAS = sys.argv[1], sys.argv[2]
with open(os.path.join(SCHEMAS, "report.schema.json"), encoding="utf-8") as opened:
    SCHEMA = json.load(opened)
RECORDED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "contract/reports")
SIZES = {"integrate2d": 101, "vector_add": 100003, "hidden_layer": 100003, "stream": 100003,
         "monte_carlo_pi": 100003}


class Launch:
    """Reports go to a directory of their own."""

    def __init__(self, workload, directory, *more):
        self.program = os.path.join(PROGRAMS, f"{workload}.cpu")
        self.report = os.path.join(directory, "report-1.json")
        self.arguments = ["--param", f"n={SIZES[workload]}", "--max-samples", "3", "--min-samples", "2", *more]

    def run(self, *words, **environment):
        """With these variables and none of a job around the test."""
        return subprocess.run([self.program, *words, "--report", self.report], capture_output=True, text=True,
                              check=False, env=clean_environment(**environment))

    def task(self, index, gpus, tasks, job="77"):
        return self.run(*self.arguments, "--gpus", str(gpus), "--tasks", str(tasks), SLURM_JOB_ID=job,
                        SLURM_STEP_ID="0", SLURM_PROCID=str(index), SLURM_LOCALID=str(index))

    def merge(self, tasks):
        return self.run("--merge", str(tasks))

    def read(self):
        with open(self.report, encoding="utf-8") as text:
            return json.load(text)

    def part(self, index):
        return f"{self.report}.task-{index}"


class Tasks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = folder.name

    def launch(self, workload, gpus, tasks, *more):
        launch = Launch(workload, self.directory, *more)
        for index in range(tasks):
            done = launch.task(index, gpus, tasks)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        return launch

    def test_reports_of_tasks_become_one(self):
        for workload, size in SIZES.items():
            with self.subTest(workload=workload):
                launch = self.launch(workload, 4, 2)
                self.assertFalse(os.path.exists(launch.report), "a part is not a report")
                done = launch.merge(2)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                report = launch.read()
                self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                self.assertTrue(report["answer"]["valid"])
                self.assertEqual([d["index"] for d in report["devices"]], [0, 1, 2, 3])
                self.assertEqual(sum(d["count"] for d in report["devices"]), size)
                self.assertEqual(report["run"]["job_id"], None, "what the merging process sees")
                self.assertIn(len(report["samples"]["kernel"]), (2, 3))
                seed = report["answer"]["inputs"]["seed"]
                os.remove(launch.report)
                done = launch.run(*launch.arguments, "--seed", str(seed))
                self.assertEqual(done.returncode, 0, done.stderr)
                whole = launch.read()
                os.remove(launch.report)
                self.assertNotIn("devices", whole)
                self.assertEqual(report["answer"]["inputs"], whole["answer"]["inputs"])
                self.assertAlmostEqual(report["answer"]["value"], whole["answer"]["value"],
                                       delta=1e-9 * abs(whole["answer"]["value"]))
                self.assertEqual(report["answer"]["worst"]["error"], whole["answer"]["worst"]["error"])
                for key in ("points", "bytes_read", "operations"):
                    self.assertEqual(report["work"][key], whole["work"][key])

    def test_a_sample_is_as_slow_as_its_slowest_part(self):
        launch = self.launch("monte_carlo_pi", 2, 2)
        parts = []
        for index in range(2):
            with open(launch.part(index), encoding="utf-8") as text:
                parts.append(json.load(text)["samples"])
        self.assertEqual(launch.merge(2).returncode, 0)
        samples = launch.read()["samples"]
        for phase in ("kernel", "d2h", "total"):
            count = min(len(part["kernel"]) for part in parts)
            self.assertEqual(samples[phase], [max(p[phase][k] for p in parts) for k in range(count)])
        self.assertEqual(samples["cold"]["setup"], max(part["cold"]["setup"] for part in parts))

    def test_parts_that_were_written_before_are_merged(self):
        launch = Launch("monte_carlo_pi", self.directory)
        for index in range(2):
            shutil.copyfile(os.path.join(RECORDED, f"tasks.json.task-{index}"), launch.part(index))
        self.assertEqual(launch.merge(2).returncode, 0)
        whole = launch.read()
        self.assertEqual(json_schema.errors(whole, SCHEMA, SCHEMA), [])
        self.assertEqual([device["count"] for device in whole["devices"]], [50176, 49827])
        self.assertTrue(whole["answer"]["valid"])

    def test_a_part_that_is_missing_is_noticed(self):
        launch = self.launch("vector_add", 3, 3)
        os.remove(launch.part(1))
        done = launch.merge(3)
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"vector_add: {launch.part(1)} is missing\n"))
        self.assertFalse(os.path.exists(launch.report))

    def test_fewer_tasks_than_parts_leave_items_out(self):
        launch = self.launch("vector_add", 3, 3)
        done = launch.merge(2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG ANSWER, items 66816 to 100002 were left out", done.stderr)
        self.assertNotIn("rates", launch.read())

    def test_a_part_that_is_there_twice_is_noticed(self):
        launch = self.launch("vector_add", 2, 2)
        with open(launch.part(0), encoding="utf-8") as first, open(launch.part(1), "w", encoding="utf-8") as second:
            second.write(first.read())
        done = launch.merge(2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG ANSWER, items 0 to 50175 were done twice", done.stderr)

    def change(self, path, old, new):
        with open(path, encoding="utf-8") as text:
            before = text.read()
        self.assertIn(old, before)
        with open(path, "w", encoding="utf-8") as text:
            text.write(before.replace(old, new))

    def test_one_wrong_part_makes_the_whole_wrong(self):
        launch = self.launch("hidden_layer", 2, 2)
        self.change(launch.part(1), '"valid": true,\n    "problem": null',
                    '"valid": false,\n    "problem": "element 7 is off by 1"')
        done = launch.merge(2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG ANSWER, element 7 is off by 1", done.stderr)

    def test_two_tasks_on_one_gpu_are_noticed(self):
        launch = self.launch("hidden_layer", 2, 2)
        for index in range(2):
            self.change(launch.part(index), '"bus_id": null,\n      "first"',
                        '"bus_id": "0000:41:00.0",\n      "first"')
        done = launch.merge(2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("WRONG ANSWER, device 0000:41:00.0 of ", done.stderr)
        self.assertIn(" did two parts", done.stderr)

    def test_parts_of_two_launches_are_not_merged(self):
        launch = self.launch("monte_carlo_pi", 2, 2)
        self.assertEqual(launch.task(1, 2, 2, job="78").returncode, 0)
        done = launch.merge(2)
        self.assertEqual((done.returncode, done.stderr), (
            1, "monte_carlo_pi: the reports of the tasks are not parts of one launch\n"))

    def test_what_is_no_part_is_not_read(self):
        launch = self.launch("vector_add", 2, 2)
        for text in ("", "{", '{"schema": "gpujob/report/v1"}'):
            with open(launch.part(1), "w", encoding="utf-8") as part:
                part.write(text)
            done = launch.merge(2)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"vector_add: {launch.part(1)} is not the report of a task\n"))

    def test_wrong_usage_is_told(self):
        launch = Launch("vector_add", self.directory)
        done = launch.run(*launch.arguments, "--gpus", "2", "--tasks", "2")
        self.assertEqual((done.returncode, done.stderr), (
            2, "vector_add: which of 2 tasks this is cannot be told (SLURM_PROCID is '', SLURM_LOCALID ''); "
               "start it with srun\n"))
        done = launch.task(0, 3, 2)
        self.assertEqual((done.returncode, done.stderr), (
            2, "vector_add: 3 devices cannot be shared out evenly to 2 tasks\n"))
        done = subprocess.run([launch.program, "--merge", "2"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, "vector_add: reports of tasks need --report\n"))
        done = launch.run("--param", "n=512", "--gpus", "3")
        self.assertEqual((done.returncode, done.stderr), (
            2, "vector_add: n = 512 is too small for 3 devices (each takes 256); use n = 513 or more, or fewer "
               "devices\n"))
        done = launch.run(*launch.arguments, "--gpus", "8", "--tasks", "2", SLURM_PROCID="1", SLURM_LOCALID="0",
                          SLURM_GPUS_ON_NODE="2")
        self.assertEqual((done.returncode, done.stderr), (
            2, "vector_add: this node was given 2 GPUs (SLURM_GPUS_ON_NODE), and its tasks need 4\n"))
        other = os.path.join(PROGRAMS, "matmul.cpu")
        done = subprocess.run([other, "--gpus", "2"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (
            2, "matmul: it cannot be split over 2 devices; leave --gpus out\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
