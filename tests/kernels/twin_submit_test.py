# SPDX-License-Identifier: MIT
"""A Python twin goes the whole way: submitted on this machine, waited for, reported; and carried.

usage: twin_submit_test.py GPUJOB PROGRAMS_DIRECTORY
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import twin_programs
from clean_environment import clean_environment
from skip import skip

GPUJOB, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
NUMBA = ("integrate2d", "--site", "local", "--backend", "numba", "--size", "small")


class Jobs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def gpujob(self, *arguments, status=0):
        done = subprocess.run([GPUJOB, *arguments], capture_output=True, text=True, check=False,
                              env=clean_environment(GPUJOB_HOME=self.home, GPUJOB_LIBEXEC=PROGRAMS))
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        return done

    def test_is_submitted_and_reports(self):
        self.gpujob("submit", *NUMBA, "--variant", "f32")
        self.gpujob("wait", "last")
        shown = json.loads(self.gpujob("report", "last", "--format", "json").stdout)
        text = json.dumps(shown)
        self.assertIn('"backend": "numba"', text)
        self.assertIn('"variant": "f32"', text)
        self.assertIn("integrate2d f32 (class P), numba, float32, n=2048", self.gpujob("report", "last").stdout)

    def test_another_variant_than_the_programs_is_refused(self):
        done = self.gpujob("submit", *NUMBA, "--variant", "poly", status=2)
        self.assertEqual(done.stderr, "error: workload 'integrate2d': variant 'poly' is not written for backend "
                                      "'numba' (it is for cpu, cuda, hip); use --variant verbatim\n")

    def test_is_carried_with_all_it_imports(self):
        folder = os.path.join(self.home, "carried")
        self.gpujob("script", *NUMBA, "--bundle", folder)
        self.assertIn("gpujob_twin.py", os.listdir(folder))
        done = subprocess.run(["./run.sh"], cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        (run,) = [name for name in os.listdir(folder) if name.startswith("run-")]
        with open(os.path.join(folder, run, "report-1.json"), encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual((report["backend"], report["answer"]["valid"]), ("numba", True))
        self.assertEqual((report["run"]["site"], report["run"]["stand_in_for"]), ("local", None))


if __name__ == "__main__":
    missing = twin_programs.why_not(twin_programs.twins("numba")["integrate2d"], "cores")
    if missing:
        skip(missing)
    unittest.main(argv=sys.argv[:1])
