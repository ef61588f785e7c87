# SPDX-License-Identifier: MIT
"""A command of a user's own, timed by gpujob_command.py: what its report is filed under, and the name of the
GPU that it uses.

usage: command_test.py HARNESS_DIRECTORY PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import json_schema
from clean_environment import clean_environment

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "gpujob_command.py")
with open(os.path.join(sys.argv[2], "report.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)

IN_A_JOB = {"GPUJOB_GPU_KEY": "l40s", "GPUJOB_GPU_MODEL": "nvidia-l40s"}
DRIVER = """#!/bin/sh
[ "$*" = "--query-gpu=name,memory.total,driver_version,compute_cap --format=csv,noheader,nounits -i 3" ] || exit 2
echo 'NVIDIA L40S, 46068, 570.86.15, 8.9'
"""


class OwnCommand(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *words, said="3", **variables):
        return subprocess.run(
            [sys.executable, PROGRAM, "--name", "own", *words, "--param", "n=7", "--points", "7", "--reference", "3",
             "--tolerance", "1e-3", "--max-seconds", "5", "--max-samples", "5", "--", "/bin/sh", "-c", f"echo {said}"],
            env=clean_environment(**{"PATH": self.folder, **variables}), capture_output=True, text=True, check=False)

    def report(self, *words, **variables):
        done = self.start(*words, **variables)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(done.stdout)
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
        return report

    def put_driver(self):
        path = os.path.join(self.folder, "nvidia-smi")
        with open(path, "w", encoding="utf-8") as file:
            file.write(DRIVER)
        os.chmod(path, 0o755)

    def test_without_a_gpu_it_is_the_processor_that_is_timed(self):
        for words in ([], ["--backend", "cpu"]):
            report = self.report(*words)
            self.assertEqual((report["backend"], report["run"]["stand_in_for"]), ("cpu", None))
            self.assertEqual(report["device"]["architecture"], report["host"]["processor"])

    def test_with_one_the_report_is_filed_under_the_backend_and_the_model_of_the_job(self):
        for backend in ("cuda", "hip", "cupy"):
            report = self.report("--backend", backend, **IN_A_JOB)
            self.assertEqual((report["backend"], report["run"]["stand_in_for"]), (backend, None))
            self.assertEqual((report["device"]["model"], report["device"]["driver"]), ("nvidia-l40s", None))

    def test_declared_work_makes_the_rates(self):
        report = self.report("--operations", "4e6", "--bytes-read", "1000", "--bytes-written", "24")
        self.assertEqual(report["work"], {"points": 7, "operations": 4e6, "bytes_read": 1000, "bytes_written": 24,
                                          "special_functions": 0})
        seconds = report["rates"]["seconds"]
        self.assertAlmostEqual(report["rates"]["operations_per_second"] * seconds / 4e6, 1)
        self.assertAlmostEqual(report["rates"]["bytes_per_second"] * seconds / 1024, 1)

    def test_a_wrong_answer_says_what_was_read(self):
        done = self.start(said="pi is 3 in 2.5 s")
        self.assertEqual((done.returncode, done.stderr), (
            1, "own plain (class P) cpu float64: WRONG ANSWER, the last number printed is 2.5, the reference 3, "
               "the tolerance 0.001\n"))

    def test_each_option_has_a_value(self):
        done = self.start("--backend", "cpu", "--describe")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "gpujob_command.py: option '--describe' has no value\n")

    def test_a_process_is_no_kernel(self):
        report = self.report("--backend", "cpu")
        self.assertEqual(report["data"], "host")
        self.assertEqual(report["samples"]["kernel"], [])
        self.assertGreater(len(report["samples"]["total"]), 1)

    def test_the_driver_knows_better(self):
        self.put_driver()
        device = self.report("--backend", "cuda", CUDA_VISIBLE_DEVICES="3,4", **IN_A_JOB)["device"]
        self.assertEqual((device["model"], device["architecture"], device["driver"], device["memory_bytes"]),
                         ("NVIDIA L40S", "sm_89", "570.86.15", 46068 << 20))

    def test_what_it_says_in_an_unknown_way_is_not_taken(self):
        self.put_driver()
        device = self.report("--backend", "cuda", CUDA_VISIBLE_DEVICES="4", **IN_A_JOB)["device"]
        self.assertEqual(device["model"], "nvidia-l40s")

    def test_in_a_sandbox_a_processor_stands_in(self):
        report = self.report("--backend", "cuda", GPUJOB_SANDBOX="home", **IN_A_JOB)
        self.assertEqual((report["backend"], report["run"]["stand_in_for"]), ("cpu", "cuda"))
        self.assertEqual(report["device"]["architecture"], report["host"]["processor"])
        report = self.report("--backend", "cpu", GPUJOB_SANDBOX="home", **IN_A_JOB)
        self.assertEqual((report["backend"], report["run"]["stand_in_for"]), ("cpu", None))

    def test_the_command_knows_that_it_stands_in(self):
        done = self.start("--backend", "hip", said="$(test \"$GPUJOB_STAND_IN_FOR\" = hip && echo 3)",
                          GPUJOB_SANDBOX="home")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_where_there_is_no_gpu_none_is_claimed(self):
        done = self.start("--backend", "cuda")
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        self.assertEqual(done.stderr, "own: no GPU for backend 'cuda' (no driver names one, and the job was given none)\n")

    def test_a_gpu_that_nobody_says_is_used_is_no_processor(self):
        done = self.start(**IN_A_JOB)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "gpujob_command.py: the job has a GPU, and no --backend says whether the command "
                                      "uses it; add \"--backend\", \"{{backend}}\" to the command in workload.yaml\n")

    def test_backends_have_names(self):
        done = self.start("--backend", "cudo")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "gpujob_command.py: no backend 'cudo' (there are cpu, cuda, hip, numba, cupy)\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
