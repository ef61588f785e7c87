# SPDX-License-Identifier: MIT
"""A field of a report and a backend, each added in one place of a copy of kernels/contract/ (added/add.py):
the writer, the reader and the merger of the workload programs, gpujob's checks, CSV columns, JSON and facts, the JSON
Schemas, CMake and the Python twins know them. backend_test.py builds a backend and runs it.

usage: one_place_test.py SOURCE_DIRECTORY COPY PROGRAMS READER CMAKE
"""
import csv
import importlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE, COPY, PROGRAMS, READER, CMAKE = sys.argv[1:6]
sys.path.insert(0, os.path.join(SOURCE, "tests/kernels"))
import json_schema  # noqa: E402
import made_test  # noqa: E402


def said(*words, text="", status=0):
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def without_most(report):
    return {**report, "samples": {key: value for key, value in report["samples"].items() if key != "most"}}


class OnePlace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.whole = said(PROGRAMS)
        cls.report = json.loads(cls.whole)
        cls.head, cls.row, *cls.facts, printed, manifest, schema = said(READER, text=cls.whole).splitlines()
        cls.printed, cls.manifest, cls.schema = (json.loads(text) for text in (printed, manifest, schema))

    def test_writer_reader_and_merger(self):
        keys = list(self.report["samples"])
        self.assertEqual(keys[keys.index("discarded"):][1:3], ["most", "stop_reason"], "in its place")
        self.assertEqual(self.report["samples"]["most"], 9, "of parts with 7 and 9")

    def test_schema(self):
        self.assertEqual(json_schema.errors(self.report, self.schema, self.schema), [])
        self.assertEqual(json_schema.errors(without_most(self.report), self.schema, self.schema),
                         ["$.samples: 'most' is missing"])
        with open(os.path.join(SOURCE, "profiles/schema/report.schema.json"), encoding="utf-8") as file:
            ours = json.load(file)
        self.assertEqual(len(json_schema.errors(self.report, ours, ours)), 2, "the field and the backend")

    def test_checks(self):
        self.assertEqual(said(READER, text=json.dumps(without_most(self.report)), status=3),
                         "'samples.most' is missing\n")
        self.report["samples"]["most"] = 0
        self.assertEqual(said(READER, text=json.dumps(self.report), status=3),
                         "'samples.most' is not an integer of at least 1\n")
        self.report["samples"]["most"] = 9
        unknown = {**self.report, "backend": "opencl"}
        self.assertEqual(said(READER, text=json.dumps(unknown), status=3),
                         "'backend' is not one of cpu, cuda, hip, sycl, numba, cupy, emulated\n")

    def test_columns_facts_and_manifests(self):
        columns = dict(zip(*csv.reader([self.head, self.row])))
        self.assertEqual((columns["most"], columns["backend"]), ("9", "sycl"))
        self.assertEqual(self.printed["reports"][0]["report"]["samples"]["most"], 9)
        self.assertIn("most: 9", self.facts)
        self.assertIn("sycl", self.manifest["properties"]["backends"]["items"]["enum"])
        self.assertIn("|sycl|", self.manifest["properties"]["build"]["propertyNames"]["pattern"])

    def test_twins(self):
        table = made_test.read(os.path.join(COPY, "contract/backends.h"))
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "gpujob_twin_contract.py"), "w", encoding="utf-8") as file:
                file.write(made_test.twins(table, self.schema))
            sys.path[:0] = [folder, os.path.join(SOURCE, "kernels/harness")]
            twin = importlib.import_module("gpujob_twin_report")
            command = importlib.import_module("gpujob_command")
        turned = {key: self.report[key] for key in reversed(self.report)}
        self.assertEqual(list(twin.fitted(turned)), list(self.report))
        self.assertEqual(twin.fitted(turned), self.report)
        with self.assertRaisesRegex(KeyError, "the report lacks 'samples.most'"):
            twin.fitted(without_most(self.report))
        with self.assertRaisesRegex(KeyError, "the report has 'least', which"):
            twin.fitted({**self.report, "least": 1})
        self.assertIn("sycl", command.BACKENDS)

    def test_cmake(self):
        table = os.path.join(COPY, "contract/backends.h")
        self.assertEqual(said(CMAKE, f"-DTABLE={table}", "-P", os.path.join(SOURCE, "tests/contract/backends.cmake")),
                         "-- cpu;cuda;hip;sycl;numba;cupy;emulated, of Python numba;cupy\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
