# SPDX-License-Identifier: MIT
"""Wrong C++ workloads that no test of a check alone shows, for what is wrong is how the program uses it: a
line of the source is changed, and the program built, which has to say WRONG ANSWER. Most do in the first
run what each run has to do; some do less than their variant declares, and the right answer is too fast,
or waits to hide that.

usage: source_mutants_test.py KERNELS_DIRECTORY COMPILER WrongAnswers|LessWork
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

KERNELS, COMPILER = os.path.abspath(sys.argv[1]), sys.argv[2]
ONCE = "static int done = 0; if (done++ < {times}) "


def once(call, times=1):
    """`call` in the first run only, in which it is made so many times."""
    return call, "{ " + ONCE.format(times=times) + call + " }"


ELEMENT_RUN = "harness/element_run.h"
# By workload: the lines (file, as it is, as it is made) and the arguments of the runs that they make wrong.
MUTANTS = {
    "zero_suppress": (
        [("zero_suppress.cc", "if (rule_ == Rule::Value)", "if (rule_ != Rule::Value)")],
        [["--variant", "value"], ["--variant", "magnitude"], ["--variant", "copy"],
         ["--variant", "magnitude", "--param", "n=300"], ["--variant", "magnitude", "--param", "threshold=32767"]]),
    "vector_add": (
        [(ELEMENT_RUN, *once("gpujob::upload(queue, host_in_[k], 0, count_, in_[k], 0);", 2)),
         (ELEMENT_RUN, *once("gpujob::upload(lane.queue, host_in_[k], first, values, lane.in[k], 0);", 2))],
        [["--variant", variant, "--param", "n=100000"] for variant in ("copy", "pinned", "overlap")]),
    "hidden_layer": (
        [(ELEMENT_RUN, *once("gpujob::upload(queue, host_in_[k], 0, count_, in_[k], 0);", 2)),
         (ELEMENT_RUN, *once("gpujob::upload(lane.queue, host_in_[k], first, values, lane.in[k], 0);", 2))],
        [["--variant", variant, "--param", "n=100000"] for variant in ("three_kernels_copy", "fused_fast_overlap")]),
    "pulses": (
        [("pulses.cc", *once("gpujob::upload(queue, this->host_in(1), 0, n, this->in(1), 0);"))],
        [["--variant", "round_trip"]]),
    "matmul": (
        [("matmul.cc", *once("for_each<1>(queue, count, 1, PackPanel<T>{m, panels_->data()});"))],
        [["--variant", "tuned", "--param", "n=300"]]),
}
# integrate2d: `poly` becomes a recurrence (class R), `naive` the closed form of each row (class X).
NAIVE = "Body{row(), this->sums_.data(), this->rows_.first});"
CLOSED_FORM = """[sums = this->sums_.data(), h = kPi / this->n_, phase = this->phase_](std::size_t i) {
          DELAY sums[i] = static_cast<S>(std::cos(h * (i + 0.5) + phase) / std::sin(h / 2)); });"""
TOO_FAST = [
    ("integrate2d.cc", "return make_strips<A, S, Polynomial<A>>(queue, choice, random);",
     "return make_chains<A, S, Reinsch<A>>(queue, choice, random);"),
    ("integrate2d.cc", NAIVE, CLOSED_FORM.replace("DELAY", ""))]
DELAY = """if (i == 0) std::this_thread::sleep_for(std::chrono::microseconds(
              std::getenv("IN_PROPORTION") == nullptr ? 100000 : static_cast<int>(25 * kPi / h)));"""
DELAYED = [
    ("integrate2d.cc", "#include <cmath>", "#include <chrono>\n#include <cmath>\n#include <cstdlib>\n#include <thread>"),
    ("integrate2d.cc", NAIVE, CLOSED_FORM.replace("DELAY", DELAY))]


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(cls.folder.cleanup)
        cls.harness = os.path.join(cls.folder.name, "harness.o")
        cls.compile("-O0", "-c", os.path.join(KERNELS, "harness", "all.cc"), "-o", cls.harness)

    @classmethod
    def compile(cls, *arguments):
        done = subprocess.run([COMPILER, "-std=c++17", "-ffp-contract=fast", "-pthread", *arguments,
                               "-I" + KERNELS], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def build(self, workload, changes, optimised="-O0"):
        """The program of the changed sources, which stand before the others."""
        folder, own = os.path.join(self.folder.name, workload), os.path.join("workloads", workload)
        source = os.path.join(KERNELS, own, workload + ".cc")
        for name, old, new in changes:
            path = name if os.sep in name else os.path.join(own, name)
            changed = os.path.join(folder, path)
            with open(changed if os.path.exists(changed) else os.path.join(KERNELS, path), encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(text.count(old), 1, f"{path}: {old}")
            os.makedirs(os.path.dirname(changed), exist_ok=True)
            with open(changed, "w", encoding="utf-8") as file:
                file.write(text.replace(old, new))
            source = changed if name == workload + ".cc" else source
        program = os.path.join(folder, workload)
        self.compile(optimised, "-I" + folder, source, os.path.join(KERNELS, own, workload + "_reference.cc"),
                     self.harness, "-o", program)
        return program


class WrongAnswers(Sources):
    def test_are_caught(self):
        for workload, (changes, runs) in MUTANTS.items():
            program = self.build(workload, changes)
            for arguments in runs:
                with self.subTest(workload=workload, arguments=arguments):
                    done = subprocess.run([program, *arguments, "--min-samples", "2", "--max-samples", "2"],
                                          capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("WRONG ANSWER", done.stderr)
                    self.assertNotIn("faster than", done.stderr)
                    self.assertNotIn("rates", json.loads(done.stdout))


    def test_less_work_behind_a_delay_is_caught_by_the_growth_of_its_time(self):
        program = self.build("integrate2d", DELAYED)

        def run(**changes):
            done = subprocess.run([program, "--variant", "naive", "--param", "n=4096", "--min-samples", "2", "--max-samples",
                                   "2"], capture_output=True, text=True, check=False, env={**os.environ, **changes})
            return done, json.loads(done.stdout)
        done, report = run()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(report["answer"]["growth"], "less")
        self.assertIn("does not grow with the declared work", report["answer"]["problem"])
        self.assertNotIn("rates", report)
        # Where such a program comes to half of its ceiling it is refused, else what it does is open.
        done, report = run(IN_PROPORTION="1")
        fraction = report.get("fraction", 1)
        self.assertEqual((done.returncode, report["answer"]["growth"]),
                         (1, "less") if fraction >= 0.5 else (0, "not provable"), (fraction, done.stderr))


class LessWork(Sources):
    def test_is_caught_by_its_time(self):
        program = self.build("integrate2d", TOO_FAST, "-O3")
        for variant in ("poly", "naive"):
            problems = []
            for _ in range(5):  # others may slow down one run
                done = subprocess.run([program, "--variant", variant, "--param", "n=16384"],
                                      capture_output=True, text=True, check=False)
                problems.append(json.loads(done.stdout)["answer"]["problem"])
                if problems[-1]:
                    break
            with self.subTest(variant=variant):
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("faster than this device can do the declared work", problems[-1])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
