# SPDX-License-Identifier: MIT
"""The benchmark of GPUs, whose figures mean nothing here: it runs to its end on this machine's cores, each
figure has its goal, a wrong answer stops it, and without a device it says so.

usage: gpu_bench_test.py BENCH BUILD
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

BENCH, BUILD = sys.argv[1], sys.argv[2]


def bench(build, *options):
    return subprocess.run([sys.executable, "-B", BENCH, build, "--most", "500", "--seconds", "0.01", *options],
                          capture_output=True, text=True, check=False)


def build_with(directory, backend, script):
    """A build of one program, which does what `script` says."""
    folder = os.path.join(directory, "libexec/gpujob")
    os.makedirs(folder)
    program = os.path.join(folder, f"vector_add.{backend}")
    with open(program, "w", encoding="utf-8") as text:
        text.write(f"#!/bin/sh\n{script}\n")
    os.chmod(program, 0o755)
    return directory


class GpuBench(unittest.TestCase):
    def test_each_figure_stands_beside_its_goal(self):
        done = bench(BUILD, "--backend", "cpu")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        device, *rows, numba = done.stdout.splitlines()
        empty, = [row for row in rows if row.startswith("an empty kernel ")]
        self.assertRegex(empty, r"^an empty kernel [0-9.]+ us; a copy in the cache [0-9.]+ TB/s$")
        rows.remove(empty)
        self.assertRegex(device, r"^cpu on .+, driver None, .+, 20\d\d-\d\d-\d\d$")
        self.assertEqual(numba, "integrate2d in Numba, verbatim: not measured (Numba here knows CUDA only)")
        self.assertEqual(len(rows), 26)
        for row in rows:
            self.assertTrue(re.search(r"\([PR]\).* +\d+\.\d{3} (of|times) .*goal [<>]= .*: (met|MISSED)$", row), row)

    def test_without_a_device_it_says_so(self):
        with tempfile.TemporaryDirectory() as directory:
            done = bench(build_with(directory, "cuda", "echo 'vector_add: no cuda device (none is visible)' >&2; exit 77"))
        self.assertEqual((done.returncode, done.stdout),
                         (77, "skipped: vector_add: no cuda device (none is visible)\n"))

    def test_without_programs_it_says_so(self):
        with tempfile.TemporaryDirectory() as directory:
            done = bench(build_with(directory, "cuda", "exit 0"), "--backend", "hip")
        self.assertEqual((done.returncode, done.stdout), (77, "skipped: this build has no hip programs\n"))

    def test_a_wrong_answer_stops_it(self):
        with tempfile.TemporaryDirectory() as directory:
            done = bench(build_with(directory, "cuda", "echo 'WRONG ANSWER, element 7' >&2; exit 1"))
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.endswith(": WRONG ANSWER, element 7\n"), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
