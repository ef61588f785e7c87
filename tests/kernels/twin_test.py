# SPDX-License-Identifier: MIT
"""Every variant and precision of every Python twin gives a right answer and a report like the C++
programs', of the same work; wrong kernels are caught.

usage: twin_test.py BACKEND MODE PROFILES_SCHEMA_DIRECTORY PROGRAMS_DIRECTORY
"""
import functools
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

import json_schema
import manifest
import twin_programs
from skip import skip
from twin_mutants import MUTANTS, TOO_FAST

BACKEND, MODE = sys.argv[1:3]
PROGRAMS = sys.argv[4]
with open(os.path.join(sys.argv[3], "report.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)
TWINS = twin_programs.twins(BACKEND)


def choices():
    """What is run of each twin. A variant that only copies beside has the kernel of another one, and in
    the simulator all numbers are Python's: there the first precision shows all there is to see."""
    for workload, twin in TWINS.items():
        for variant in twin_programs.described(twin)["variants"]:
            one = MODE == "simulator" or variant["data"] == "host"
            for precision in variant["precisions"][:1 if one else None]:
                yield workload, variant["name"], precision


@functools.lru_cache
def answers_of_all():
    """Each choice and what its program did."""
    asked = list(choices())
    return list(zip(asked, twin_programs.run_all(
        [(TWINS[workload], (*twin_programs.small(workload, MODE), "--variant", variant,
                            "--precision", precision)) for workload, variant, precision in asked], MODE)))


@functools.lru_cache
def manifest_of(workload):
    return manifest.read(os.path.join(os.path.dirname(TWINS[workload]), "workload.yaml"))


def tolerance_of(workload, precision):
    return manifest_of(workload)["answer"]["tolerance"][precision]


# What is measured by arithmetic, a variant of its own each, and quickly; and its like in C++.
COMPUTE = {"integrate2d": {"verbatim": "naive", "verbatim_shared": "shared", "f32": "naive", "f32_shared": "shared",
                           "reduction": "naive", "arrays": "naive"},
           "matmul": {"library": "naive"}, "monte_carlo_pi": {"arrays": "philox"}}


@functools.lru_cache
def cpp_report(workload, variant, precision):
    words = [*twin_programs.small(workload, MODE, 1, seconds=0), "--precision", precision]
    words += ["--variant", variant] if variant else []
    done = subprocess.run([os.path.join(PROGRAMS, f"{workload}.cpu"), *words], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@functools.lru_cache
def cpp_choices(workload):
    described = json.loads(subprocess.run([os.path.join(PROGRAMS, f"{workload}.cpu"), "--describe"],
                                          capture_output=True, text=True, check=True).stdout)
    return {(variant["name"], precision) for variant in described["variants"]
            for precision in variant.get("precisions", described["precisions"])}


def work_by_formula(workload):
    """The manifest's, which manifest_test.py compares with the C++ program."""
    names = {"ceil": math.ceil, "log2": math.log2, **twin_programs.SMALL[workload][MODE == "simulator"]}
    return {key: eval(str(formula).replace("^", "**"), names)  # pylint: disable=eval-used
            for key, formula in manifest_of(workload)["work"].items()}


class Twins(unittest.TestCase):
    def test_every_variant_is_right_and_reports(self):
        for (workload, variant, precision), done in answers_of_all():
            with self.subTest(workload=workload, variant=variant, precision=precision):
                self.assertEqual((done["status"], done["err"]), (0, ""))
                report = json.loads(done["out"])
                self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                self.assertTrue(report["answer"]["valid"])
                self.assertEqual(report["answer"]["tolerance"], tolerance_of(workload, precision))
                self.assertEqual((report["workload"], report["variant"], report["precision"],
                                  report["backend"]), (workload, variant, precision, BACKEND))
                self.assertEqual(report["run"]["stand_in_for"], "cupy" if MODE == "stand_in" else None)
                held = report["ceiling"]
                self.assertEqual(held["value"], max(held["before"], held["after"]))
                self.assertEqual("fraction" in report, MODE == "cores")  # else times are not a device's
                if MODE == "cores":
                    self.assertAlmostEqual(report["fraction"],
                                           held["counted"] / report["rates"]["seconds"] / held["value"])

    def test_the_work_is_that_of_the_cpp_program(self):
        for (workload, variant, precision), done in answers_of_all():
            report = json.loads(done["out"])
            if workload in COMPUTE and MODE != "simulator":
                like = cpp_report(workload, COMPUTE[workload].get(variant, variant), precision)
            elif workload not in COMPUTE and precision in (manifest_of(workload)["default_precision"], "mixed"):
                # Mixed stores float32; not every C++ program has it.
                like = {"work": work_by_formula(workload)}
            elif MODE == "simulator":
                continue  # the same code as on cores
            else:
                like = cpp_report(workload, None, precision)
            with self.subTest(workload=workload, variant=variant, precision=precision):
                self.assertEqual(report["work"], like["work"])
                if MODE == "cores" and "ceiling" in like:
                    for key in ("what", "unit", "counted"):
                        self.assertEqual(report["ceiling"][key], like["ceiling"][key])
                    # Its library sines are counted as the polynomial, and nothing else as other work.
                    self.assertEqual(", work counted as poly" in report["ceiling"]["what"], workload == "integrate2d")

    def test_what_is_told_apart_is_what_the_cpp_program_tells_apart(self):
        def phases(report):
            return {phase for phase in ("h2d", "kernel", "d2h") if report["samples"][phase]}
        for (workload, variant, precision), done in answers_of_all():
            if MODE == "simulator" or (variant, precision) not in cpp_choices(workload):
                continue
            with self.subTest(workload=workload, variant=variant, precision=precision):
                self.assertEqual(phases(json.loads(done["out"])),
                                 phases(cpp_report(workload, variant, precision)))

    def test_stands_at_its_program_name_and_can_be_started(self):
        for workload, twin in TWINS.items():
            self.assertTrue(os.access(twin, os.X_OK), twin)
            with open(twin, encoding="utf-8") as file:
                self.assertEqual(file.readline(), "#!/usr/bin/env python3\n")
            self.assertEqual(twin_programs.described(twin)["name"], workload)

    @unittest.skipIf(MODE == "simulator", "there is a device in this mode")
    def test_never_takes_the_place_of_a_gpu_that_was_given(self):
        no_device = {"numba": "Numba reaches no CUDA device here", "cupy": "CuPy reaches no device here"}[BACKEND]
        given = {"GPUJOB_GPU_KEY": "g1", "STAND_IN_NO_DEVICE": "1"}
        answers = twin_programs.run_all([(twin, []) for twin in TWINS.values()], MODE, **given)
        for workload, done in zip(TWINS, answers):
            self.assertEqual((done["status"], done["out"]), (77, ""), workload)
            self.assertRegex(done["err"], rf"^{workload}: {no_device} .*\n$")

    @unittest.skipIf(MODE == "simulator", "there is a device in this mode")
    def test_says_for_what_it_stands_in(self):
        """As a process of its own, as a job starts it."""
        for workload in ("integrate2d", "vector_add"):
            done = twin_programs.run(TWINS[workload], MODE, *twin_programs.small(workload, MODE, 1),
                                     GPUJOB_GPU_KEY="g1", GPUJOB_STAND_IN_FOR=BACKEND)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["run"]["stand_in_for"], BACKEND)

    @unittest.skipIf(MODE != "stand_in", "the package is there in this mode")
    def test_ends_with_77_where_the_package_is_not(self):
        for workload, twin in TWINS.items():
            done = twin_programs.run(twin, "cores", GPUJOB_PYTHON="/nowhere")
            self.assertEqual((done.returncode, done.stdout), (77, ""), workload)
            self.assertRegex(done.stderr, rf"^{workload}: no {BACKEND} for \S+ \(.*\); load the modules of a stack "
                                          r"that has it, or set GPUJOB_PYTHON\n$")


class WrongKernels(unittest.TestCase):
    """A twin with one line changed ends with 1, says WRONG ANSWER and gives no rate."""

    def test_all_are_caught(self):
        mutants = [mutant for mutant in MUTANTS[BACKEND] if mutant[1] == MODE]
        self.assertGreater(len(mutants), 0)
        with tempfile.TemporaryDirectory() as folder:
            requests = [self.write(os.path.join(folder, str(number)), mutant)
                        for number, mutant in enumerate(mutants)]
            # Pure Python is slower than compiled code and faster than compiling.
            mode = "interpreted" if MODE == "cores" else MODE
            paths = [twin_programs.MODES[mode].get("PYTHONPATH", ""), twin_programs.HARNESS,
                     *(os.path.dirname(twin) for twin in TWINS.values())]
            answers = twin_programs.run_all(requests, mode, PYTHONPATH=os.pathsep.join(filter(None, paths)))
        for (workload, _, _, new, _), done in zip(mutants, answers):
            with self.subTest(workload=workload, new=new):
                self.assertEqual(done["status"], 1, done["err"])
                self.assertIn("WRONG ANSWER", done["err"])
                self.assertNotIn("faster than", done["err"])
                report = json.loads(done["out"])
                self.assertFalse(report["answer"]["valid"])
                self.assertNotIn("rates", report)
        print(f"{len(mutants)} wrong kernels", file=sys.stderr)

    @unittest.skipIf(MODE == "simulator", "times of the simulator say nothing")
    def test_right_answers_by_less_than_the_declared_work_are_caught(self):
        with tempfile.TemporaryDirectory() as folder:
            requests = []
            for number, (*mutant, parameters) in enumerate(TOO_FAST[BACKEND]):
                requests.append(self.write(os.path.join(folder, str(number)), mutant, 9, parameters))
            paths = [twin_programs.MODES[MODE].get("PYTHONPATH", ""), twin_programs.HARNESS,
                     *(os.path.dirname(twin) for twin in TWINS.values())]
            answers = twin_programs.run_all(requests, MODE, PYTHONPATH=os.pathsep.join(filter(None, paths)))
        for (workload, _, _, new, *_), done in zip(TOO_FAST[BACKEND], answers):
            with self.subTest(workload=workload):
                self.assertEqual(done["status"], 1, done["err"])
                self.assertRegex(done["err"], r"WRONG ANSWER, half the size \(n \d+\) takes as long: the time does not "
                                 r"grow with the declared work\n$" if "sleep" in new else "WRONG ANSWER, faster than this "
                                 r"device can do the declared work \([0-9.e+]+ of its ceiling\)\n$")
                report = json.loads(done["out"])
                self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
                self.assertLessEqual(report["answer"]["worst"]["error"], report["answer"]["tolerance"])
                self.assertNotIn("rates", report)

    def write(self, folder, mutant, samples=1, parameters=None):
        workload, _, old, new, variant = mutant
        with open(TWINS[workload], encoding="utf-8") as file:
            source = file.read()
        self.assertIn(old, source)
        twin = os.path.join(folder, os.path.basename(TWINS[workload]))
        os.mkdir(folder)
        with open(twin, "w", encoding="utf-8") as file:
            file.write(source.replace(old, new))
        return twin, (*twin_programs.small(workload, MODE, samples, 120, parameters), "--variant", variant)


if __name__ == "__main__":
    first = next(iter(TWINS.values()), None)
    if first is None:
        skip(f"no twin for {BACKEND}")
    missing = twin_programs.why_not(first, MODE)
    if missing:
        skip(missing)
    unittest.main(argv=sys.argv[:1])
