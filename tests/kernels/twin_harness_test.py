# SPDX-License-Identifier: MIT
"""The harness of the Python twins, without Numba: options, sampling, wrong answers, the report.

usage: twin_harness_test.py HARNESS_DIRECTORY PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from types import SimpleNamespace
from unittest import mock

import json_schema

HARNESS = os.path.abspath(sys.argv[1])
sys.path.insert(0, HARNESS)
import gpujob_twin  # noqa: E402
import gpujob_twin_report as report_file  # noqa: E402
from gpujob_twin_options import parse_options  # noqa: E402

with open(os.path.join(sys.argv[2], "report.schema.json"), encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)

# A whole program: its device is a clock that the test sets, its answer what --param right says.
PROGRAM = '''
import sys
sys.path.insert(0, HARNESS)
import gpujob_twin as twin
import gpujob_twin_ceiling as ceilings

SPEC = twin.Spec("toy", "numba", (twin.Variant("plain"), twin.Variant("half", "R", ("float32",))),
                 ("float64", "float32"),
                 (twin.Parameter("right", "integer", "1", 0, 1), twin.Parameter("step", "real", "0.25", 0, 9),
                  twin.Parameter("ceiling", "real", "0", 0, 99999), twin.Parameter("later", "real", "0", 0, 99999),
                  twin.Parameter("calm", "real", "0", 0, 99), twin.Parameter("busy", "integer", "1", 0, 99),
                  twin.Parameter("timed", "integer", "1", 0, 1), twin.Parameter("n", "integer", "1", 1, 1 << 20),
                  twin.Parameter("grows", "integer", "1", 0, 1), twin.Parameter("power", "real", "2", 0, 9),
                  twin.Parameter("lazy", "integer", "0", 0, 1)))
OPTIONS = twin.begin(SPEC)

class Device:
    on_cpu, units, clock, now = False, 1, "event", 0.0
    def wait(self): pass
    def mark(self): return self.now
    def seconds(self, a, b): return b - a
    def compiler(self): return "none"
    def facts(self):
        return {"model": "toy", "architecture": "toy_1", "units": 1, "memory_bytes": 1, "driver": None,
                "runtime": None, "bus_id": None, "clocks_hz": {}}

class Toy(twin.Experiment):
    def __init__(self, choice, draw):
        if choice.variant == "half": raise twin.NoDevice("nothing to run on")
        self.device, self.step, self.n = Device(), float(choice.parameters["step"]), int(choice.parameters["n"])
        if choice.parameters["grows"] == "1": self.step *= self.n ** float(choice.parameters["power"])
        self.device.timed = choice.parameters["timed"] == "1"
        first, later, calm = (float(choice.parameters[name]) for name in ("ceiling", "later", "calm"))
        self.ceilings = [calm or later] * 18 + [later] * int(choice.parameters["busy"]) + [first]
        self.right, self.runs, self.out = choice.parameters["right"] == "1", 0, None
        self.lazy = choice.parameters["lazy"] == "1"
    def poison(self): self.out = None
    def launch(self):
        if self.lazy and self.out: return
        self.runs += 1
        self.device.now += self.step * (10 if self.runs == 1 else 1)
        self.out = 7 if self.right else 8
    def download(self): self.device.now += 1
    def check(self):
        right = self.out == 7
        return {"value": self.out, "reference": 7, "error": 0, "worst": {"error": 0, "index": 0, "what": "value"},
                "tolerance": 1e-6, "valid": right, "problem": None if right else "value is off", "inputs": {}}
    def work(self):
        return {"points": 100, "bytes_read": 8, "bytes_written": 2, "operations": 50 * self.n ** 2, "special_functions": 0}
    def ceiling(self):
        rate = self.ceilings.pop()
        return ceilings.ceiling("memory copy", "bytes/s", (rate, rate), 10, self.device) if rate else None

twin.run(SPEC, OPTIONS, Toy)
'''


class Programs(unittest.TestCase):
    def run_toy(self, *arguments, **environment):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "toy.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(PROGRAM.replace("HARNESS", repr(HARNESS)))
            return subprocess.run([sys.executable, "-B", path, *arguments], capture_output=True, text=True,
                                  check=False, cwd=folder, env={**os.environ, **environment})

    def test_cold_and_warm_are_apart_and_rates_are_of_the_median(self):
        done = self.run_toy("--min-samples", "4", "--max-samples", "4", "--noise", "0")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(done.stdout)
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
        samples = report["samples"]
        self.assertEqual(samples["cold"]["kernel"], 2.5)
        self.assertEqual(samples["kernel"], [0.25] * 4)
        self.assertEqual((samples["d2h"], samples["h2d"]), ([1] * 4, []))
        self.assertEqual(samples["stop_reason"], "count")
        self.assertEqual(report["rates"], {"seconds": 0.25, "points_per_second": 400,
                                           "operations_per_second": 200, "bytes_per_second": 40})

    def test_noise_ends_the_sampling_and_the_time_limit_does(self):
        for timed, count, drift in (("1", 20, 0), ("0", 5, None)):  # as on a GPU, and elsewhere
            samples = json.loads(self.run_toy("--param", "timed=" + timed).stdout)["samples"]
            self.assertEqual((len(samples["kernel"]), samples["stop_reason"], samples["noise"], samples["drift"]),
                             (count, "noise", 0, drift))
        samples = json.loads(self.run_toy("--max-seconds", "0").stdout)["samples"]
        self.assertEqual((len(samples["kernel"]), samples["stop_reason"], samples["warmup"]), (1, "timeout", []))

    def test_a_wrong_answer_has_no_rate_and_the_status_is_1(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            done = self.run_toy("--param", "right=0", "--report", path)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, "toy plain (class P) numba float64: WRONG ANSWER, value is off\n")
            self.assertEqual(os.listdir(folder), ["report.json"])
            with open(path, encoding="utf-8") as file:
                report = json.load(file)
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
        self.assertEqual((report["answer"]["valid"], "rates" in report), (False, False))
        self.assertEqual(len(report["samples"]["kernel"]), 1)

    def test_the_ceiling_is_measured_before_and_after_and_the_larger_counts(self):
        for before, after, larger in ((80, 50, 80), (50, 80, 80)):
            done = self.run_toy("--param", f"ceiling={before}", "--param", f"later={after}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            report = json.loads(done.stdout)
            self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
            self.assertEqual(report["ceiling"], {"what": "memory copy", "unit": "bytes/s", "value": larger, "best": larger, "provable": True,
                                                 "before": before, "after": after, "counted": 10})
            self.assertEqual(report["fraction"], 0.5)

    def test_faster_than_the_ceiling_allows_is_no_answer(self):
        def run(ceiling, *words):
            done = self.run_toy("--param", f"ceiling={ceiling}", "--param", f"later={ceiling}", *words)
            report = json.loads(done.stdout)
            self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
            return done, report
        done, report = run(32)
        self.assertEqual((done.returncode, report["fraction"]), (0, 1.25))
        done, report = run(16)
        problem = "faster than this device can do the declared work (2.5 of its ceiling)"
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"toy plain (class P) numba float64: WRONG ANSWER, {problem}\n"))
        self.assertEqual((report["answer"]["valid"], report["answer"]["problem"]), (False, problem))
        self.assertEqual(("rates" in report, "fraction" in report, "ceiling" in report), (False, False, True))
        done, report = run(16, "--param", "calm=40")  # others used the machine, and stopped
        self.assertEqual((done.returncode, report["fraction"], report["ceiling"]["after"]), (0, 1, 40))
        done, report = run(16, "--param", "calm=40", "--param", "busy=8", "--min-samples", "4", "--max-samples", "4",
                           "--noise", "0")
        self.assertEqual((done.returncode, report["fraction"], report["samples"]["kernel"]), (0, 1, [0.25] * 4))
        self.assertEqual(report["samples"]["discarded"], [{"seconds": 0.25, "reason": "impossible"}] * 4)
        done, report = run(16, "--param", "timed=0")  # as in a simulator: times say nothing
        self.assertEqual((done.returncode, "rates" in report, "fraction" in report), (0, True, False))

    def test_half_the_size_takes_less_time(self):
        def run(n, *words, grows=True, power=2, filled=1):
            rate = 10 / (0.25 if grows else 0.5) / filled
            step = 0.25 / int(n) ** power if grows else 0.5
            done = self.run_toy("--param", f"n={n}", "--param", f"step={step}", "--param", f"ceiling={rate}", "--param",
                                f"later={rate}", "--param", f"grows={int(grows)}", "--param", f"power={power}", *words)
            report = json.loads(done.stdout)
            self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
            return done, report
        for words, told in ((["4096"], "as declared"), (["4096", "--max-seconds", "0"], "not told"),  # no time for it
                            (["1022"], "not told")):  # half would be too few
            done, report = run(*words)
            self.assertEqual((done.returncode, done.stderr, report["answer"]["growth"]), (0, "", told), words)
        done, report = run("4096", grows=False)
        self.assertEqual((done.returncode, report["answer"]["growth"], report["answer"]["valid"]), (1, "less", False))
        self.assertEqual(done.stderr, "toy plain (class P) numba float64: WRONG ANSWER, half the size (n 2048) takes as "
                                      "long: the time does not grow with the declared work\n")
        self.assertFalse({"rates", "fraction", "best_fraction"} & report.keys())
        # A delay in proportion to n, under work that grows with its square.
        done, report = run("4096", power=1)
        self.assertEqual((done.returncode, report["answer"]["growth"], report["answer"]["valid"]), (1, "less", False))
        self.assertEqual(done.stderr, "toy plain (class P) numba float64: WRONG ANSWER, half the size (n 2048) takes 0.5 of "
                                      "the time: it grows less than the declared work\n")
        done, report = run("4096", power=1, filled=0.4)
        self.assertEqual((done.returncode, done.stderr, report["answer"]["growth"]), (0, "", "not provable"))

    def test_short_runs_are_timed_in_batches_too_until_both_make_up_half_a_second(self):
        def run(step, *words):
            done = self.run_toy("--param", f"step={step}", "--param", "ceiling=40960", "--param", "later=81920", *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            report = json.loads(done.stdout)
            self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
            return report
        step = 2.0 ** -13  # seconds: 2000 of them are 0.244 s, and a batch has 91 runs, 11 ms
        report = run(step)
        self.assertEqual((len(report["samples"]["kernel"]), report["samples"]["stop_reason"]), (2000, "count"))
        batched = report["batched"]
        self.assertEqual((batched["runs"], batched["kernel"], batched["seconds"]), (91, [step] * 24, step))
        self.assertTrue(all(91 * seconds >= 0.01 for seconds in batched["kernel"]))
        accumulated = sum(report["samples"]["kernel"]) + sum(batched["runs"] * s for s in batched["kernel"])
        self.assertTrue(0.5 <= accumulated < 0.512, accumulated)
        # 10 bytes in 2^-13 s are 81920 a second, and half of that was reached before the samples.
        self.assertEqual((report["fraction"], report["best_fraction"]), (1, 1))
        self.assertEqual([batched[name] for name in ("ceiling", "best_ceiling", "fraction", "best_fraction", "provable")],
                         [81920, 81920, 1, 1, True])
        for words in (["--max-samples", "2000"], ["--max-seconds", "0"]):
            self.assertNotIn("batched", run(step, *words), words)
        self.assertNotIn("batched", run(2.0 ** -11), "2000 samples are 0.98 s")
        self.assertNotIn("batched", run(step, "--param", "timed=0"), "as in a simulator: times say nothing")
        done = self.run_toy("--param", f"step={step}", "--param", "ceiling=40960", "--param", "later=81920",
                            "--param", "busy=9", "--param", "lazy=1")
        self.assertEqual(done.returncode, 1, "what does nothing where its answer is")
        self.assertRegex(done.stderr, r"WRONG ANSWER, faster than this device can do the declared work "
                                      r"\(\d[\d.]+ of its ceiling in batches\)\n$")

    def test_a_wrong_answer_is_held_against_nothing(self):
        report = json.loads(self.run_toy("--param", "ceiling=1", "--param", "right=0").stdout)
        self.assertEqual((report["answer"]["problem"], "ceiling" in report), ("value is off", False))

    def test_zeros_are_not_timed(self):
        done = self.run_toy("--param", "step=0", "--min-samples", "3", "--max-samples", "3")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "toy: no time was measured (every sample was zero); use a larger size\n"))
        samples = json.loads(done.stdout)["samples"]
        self.assertEqual(samples["discarded"], [{"seconds": 0, "reason": "zero_time"}] * 6)

    def test_no_device_is_77_and_writes_nothing(self):
        done = self.run_toy("--variant", "half")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (77, "", "toy: nothing to run on\n"))

    def test_a_report_that_cannot_be_written_is_a_failure(self):
        done = self.run_toy("--report", "/no/where.json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "/no/where.json: cannot create the report (No such file or directory)\n")

    def test_wrong_usage_is_2(self):
        for arguments, problem in (
                (["--variant", "plan"], "no variant 'plan' (it has plain, half); did you mean 'plain'?"),
                (["--precison", "x"], "unknown option '--precison'; did you mean '--precision'?"),
                (["--seed", "1", "--seed", "2"], "option '--seed' is given twice"),
                (["--param", "step=1", "--param", "step=2"], "parameter 'step' is given twice"),
                (["--fast", "1"], "unknown option '--fast'; see --help"),
                (["--param", "right"], "--param 'right' has no '='; write --param name=value"),
                (["--param", "rigth=1"], "no parameter 'rigth' (it has right, step, ceiling, later, calm, busy, timed, n, grows, power, lazy); did you mean 'right'?"),
                (["--param", "right=2"], "parameter 'right': '2' is not a whole number from 0 to 1"),
                (["--param", "step=1_0"], "parameter 'step': '1_0' is not a number from 0 to 9"),
                (["--max-seconds", "nan"], "option '--max-seconds': 'nan' is not a number from 0 to 10000000"),
                (["--variant", "half", "--precision", "float64"],
                 "variant 'half' has no precision 'float64' (it has float32)"),
                (["--min-samples", "9", "--max-samples", "2"], "--min-samples 9 is more than --max-samples 2"),
                (["--report"], "option '--report' needs a value"), (["--report", ""], "option '--report' needs a path")):
            done = self.run_toy(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"toy: {problem}\n"))

    def test_the_run_block_comes_from_the_job(self):
        report = json.loads(self.run_toy(
            GPUJOB_RUN_ID="R", GPUJOB_LAUNCH="2", GPUJOB_SITE="s", GPUJOB_SANDBOX="b", GPUJOB_STAND_IN_FOR="numba",
            SLURM_JOB_ID="9", SLURM_JOB_NODELIST="n[08-10,12]-x,m").stdout)
        self.assertEqual(json_schema.errors(report, SCHEMA, SCHEMA), [])
        run = report["run"]
        self.assertEqual((run["id"], run["launch"], run["executor"], run["stand_in_for"]), ("R", 2, "slurm", "numba"))
        self.assertEqual(run["nodes"], ["n08-x", "n09-x", "n10-x", "n12-x", "m"])

    def test_in_a_sandbox_a_program_that_was_told_nothing_stands_in_for_itself(self):
        run = json.loads(self.run_toy(GPUJOB_SANDBOX="b").stdout)["run"]
        self.assertEqual((run["sandbox"], run["stand_in_for"]), ("b", "numba"))

    def test_a_missing_package_is_77_with_one_line(self):
        code = ("import sys; sys.path.insert(0, sys.argv[1]); import gpujob_twin as t\n"
                "t.need(t.Spec('toy', 'cupy', (t.Variant('v'),), ('float32',), ()), 'no_such_package')")
        done = subprocess.run([sys.executable, "-c", code, HARNESS], capture_output=True, text=True, check=False,
                              env={**os.environ, "GPUJOB_PYTHON": "/nowhere"})
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        self.assertRegex(done.stderr, r"^toy: no no_such_package for \S+ \(.*\); load the modules of a stack that "
                                      r"has it, or set GPUJOB_PYTHON\n$")


class Sampling(unittest.TestCase):
    def sampler(self, on_gpu=False, **changes):
        options = parse_options(gpujob_twin.Spec("t", "numba", (gpujob_twin.Variant("v"),), ("float32",), ()), [])
        for name, value in changes.items():
            setattr(options, name, value)
        return gpujob_twin.Sampler(options, "kernel", True, on_gpu=on_gpu)

    def taken(self, sampler, seconds_of):
        while sampler.wants_more(0):
            sampler.add({"kernel": seconds_of(len(sampler.samples)), "total": 1.0, "share": 1, "h2d": None, "d2h": None})
        return len(sampler.samples), sampler.stop_reason

    def test_gpus_work_for_half_a_second_at_least(self):
        self.assertEqual(self.taken(self.sampler(on_gpu=True), lambda k: 1.0), (20, "noise"))
        self.assertEqual(self.taken(self.sampler(on_gpu=True), lambda k: 0.0078125), (64, "noise"))
        self.assertEqual(self.taken(self.sampler(on_gpu=True), lambda k: 1e-6), (2000, "count"))
        self.assertEqual(self.taken(self.sampler(on_gpu=True, max_samples=3), lambda k: 1e-6), (3, "count"))
        self.assertEqual(self.taken(self.sampler(min_samples=200), lambda k: 1.0), (200, "count"))

    def test_samples_of_a_throttled_device_are_thrown_away_up_to_half_and_the_rest_is_marked(self):
        sampler = self.sampler(max_samples=4)
        while sampler.wants_more(0):
            sampler.add({"kernel": 1.0, "total": 1.0, "share": 1, "h2d": None, "d2h": None, "throttled": True})
        block = sampler.block()
        self.assertEqual((len(block["kernel"]), len(block["discarded"]), block["throttled"]), (4, 4, 4))
        self.assertNotIn("throttled", self.sampler().block())

    def test_samples_that_drift_are_not_steady(self):
        sampler = self.sampler(noise=0.01, min_samples=6)
        self.assertEqual(self.taken(sampler, lambda k: 1.03 if k > 3 else 1.0)[1], "noise")
        self.assertGreater(len(sampler.samples), 6)
        self.assertLessEqual(abs(sampler.drift()), report_file.STEADY)
        self.assertAlmostEqual(report_file.drift_of([1, 2, 9, 9, 3, 3]), 1)
        self.assertIsNone(report_file.drift_of([1] * 5))

    def test_samples_that_others_took_the_cores_from_are_discarded_but_never_most(self):
        sampler = self.sampler(max_samples=3, noise=0)
        while sampler.wants_more(0):
            sampler.add({"kernel": 1.0, "total": 1.0, "share": 0.5, "h2d": None, "d2h": 0.1})
        self.assertEqual(len(sampler.samples), 3)
        self.assertEqual({one["reason"] for one in sampler.discarded}, {"cpu_taken"})
        self.assertLessEqual(len(sampler.discarded), len(sampler.samples) + 1)

    def test_noise_is_the_standard_error_of_the_mean(self):
        sampler = self.sampler()
        for kernel in (1.0, 3.0):
            sampler.add({"kernel": kernel, "total": 1.0, "share": 1, "h2d": None, "d2h": 0.1})
        self.assertAlmostEqual(sampler.noise(), 0.5)


class Experiments(unittest.TestCase):
    def test_what_is_not_written_is_named(self):
        unwritten = gpujob_twin.Experiment()
        for name in ("poison", "launch", "download", "check", "work"):
            with self.assertRaisesRegex(NotImplementedError, f"^{name}\\(\\) is not written$"):
                getattr(unwritten, name)()


class Phases(unittest.TestCase):
    """Two cores and a clock that goes on only where something is done, to ask for CPU time too."""
    ASKING = 7e-6

    def sample(self, upload=None, launch=(1, 2), download=None, on_all_cores=True):
        """Seconds and CPU seconds of each phase, to what a run says of them."""
        clock = SimpleNamespace(now=0.0, cpu=0.0)

        def spend(took):
            if took is None:
                return False
            clock.now, clock.cpu = clock.now + took[0], clock.cpu + took[1]
            return True

        def asked():
            clock.now += self.ASKING
            return clock.cpu

        device = SimpleNamespace(on_cpu=True, units=2, wait=lambda: None, mark=lambda: clock.now,
                                 seconds=lambda before, after: after - before)
        run = SimpleNamespace(
            device=device, has_kernel=True, on_all_cores=on_all_cores, poison=lambda: None,
            upload=lambda: spend(upload), launch=lambda: spend(launch), download=lambda: spend(download),
            finish=lambda: None)
        with mock.patch.object(gpujob_twin, "time", SimpleNamespace(perf_counter=lambda: clock.now)), \
                mock.patch.object(gpujob_twin, "cpu_seconds", asked):
            return gpujob_twin.run_once(run, lambda: None)

    def test_only_the_kernel_tells_whether_the_cores_were_free(self):
        self.assertAlmostEqual(self.sample((4, 4), (1, 2), (4, 4))["share"], 1, 4)
        self.assertAlmostEqual(self.sample(None, (1, 1))["share"], 0.5, 4)
        self.assertAlmostEqual(self.sample((4, 8), (1, 1))["share"], 0.5, 4)

    def test_a_kernel_of_which_a_part_is_one_threads_tells_nothing(self):
        self.assertEqual(self.sample(None, (1, 1), on_all_cores=False)["share"], 1)
        self.assertEqual(self.sample(None, (0.01, 0.01))["share"], 1)

    def test_no_phase_holds_what_asking_for_cpu_time_takes(self):
        """A kernel that does nothing would else be as slow as one that does its work."""
        sample = self.sample((3e-6, 0), (1e-6, 0), (2e-6, 0))
        for phase, seconds in (("h2d", 3e-6), ("kernel", 1e-6), ("d2h", 2e-6)):
            self.assertAlmostEqual(sample[phase], seconds, 9)


class Numbers(unittest.TestCase):
    def test_what_is_not_finite_is_null_and_counts_are_counts(self):
        self.assertEqual(json.loads(report_file.json_text({"a": float("nan"), "b": 1e6, "c": True, "d": [0.5]})),
                         {"a": None, "b": 1000000, "c": True, "d": [0.5]})
        self.assertIn('"b": 1000000,', report_file.json_text({"b": 1e6, "c": 1}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
