# SPDX-License-Identifier: MIT
"""Every variant and precision of every Python twin gives a right answer and a report like the C++
programs'; wrong kernels are caught.

usage: twin_test.py BACKEND MODE PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import sys
import tempfile
import unittest

import json_schema
import twin_programs
from skip import skip
from twin_mutants import MUTANTS

BACKEND, MODE = sys.argv[1:3]
with open(os.path.join(sys.argv[3], "report.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)
TWINS = twin_programs.twins(BACKEND)


def choices(twin):
    for variant in twin_programs.described(twin)["variants"]:
        for precision in variant["precisions"]:
            yield variant["name"], precision


class Twins(unittest.TestCase):
    def test_every_variant_is_right_and_reports(self):
        for workload, twin in TWINS.items():
            for variant, precision in choices(twin):
                with self.subTest(workload=workload, variant=variant, precision=precision):
                    done = twin_programs.run(twin, MODE, *twin_programs.small(workload, MODE),
                                             "--variant", variant, "--precision", precision)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    report = json.loads(done.stdout)
                    self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                    self.assertTrue(report["answer"]["valid"])
                    self.assertEqual((report["workload"], report["variant"], report["precision"],
                                      report["backend"]), (workload, variant, precision, BACKEND))

    def test_stands_at_its_program_name_and_can_be_started(self):
        for workload, twin in TWINS.items():
            self.assertTrue(os.access(twin, os.X_OK), twin)
            with open(twin, encoding="utf-8") as file:
                self.assertEqual(file.readline(), "#!/usr/bin/env python3\n")
            self.assertEqual(twin_programs.described(twin)["name"], workload)

    def test_never_takes_the_place_of_a_gpu_that_was_given(self):
        if MODE != "cores":
            self.skipTest("there is a device in this mode")
        for workload, twin in TWINS.items():
            done = twin_programs.run(twin, MODE, GPUJOB_GPU_KEY="g1")
            self.assertEqual((done.returncode, done.stdout), (77, ""), workload)
            self.assertRegex(done.stderr, rf"^{workload}: Numba reaches no CUDA device here .*\n$")
            done = twin_programs.run(twin, MODE, *twin_programs.small(workload, MODE),
                                     GPUJOB_GPU_KEY="g1", GPUJOB_STAND_IN_FOR=BACKEND)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(json.loads(done.stdout)["run"]["stand_in_for"], BACKEND)


class WrongKernels(unittest.TestCase):
    """A twin with one line changed ends with 1, says WRONG ANSWER and gives no rate."""

    def test_all_are_caught(self):
        caught = 0
        for workload, mode, old, new, variant in MUTANTS.get(BACKEND, []):
            if mode != MODE:
                continue
            with self.subTest(workload=workload, new=new):
                caught += 1
                self.assert_caught(workload, (old, new), variant)
        print(f"{caught} wrong kernels", file=sys.stderr)

    def assert_caught(self, workload, change, variant):
        with open(TWINS[workload], encoding="utf-8") as file:
            source = file.read()
        self.assertIn(change[0], source)
        # Pure Python is slower than compiled code and faster than compiling.
        mode = "interpreted" if MODE == "cores" else MODE
        own = os.path.dirname(TWINS[workload])
        path = os.pathsep.join([own, os.path.join(own, "../../harness"),
                                twin_programs.MODES[MODE].get("PYTHONPATH", "")])
        with tempfile.TemporaryDirectory() as folder:
            twin = os.path.join(folder, os.path.basename(TWINS[workload]))
            with open(twin, "w", encoding="utf-8") as file:
                file.write(source.replace(*change))
            done = twin_programs.run(twin, mode, *twin_programs.small(workload, mode, 1),
                                     "--variant", variant, PYTHONPATH=path)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("WRONG ANSWER", done.stderr)
        report = json.loads(done.stdout)
        self.assertFalse(report["answer"]["valid"])
        self.assertNotIn("rates", report)


if __name__ == "__main__":
    first = next(iter(TWINS.values()), None)
    if first is None:
        skip(f"no twin for {BACKEND}")
    missing = twin_programs.why_not(first, MODE)
    if missing:
        skip(missing)
    unittest.main(argv=sys.argv[:1])
