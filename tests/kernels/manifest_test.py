# SPDX-License-Identifier: MIT
"""A workload's manifest and what its programs say of themselves with --describe are the same, and every
variant runs at the small size with a report that fits the schema.

usage: manifest_test.py WORKLOAD_DIRECTORY PROFILES_SCHEMA_DIRECTORY PROGRAM...
"""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import unittest

import json_schema
import manifest

FOLDER, SCHEMAS, PROGRAMS = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.path.insert(0, os.path.join(FOLDER, "../../harness"))
from gpujob_twin_contract import BACKENDS  # noqa: E402

MANIFEST = manifest.read(os.path.join(FOLDER, "workload.yaml"))
with open(os.path.join(SCHEMAS, "report.schema.json"), encoding="utf-8") as opened:
    SCHEMA = json.load(opened)
FUNCTIONS = {"min": min, "max": max, "ceil": math.ceil, "sqrt": math.sqrt, "log2": math.log2}


def small():
    """The parameters of the size `small`, defaults filled in; what is drawn is left out."""
    values = {k: p["default"] for k, p in MANIFEST["parameters"].items() if p["default"] != "drawn"}
    return {**values, **MANIFEST["sizes"]["small"]}


def measured(program, variant, precision, least=1):
    arguments = [word for k, v in small().items() for word in ("--param", f"{k}={v}")]
    done = subprocess.run([program, *arguments, "--variant", variant, "--precision", precision,
                           "--max-samples", str(least), "--min-samples", str(least), "--max-seconds", "20"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def variants_for(backend):
    """Those of the manifest that are written for the backend, in its order."""
    return {name: variant for name, variant in MANIFEST["variants"].items()
            if backend in variant.get("backends", MANIFEST["backends"])}


class Manifest(unittest.TestCase):
    def setUp(self):
        self.described = {}
        for program in PROGRAMS:
            if os.path.exists(program):
                done = subprocess.run([program, "--describe"], capture_output=True, text=True, check=True)
                self.described[program] = json.loads(done.stdout)
        self.assertIn("cpu", {d["backend"] for d in self.described.values()})
        self.cpu = next(p for p, d in self.described.items() if d["backend"] == "cpu")

    def test_agrees_with_describe(self):
        for program, described in self.described.items():
            with self.subTest(program=program):
                self.assertEqual(described["name"], MANIFEST["name"])
                self.assertIn(described["backend"], MANIFEST["backends"])
                variants = variants_for(described["backend"])
                self.assertEqual({v["name"]: v["class"] for v in described["variants"]},
                                 {k: v["class"] for k, v in variants.items()})
                self.assertEqual({v["name"]: v["data"] for v in described["variants"]},
                                 {k: v.get("data", "resident") for k, v in variants.items()})
                gpus = MANIFEST["gpus"]
                several = described["backend"] in gpus.get("backends", MANIFEST["backends"])
                self.assertEqual(described.get("max_gpus", 1), gpus["max"] if several else 1)
                self.assertEqual(described.get("split"), gpus.get("split") if several else None)
                first = next(iter(variants))
                default = MANIFEST["default_variant"]
                self.assertEqual(described["default_variant"], default if default in variants else first)
                if BACKENDS[described["backend"]] == "compiled":
                    offered = {p for v in variants.values() for p in v.get("precisions", MANIFEST["precisions"])}
                    self.assertEqual(described["precisions"], [p for p in MANIFEST["precisions"] if p in offered])
                    self.assertEqual(described["default_precision"], MANIFEST["default_precision"])
                else:
                    self.assertEqual({v["name"]: v["precisions"] for v in described["variants"]},
                                     {k: v.get("precisions", MANIFEST["precisions"])
                                      for k, v in variants.items()})

    def test_agrees_on_parameters(self):
        for described in self.described.values():
            of_program = {p["name"]: p for p in described["parameters"]}
            self.assertEqual(set(of_program), set(MANIFEST["parameters"]))
            for name, declared in MANIFEST["parameters"].items():
                for key in ("type", "default", "min", "max", "unit"):
                    self.assertEqual(of_program[name].get(key), declared.get(key), f"{name}.{key}")

    def test_agrees_on_work_and_tolerance(self):
        offered = self.described[self.cpu]["precisions"]
        for precision, tolerance in MANIFEST["answer"]["tolerance"].items():
            if precision not in offered:
                continue  # of a twin's variants only; twin_test.py compares it
            report = measured(self.cpu, MANIFEST["default_variant"], precision)
            self.assertEqual(report["answer"]["tolerance"], tolerance)
            if precision == MANIFEST["default_precision"]:  # the formulas are for this one
                for key, formula in MANIFEST["work"].items():
                    # A formula is arithmetic over parameters; this manifest is part of the sources.
                    expected = eval(str(formula).replace("^", "**"), dict(FUNCTIONS), small())
                    self.assertAlmostEqual(report["work"][key], expected, delta=1e-9 * expected, msg=key)

    def test_every_variant_gives_a_report_that_fits(self):
        described = next(d for d in self.described.values() if d["backend"] == "cpu")
        built = {v["name"] for v in described["variants"] if "not_built" not in v}
        for variant, declared in variants_for("cpu").items():
            if variant not in built:
                continue
            with self.subTest(variant=variant):
                report = measured(self.cpu, variant, MANIFEST["default_precision"], least=2)
                self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                self.assertTrue(report["answer"]["valid"])
                self.assertEqual(report["data"], declared.get("data", "resident"))
                self.assertEqual(report["class"], declared["class"])
                timed = "total" if report["data"] == "host" else "kernel"
                self.assertAlmostEqual(report["rates"]["seconds"], statistics.median(report["samples"][timed]))

    def test_named_sizes_are_within_range(self):
        self.assertEqual(list(MANIFEST["sizes"])[:3], ["small", "lesson", "roofline"])
        for size in MANIFEST["sizes"].values():
            for name, value in size.items():
                declared = MANIFEST["parameters"][name]
                self.assertLessEqual(declared["min"], value)
                self.assertLessEqual(value, declared["max"])

    def test_builds_with_the_call_that_all_share(self):
        # one_call_test.py makes the programs of two workloads by it.
        name = MANIFEST["name"]
        with open(os.path.join(FOLDER, "..", "vector_add", "workload.yaml"), encoding="utf-8") as file:
            shared = file.read()
        sources = sorted(f for f in os.listdir(FOLDER) if f.endswith(".cc"))
        for backend, command in MANIFEST["build"].items():
            given = [a for a in command if a.endswith(".cc") or a == "{{source}}"]
            paths = [f"{{{{include}}}}/workloads/{name}/{f}" for f in sources if f != f"{name}.cc"]
            self.assertEqual(sorted(given), sorted(["{{source}}", *paths, "{{include}}/harness/all.cc"]), backend)
            for word in set(command) - set(given) - {"-pthread", "-ldl"}:
                self.assertIn(word, shared, backend)


class Reader(unittest.TestCase):
    def test_refuses_what_it_does_not_know(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("a:\n  - b\n")
            file.flush()
            with self.assertRaises(ValueError):
                manifest.read(file.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
