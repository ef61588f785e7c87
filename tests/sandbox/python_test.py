#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""python_test.py GPUJOB: jobs whose program is not compiled, in a real Slurm: a twin in Numba on a node
with GPUs, and a workload that is a command, from flags to report and as a folder that was carried."""
import json
import subprocess
import sys

from case import SKIPPED, SandboxCase, main

HERE = ("--site", "hpc2n", "--account", "hpc2n2025-151")
REPORT_WAIT = ("--timeout", "90s")


class Python(SandboxCase):
    def setUp(self):
        super().setUp()
        self.gpujob("up", "--site", "hpc2n")

    def report(self):
        """The one report of the last run, once it is over."""
        self.any_gpujob("wait", "last", *REPORT_WAIT)
        reports = json.loads(self.any_gpujob("report", "last", "--format", "json").stdout)["reports"]
        self.assertEqual(len(reports), 1)
        report = reports[0]["report"]
        self.assertTrue(report["answer"]["valid"])
        self.assertEqual((report["run"]["sandbox"], report["run"]["executor"]), ("hpc2n", "slurm"))
        self.assertTrue(report["run"]["job_id"])
        return report

    def test_a_twin_in_numba_goes_the_whole_way(self):
        self.any_gpujob("submit", "vector_add", *HERE, "--gpu", "l40s", "--backend", "numba", "--size", "small")
        report = self.report()
        self.assertEqual((report["backend"], report["run"]["stand_in_for"], report["run"]["gpu_key"]),
                         ("numba", "numba", "l40s"))
        self.assertGreater(report["rates"]["bytes_per_second"], 0)

    def test_without_cupy_the_job_fails_and_says_why(self):
        self.gpujob("up", "--site", "lunarc")
        self.any_gpujob("submit", "elementwise", "--site", "lunarc", "--gpu", "a100", "--account", "lu2025-7-106",
                        "--backend", "cupy", "--size", "small")
        self.any_gpujob("wait", "last", *REPORT_WAIT, status=1)
        said = self.any_gpujob("logs", "last", "--err").stdout
        self.assertIn("elementwise: no cupy for ", said)

    def test_a_command_goes_the_whole_way_and_can_be_carried(self):
        self.any_gpujob("workload", "new", "storm", "--lang", "command")
        self.any_gpujob("submit", "storm", *HERE, "--size", "small")
        report = self.report()
        self.assertEqual((report["workload"], report["run"]["stand_in_for"]), ("storm", None))
        carried = self.home / "carried"
        self.any_gpujob("script", "storm", *HERE, "--size", "small", "--bundle", str(carried))
        job = self.in_sandbox(f"cd {carried} && ./run.sh").split()[-1].split(";")[0]
        self.in_sandbox(f"until [ -f {carried}/run-*/end.{job}.0.json ]; do sleep 0.2; done")
        (reported,) = carried.glob("run-*/report-1.json")
        taken = json.loads(reported.read_text(encoding="utf-8"))
        self.assertTrue(taken["answer"]["valid"])
        self.assertEqual(taken["run"]["job_id"], job)


if __name__ == "__main__":
    if subprocess.run(["/usr/bin/python3", "-c", "import numba"], check=False, capture_output=True).returncode:
        print("SKIPPED: no numba is installed")
        sys.exit(SKIPPED)
    main()
