# SPDX-License-Identifier: MIT
"""On a GPU, where there is one: every variant and precision of every Python twin is right and rated there.

usage: twin_gpu_test.py BACKEND PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import sys
import unittest

import json_schema
import twin_programs
from skip import skip

BACKEND = sys.argv[1]
with open(os.path.join(sys.argv[2], "report.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)


class OnGpu(unittest.TestCase):
    def test_every_variant_is_right_there(self):
        asked = list(twin_programs.choices(BACKEND))
        done = twin_programs.run_all(
            [(twin, (*twin_programs.small(workload, "gpu", 5), "--variant", variant, "--precision", precision))
             for workload, twin, variant, precision in asked], "gpu")
        for (workload, _, variant, precision), program in zip(asked, done):
            with self.subTest(workload=workload, variant=variant, precision=precision):
                self.assertEqual((program["status"], program["err"]), (0, ""))
                report = json.loads(program["out"])
                self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                self.assertTrue(report["answer"]["valid"])
                self.assertNotEqual(report["device"]["architecture"], report["host"]["processor"])
                self.assertIn("fraction", report)


if __name__ == "__main__":
    for one in twin_programs.twins(BACKEND).values():
        missing = twin_programs.why_not(one, "gpu")
        if missing:
            skip(missing)
    unittest.main(argv=sys.argv[:1])
