# SPDX-License-Identifier: MIT
"""The kernels of kernels/lesson/: every variant is right at several block sizes and wrong without any one of its
barriers, executed by the stand-in for the runtime; the HIP form is the CUDA form under HIP's names, and runs as well;
nvcc and hipcc compile them; and docs/lesson.md, whose code is theirs, works step by step.

usage: lesson_test.py BUILD KERNELS PAGE NVCC HIPCC
"""
import concurrent.futures
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import emulated_program

BUILD, KERNELS, PAGE = map(os.path.abspath, sys.argv[1:4])
COMPILERS = {"cu": [sys.argv[4], "-x", "cu", "-arch=sm_80"], "hip": [sys.argv[5], "-x", "hip", "--offload-arch=gfx90a"]}
RUNTIMES = {"cu": "<cuda_runtime.h>", "hip": "<hip/hip_runtime.h>"}
sys.path.insert(0, os.path.join(os.path.dirname(PAGE), "../tests/docs"))
from blocks import blocks, environment, run  # noqa: E402

LESSONS = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(f"{KERNELS}/lesson/*/workload.yaml"))
# Parameters of a run that takes a moment, and the barriers that a thread needs in each variant; integrate2d and
# l2_norm have one more, after their last step, which only thread 0 takes part in.
SIZES = {"add_one": ["n=45"], "elementwise": ["n=31"], "gaussian_pdf": ["n=1001", "mean=0.5"],
         "hidden_layer": ["n=1001"], "integrate2d": ["n=301"], "l2_norm": ["n=7", "length=97"], "matmul": ["n=45"],
         "monte_carlo_pi": ["n=50001"], "polar_distance": ["n=1001"], "pulses": ["n=1001"],
         "vector_add": ["n=1001"], "zero_suppress": ["n=1001"]}
BARRIERS = {"add_one": {"rows": 0, "columns": 0}, "elementwise": {"passes": 0, "fused": 0},
            "gaussian_pdf": {"parameters": 0, "constant": 0}, "hidden_layer": {"three_kernels": 0, "fused": 0},
            "integrate2d": {"naive": 0, "shared": 4}, "l2_norm": {"thread_a_row": 0, "block_a_row": 6},
            "matmul": {"naive": 0, "tiled": 5}, "monte_carlo_pi": {"atomic": 0, "shared": 2},
            "polar_distance": {"library": 0, "float64": 0}, "pulses": {"resident": 0, "round_trip": 0},
            "vector_add": {"add": 0, "strided": 0}, "zero_suppress": {"value": 0, "magnitude": 0}}
# The simulator of Numba has a thread of Python for each thread.
SIMULATED = {"add_one": ["n=7", "threads=9"], "elementwise": ["n=6", "threads=16"],
             "gaussian_pdf": ["n=40"], "hidden_layer": ["n=40", "threads=16"],
             "integrate2d": ["n=40", "threads=16"], "l2_norm": ["n=3", "length=20", "threads=13"],
             "matmul": ["n=7", "threads=9"], "monte_carlo_pi": ["n=500", "threads=64"],
             "polar_distance": ["n=40", "threads=16"], "pulses": ["n=40", "threads=16"],
             "vector_add": ["n=40", "threads=16"], "zero_suppress": ["n=40", "threads=16"]}
# Runs them one after the other, and imports Numba once for all.
TWINS = """
import json, os, runpy, sys
sys.path.insert(0, sys.argv[1])
import numba.cuda
ends = []
for words in json.loads(sys.argv[2]):
    child = os.fork()
    if child == 0:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
    ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
sys.exit(any(ends))
"""
SOURCES = emulated_program.sources_of(BUILD)
CACHE = emulated_program.cache_of(BUILD)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def change(path, pattern, new):
    """At the first place that matches; there is one."""
    text, count = re.subn(pattern, new, text_of(path), count=1, flags=re.M)
    assert count == 1, path
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Lesson(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        self.variables = environment(self.home, BUILD)
        os.makedirs(os.path.join(CACHE, "gpujob/emulated"), exist_ok=True)
        os.makedirs(os.path.join(self.home, ".cache/gpujob"))
        os.symlink(os.path.join(CACHE, "gpujob/emulated"), os.path.join(self.home, ".cache/gpujob/emulated"))

    def test_the_page(self):
        for block in blocks(PAGE):
            with self.subTest(line=block.line):
                if block.language == "cuda":
                    self.assertIn(block.text, text_of(f"{KERNELS}/lesson/integrate2d/{block.title}"))
                elif block.language == "console":
                    self.assertIsNone(run(block, self.home, self.variables))

    def test_hip_is_cuda_under_other_names(self):
        sources = glob.glob(f"{KERNELS}/lesson/*/*.cu")
        self.assertGreater(len(sources), 1)
        for path in sources:
            with self.subTest(path=path):
                self.assertEqual(emulated_program.as_hip(text_of(path)), text_of(path[:-len("cu")] + "hip"))

    def test_kernels_are_short(self):
        for lesson, variants in BARRIERS.items():
            for variant, ending in itertools.product(variants, (*RUNTIMES, "py")):
                path = f"{KERNELS}/lesson/{lesson}/{variant}.{ending}"
                self.assertLessEqual(text_of(path).count("\n"), 40, path)

    def test_the_hip_form_runs_as_the_page_says(self):
        folder = self.take("integrate2d")
        change(f"{folder}/workload.yaml", r"^(  emulated: \[.*)\]$", r'\1, "hip"]')
        self.submit("integrate2d_try", 0, "emulated MI250X")
        change(f"{folder}/shared.hip", r"__syncthreads\(\);", "")
        self.submit("integrate2d_try", 1, "sum 0 is not finite, or was never written")

    def submit(self, name, status, text):
        """Runs the variant with barriers to its end, of that status; the text is in the report."""
        words = ["submit", name, "--site", "local", "--backend", "emulated", "--size", "tiny", "--variant", "shared"]
        for call, end in ((words, 0), (["wait", "last"], status), (["report", "last"], status)):
            done = subprocess.run(["gpujob", *call], env=self.variables, executable=f"{BUILD}/bin/gpujob", text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            self.assertEqual(done.returncode, end, done.stdout)
        self.assertIn(text, done.stdout)

    def test_compilers_take_them(self):
        for ending, call in COMPILERS.items():
            if not shutil.which(call[0]):
                print(f"counted: no compiler of .{ending} files is here: they were not compiled")
                continue
            text = f"#include {RUNTIMES[ending]}\n"
            for lesson in LESSONS:
                text += f"namespace {lesson} {{\n"
                for path in sorted(glob.glob(f"{KERNELS}/lesson/{lesson}/*.{ending}")):
                    text += f'#include "{path}"\n'
                text += "}\n"
            source = os.path.join(self.home, "all.cc")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run([*call, "-std=c++17", "-c", source, "-o", source + ".o"], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def emulated(self, program, *words, **settings):
        settings = {**self.variables, "GPUJOB_EMULATED": " ".join(f"{k}={v}" for k, v in settings.items())}
        return subprocess.run([program, *words, "--max-samples", "1", "--min-samples", "1"], capture_output=True,
                              text=True, check=False, env=settings, timeout=280)

    def check_variant(self, program, lesson, variant):
        words = ["--variant", variant] + [word for size in SIZES[lesson] for word in ("--param", size)]
        for threads in (1, 37, 1024):
            done = self.emulated(program, *words, "--param", f"threads={threads}", seed=threads)
            self.assertEqual(done.returncode, 0, (lesson, variant, threads, done.stderr))
            # A copy to constant memory waits for the device, which cannot wait for the launch then.
            self.assertEqual("the time of each kernel contains its launch" in done.stderr, variant == "constant",
                             (lesson, variant, done.stderr))
        barriers = BARRIERS[lesson][variant]
        for number in range(1, barriers + 1):
            done = self.emulated(program, *words, skip_barrier=number)
            self.assertEqual((done.returncode, "WRONG ANSWER" in done.stderr), (1, True),
                             (lesson, variant, number, done.stderr))
        done = self.emulated(program, *words, skip_barrier=barriers + 1)
        self.assertEqual(done.returncode, 0, (lesson, variant, "more barriers than were said"))

    def test_numba(self):
        programs = []
        for lesson in LESSONS:
            folder = self.take(lesson)
            for variant in [*BARRIERS[lesson], "serial"]:
                words = [word for size in SIMULATED[lesson] for word in ("--param", size)]
                programs.append([f"{folder}/{lesson}_try_numba.py", "--variant", variant, *words, "--report",
                                 f"{self.home}/{len(programs)}.json", "--max-samples", "1", "--min-samples", "1",
                                 "--max-seconds", "0"])
        done = subprocess.run(["python3", "-B", "-c", TWINS, f"{KERNELS}/harness", json.dumps(programs)],
                              env={**self.variables, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for number, program in enumerate(programs):
            report = json.loads(text_of(f"{self.home}/{number}.json"))
            self.assertTrue(report["answer"]["valid"], program)

    def take(self, lesson):
        """The folder of a copy."""
        subprocess.run(["gpujob", "workload", "new", lesson + "_try", "--lesson", lesson], env=self.variables,
                       executable=f"{BUILD}/bin/gpujob", check=True, capture_output=True)
        return os.path.join(self.home, f".config/gpujob/workloads/{lesson}_try")

    def test_answers_and_barriers(self):
        def check(lesson):
            folder = self.take(lesson)
            program = os.path.join(self.home, lesson)
            subprocess.run([sys.executable, "-B", f"{SOURCES}/backend/emulated/compile.py", f"{folder}/{lesson}_try.cc",
                            SOURCES, program], env=self.variables, check=True)
            for variant in BARRIERS[lesson]:
                self.check_variant(program, lesson, variant)

        check(LESSONS[0])
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(check, LESSONS[1:]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
