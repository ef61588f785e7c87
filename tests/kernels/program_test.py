# SPDX-License-Identifier: MIT
"""The program as a job runs it: exit statuses, what it prints, and the report it leaves.

usage: program_test.py PROGRAM PROFILES_SCHEMA_DIRECTORY
"""
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest

import json_schema

PROGRAM, SCHEMAS = sys.argv[1], sys.argv[2]
VARIANTS = ("naive", "shared", "libm", "poly", "sfu", "hybrid", "rotate", "recurrence")
PRECISIONS = ("float32", "float64", "mixed")


def read(name):
    with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
        return json.load(file)


SCHEMA, EXAMPLE = read("report.schema.json"), read("report.example.json")


def run(*arguments, **environment):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def measured(*arguments, n=300, **environment):
    """The report of a short run at a small size, from standard output."""
    usual = {"--max-seconds": "1", "--max-samples": "5"}
    words = [word for pair in usual.items() if pair[0] not in arguments for word in pair]
    done = run("--param", f"n={n}", *words, *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def keys(value, where=""):
    """All keys with their paths; lists count as one item."""
    if isinstance(value, dict):
        return {f"{where}.{k}" for k in value} | {p for k, v in value.items() for p in keys(v, f"{where}.{k}")}
    if isinstance(value, list) and value:
        return keys(value[0], where + "[]")
    return set()


class Reports(unittest.TestCase):
    def assert_fits(self, report):
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])

    def test_example_fits_the_schema(self):
        self.assert_fits(EXAMPLE)

    def test_every_variant_and_precision_fits_the_schema(self):
        for variant in VARIANTS:
            for precision in PRECISIONS:
                with self.subTest(variant=variant, precision=precision):
                    report = measured("--variant", variant, "--precision", precision)
                    self.assert_fits(report)
                    self.assertTrue(report["answer"]["valid"])
                    self.assertEqual((report["variant"], report["precision"]), (variant, precision))

    def test_has_the_keys_of_the_example(self):
        # A CPU has no upload, may discard nothing, and names its clocks differently.
        optional = {".samples.discarded[].seconds", ".samples.discarded[].reason"}
        report = measured()
        drop = lambda paths: {p for p in paths if ".clocks_hz." not in p} - optional
        self.assertEqual(drop(keys(report)) - {".answer.inputs.seed"}, drop(keys(EXAMPLE)))

    def test_schema_catches_what_must_not_be(self):
        good = measured()
        for change in (
                lambda r: r["answer"].update(valid=False),  # rates beside a wrong answer
                lambda r: r.pop("rates"),
                lambda r: r["samples"].update(kernel=[]),
                lambda r: r["samples"].update(kernel=[0]),
                lambda r: r["samples"].update(stop_reason="tired"),
                lambda r: r.update(gflops=3),
                lambda r: r["device"].update(model=""),
                lambda r: r["run"].update(launch=0),
                lambda r: r["samples"]["discarded"].append({"seconds": 1, "reason": "dislike"})):
            bad = copy.deepcopy(good)
            change(bad)
            self.assertNotEqual(json_schema.errors(bad, SCHEMA, SCHEMA), [])

    def test_rates_can_be_computed_again_from_the_report(self):
        report = measured("--max-samples", "7", "--noise", "0")
        kernel = sorted(report["samples"]["kernel"])
        self.assertEqual(len(kernel), 7)
        seconds = kernel[3]
        self.assertAlmostEqual(report["rates"]["seconds"], seconds)
        self.assertAlmostEqual(report["rates"]["points_per_second"] * seconds / 90000, 1)
        ceiling = report["ceiling"]
        self.assertEqual(ceiling["value"], max(ceiling["before"], ceiling["after"]))
        self.assertAlmostEqual(report["fraction"], ceiling["counted"] / seconds / ceiling["value"])
        self.assertEqual(report["samples"]["stop_reason"], "count")

    def test_run_block_comes_from_the_job(self):
        report = measured(GPUJOB_RUN_ID="01JD7M3ZK8Q4V5W6X7Y8Z9ABCD", GPUJOB_LAUNCH="2", GPUJOB_SITE="s",
                          GPUJOB_CLUSTER="c", GPUJOB_PARTITION="p", GPUJOB_GPU_KEY="k",
                          GPUJOB_GPU_MODEL="m", GPUJOB_EXECUTOR="slurm", GPUJOB_SANDBOX="b",
                          GPUJOB_STAND_IN_FOR="hip", SLURM_JOB_ID="99", SLURM_JOB_NODELIST="n[1-2]")
        self.assertEqual(report["run"], {
            "id": "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD", "launch": 2, "site": "s", "cluster": "c", "partition": "p",
            "gpu_key": "k", "gpu_model": "m", "executor": "slurm", "sandbox": "b", "stand_in_for": "hip",
            "job_id": "99", "nodes": ["n1", "n2"]})
        self.assert_fits(report)

    def test_instruction_set_is_chosen_and_recorded(self):
        best = measured()["host"]["isa"]
        self.assertEqual(measured(GPUJOB_ISA="baseline")["host"]["isa"], "baseline")
        self.assertIn(best, ("baseline", "avx2", "avx512"))

    def test_cores_follow_the_job(self):
        report = measured(SLURM_CPUS_PER_TASK="1")
        self.assertEqual((report["host"]["cores_used"], report["device"]["units"]), (1, 1))

    def test_affinity_is_recorded(self):
        last = max(os.sched_getaffinity(0))
        done = subprocess.run(["taskset", "-c", str(last), PROGRAM, "--param", "n=300", "--max-samples", "2",
                               "--min-samples", "2"], capture_output=True, text=True, check=True)
        host = json.loads(done.stdout)["host"]
        self.assertEqual((host["affinity"], host["cores_allowed"], host["cores_used"]), (str(last), 1, 1))


class Phases(unittest.TestCase):
    def test_is_drawn_and_recorded(self):
        first, second = measured()["answer"]["inputs"], measured()["answer"]["inputs"]
        self.assertNotEqual(first["phase"], second["phase"])

    def test_a_seed_repeats_it(self):
        first, second = measured("--seed", "7"), measured("--seed", "7")
        self.assertEqual(first["answer"]["inputs"], second["answer"]["inputs"])
        self.assertEqual(first["answer"]["value"], second["answer"]["value"])
        self.assertEqual(first["parameters"]["phase"], "drawn")

    def test_can_be_given(self):
        report = measured("--param", "phase=0.5")
        self.assertEqual(report["answer"]["inputs"]["phase"], 0.5)
        self.assertEqual(report["parameters"], {"n": 300, "phase": 0.5, "width": 1})
        self.assertAlmostEqual(report["answer"]["value"], -4 * 0.479425538604, places=4)

    def test_other_squares_have_their_own_integral(self):
        report = measured("--param", "phase=0", "--param", "width=0.5")
        self.assertAlmostEqual(report["answer"]["value"], 2, places=4)


class Program(unittest.TestCase):
    def test_report_goes_to_its_path_and_a_line_to_the_reader(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            done = run("--param", "n=64", "--max-samples", "2", "--min-samples", "2", "--report", path)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"^integrate2d poly \(class P\) cpu float32: .* of fma float32\n$")
            self.assertEqual(os.listdir(folder), ["report.json"])
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json_schema.errors(json.load(file), SCHEMA, SCHEMA), [])

    def test_a_report_that_cannot_be_written_is_a_failure(self):
        done = run("--param", "n=64", "--max-samples", "1", "--min-samples", "1", "--report", "/no/where.json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "/no/where.json: cannot create the report (No such file or directory)\n")

    def test_a_report_lost_on_standard_output_is_a_failure(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "--param", "n=64", "--max-samples", "1", "--min-samples", "1"],
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: cannot write the report (No space left on device)", done.stderr)

    def test_wrong_usage_is_2_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            done = run("--variant", "ploy", "--report", path)
            self.assertEqual((done.returncode, done.stdout, os.listdir(folder)), (2, "", []))
            self.assertEqual(done.stderr, "integrate2d: no variant 'ploy' (it has naive, shared, libm, poly, sfu, "
                                          "hybrid, rotate, recurrence); did you mean 'poly'?\n")

    def test_help_is_0(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: integrate2d [options]", done.stdout)

    def test_the_time_limit_holds_but_for_one_sample(self):
        report = measured("--variant", "naive", "--max-seconds", "0", "--max-samples", "50", n=3000)
        self.assertEqual(len(report["samples"]["kernel"]), 1)
        self.assertEqual(report["samples"]["warmup"], [])
        self.assertEqual(report["samples"]["stop_reason"], "timeout")
        self.assertIsNone(report["samples"]["noise"])

    def test_a_batch_is_timed_as_one_and_held_against_the_same_ceiling(self):
        report = measured("--batch", "20")
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
        self.assertEqual(report["samples"]["batch"], 20)
        self.assertTrue(report["answer"]["valid"])
        self.assertEqual(report["ceiling"]["what"], "fma float32")
        alone = measured("--max-samples", "20")
        self.assertNotIn("batch", alone["samples"])
        self.assertLess(min(report["samples"]["kernel"]), 10 * min(alone["samples"]["kernel"]),
                        "the time of one, not of twenty")

    def test_what_goes_on_from_the_last_run_takes_no_batch(self):
        program = os.path.join(os.path.dirname(PROGRAM), "add_one.cpu")
        done = subprocess.run([program, "--param", "n=64", "--batch", "3"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            1, "", "add_one: a run begins with what the last one left; leave --batch out\n"))

    def test_describe_names_what_the_binary_is(self):
        described = json.loads(run("--describe").stdout)
        self.assertEqual(described["schema"], "gpujob/describe/v1")
        self.assertEqual(described["backend"], "cpu")
        self.assertEqual(described["processor"], os.uname().machine)
        self.assertEqual([v["name"] for v in described["variants"]], list(VARIANTS))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
