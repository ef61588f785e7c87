# SPDX-License-Identifier: MIT
"""A workload's manifest and what its programs say of themselves with --describe are the same.

usage: manifest_test.py MANIFEST PROGRAM...
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import manifest

PROGRAMS = sys.argv[2:]
MANIFEST = manifest.read(sys.argv[1])


class Manifest(unittest.TestCase):
    def setUp(self):
        self.described = {}
        for program in PROGRAMS:
            if os.path.exists(program):
                done = subprocess.run([program, "--describe"], capture_output=True, text=True, check=True)
                self.described[program] = json.loads(done.stdout)
        self.assertIn("cpu", {d["backend"] for d in self.described.values()})

    def test_agrees_with_describe(self):
        for program, described in self.described.items():
            with self.subTest(program=program):
                self.assertEqual(described["name"], MANIFEST["name"])
                self.assertIn(described["backend"], MANIFEST["backends"])
                self.assertEqual({v["name"]: v["class"] for v in described["variants"]},
                                 {k: v["class"] for k, v in MANIFEST["variants"].items()})
                self.assertEqual(described["precisions"], MANIFEST["precisions"])
                for key in ("default_variant", "default_precision"):
                    self.assertEqual(described[key], MANIFEST[key])

    def test_agrees_on_parameters(self):
        for described in self.described.values():
            of_program = {p["name"]: p for p in described["parameters"]}
            self.assertEqual(set(of_program), set(MANIFEST["parameters"]))
            for name, declared in MANIFEST["parameters"].items():
                for key in ("type", "default", "min", "max", "unit"):
                    self.assertEqual(of_program[name].get(key), declared.get(key), f"{name}.{key}")

    def test_agrees_on_work_and_tolerance(self):
        cpu = next(p for p, d in self.described.items() if d["backend"] == "cpu")
        n = 200
        for precision, tolerance in MANIFEST["answer"]["tolerance"].items():
            done = subprocess.run([cpu, "--param", f"n={n}", "--max-samples", "1", "--min-samples", "1",
                                   "--precision", precision], capture_output=True, text=True, check=True)
            report = json.loads(done.stdout)
            self.assertEqual(report["answer"]["tolerance"], tolerance)
            if precision == MANIFEST["default_precision"]:  # the formulas are for this one
                for key, formula in MANIFEST["work"].items():
                    # A formula is arithmetic over parameters; this manifest is part of the sources.
                    self.assertEqual(report["work"][key], eval(str(formula), {}, {"n": n}), key)

    def test_named_sizes_are_within_range(self):
        for size in MANIFEST["sizes"].values():
            for name, value in size.items():
                declared = MANIFEST["parameters"][name]
                self.assertLessEqual(declared["min"], value)
                self.assertLessEqual(value, declared["max"])


class Reader(unittest.TestCase):
    def test_refuses_what_it_does_not_know(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("a:\n  - b\n")
            file.flush()
            with self.assertRaises(ValueError):
                manifest.read(file.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
