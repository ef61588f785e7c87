# SPDX-License-Identifier: MIT
"""`gpujob build` makes what its manifests say: every bundled workload for CPUs, CUDA and HIP, one compiler
call each, from the sources gpujob finds; the starter of a workload of one's own; for CUDA and for HIP also
the folder to be carried to a center, by its build.sh, where a variant that wants a library says whether it
is built.

The calls go to quick_compiler.py, which compiles a few without optimisation, and for the others hands out
what CMake made of the same sources; one_call_test.py makes some as they are.

usage: build_test.py GPUJOB PROGRAMS cpu|cuda|hip [COMPILER]
"""
import ctypes
import filecmp
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

from clean_environment import clean_environment
from skip import skip

GPUJOB, PROGRAMS = map(os.path.abspath, sys.argv[1:3])
NO_DEVICE = 77
QUICK_COMPILER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "quick_compiler.py")


class Backend(typing.NamedTuple):
    name: str
    compiler: str
    language: str  # of a workload of one's own
    libraries: typing.Mapping[str, str]  # what the variant `library` looks for when a program runs
    architecture: str = ""
    gpu: typing.Sequence[str] = ()  # words that ask for it
    center: typing.Sequence[str] = ()  # words that ask for a center whose build stack is documented


BACKEND = {backend.name: backend for backend in (
    Backend("cpu", "g++", "c++", {"fft2d": "libfftw3f_threads.so.3", "matmul": "OpenBLAS"}),
    Backend("cuda", "nvcc", "cuda", {"fft2d": "libcufft.so", "matmul": "libcublas.so"},
            "sm_89", ("--gpu", "l40s"), ("--site", "hpc2n", "--account", "hpc2n2025-151")),
    Backend("hip", "hipcc", "hip", {"fft2d": "libhipfft.so", "matmul": "libhipblas.so"},
            "gfx90a", ("--gpu", "mi250x"), ("--site", "pdc", "--account", "naiss2025-22-934")))}[sys.argv[3]]
COMPILER = shutil.which(sys.argv[4] if sys.argv[4:] else BACKEND.compiler)


def is_here(library):
    """May a program find it? Loading it is how programs look, too."""
    for folder in ("", "/usr/local/cuda/lib64/", "/opt/rocm/lib/"):
        try:
            ctypes.CDLL(folder + library)
            return True
        except OSError:
            pass
    return False


class Build(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.tools = folder.name
        wrapper = os.path.join(cls.tools, BACKEND.compiler)
        with open(wrapper, "w", encoding="utf-8") as file:
            words = shlex.join([sys.executable, "-B", QUICK_COMPILER, cls.tools, PROGRAMS, COMPILER])
            file.write(f'#!/bin/sh\nexec {words} "$@"\n')
        os.chmod(wrapper, 0o755)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        self.environment = clean_environment(HOME=self.home, GPUJOB_TODAY="2026-11-21",
                                             PATH=os.pathsep.join([self.tools, os.environ["PATH"]]))
        self.calls_before = self.number_of_calls()
        self.compiled = []

    def gpujob(self, *words):
        done = subprocess.run([GPUJOB, *words], capture_output=True, text=True, check=False, cwd=self.home,
                              env=self.environment)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}{done.stdout}")
        return done.stdout

    def build(self, *workload):
        return self.gpujob("build", *workload, "--site", "local", "--backend", BACKEND.name, *BACKEND.gpu).split()

    def calls(self):
        path = os.path.join(self.tools, "calls")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return file.readlines()

    def number_of_calls(self):
        return len(self.calls())

    def check(self, program, workload):
        """The program is what was asked for; a variant that wants a library says where it is not built."""
        says = json.loads(subprocess.run([program, "--describe"], capture_output=True, text=True, check=True).stdout)
        self.assertEqual((says["name"], says["backend"]), (workload, BACKEND.name))
        wanted = [BACKEND.architecture] if BACKEND.architecture else []
        made = os.path.join(PROGRAMS, os.path.basename(program))
        if os.path.exists(made) and filecmp.cmp(program, made, shallow=False):
            self.assertLessEqual(set(wanted), set(says["architectures"]))
        else:
            self.assertEqual(says["architectures"], wanted)
            self.compiled.append(workload)
        library = BACKEND.libraries.get(workload)
        lacks = library is not None and not is_here(library)
        why = f"no {library} is found" if str(library).startswith("lib") else f"compiled without {library}"
        self.assertEqual({v["name"]: v["not_built"] for v in says["variants"] if "not_built" in v},
                         {"library": why} if lacks else {})
        if workload == "fft2d" and lacks:
            self.check_refusal(program, why)
        elif workload == "fft2d" and not BACKEND.gpu:
            for precision in ("float32", "float64"):
                self.check_answer(program, "--precision", precision)
            hidden = os.path.join(self.home, "libfftw3_threads.so.3")  # the loader takes no empty file
            with open(hidden, "wb"):
                self.check_refusal(program, f"no {os.path.basename(hidden)} is found", LD_LIBRARY_PATH=self.home)
        return says

    def check_refusal(self, program, why, **variables):
        """What is not built is refused in one line, by name or by default; the other variant works."""
        report = os.path.join(self.home, "report.json")
        for words in ([], ["--variant", "library"]):
            done = subprocess.run([program, *words, "--report", report], capture_output=True, text=True,
                                  check=False, env={**os.environ, **variables})
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (2, "", f"fft2d: variant 'library' is not built ({why}); use direct\n"))
            self.assertFalse(os.path.exists(report))
        self.check_answer(program, "--variant", "direct", **variables)

    def check_answer(self, program, *words, **variables):
        done = subprocess.run([program, *words, "--param", "n=20", "--max-samples", "1", "--min-samples", "1"],
                              capture_output=True, text=True, check=False, env={**os.environ, **variables})
        if not (BACKEND.gpu and done.returncode == NO_DEVICE):
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(json.loads(done.stdout)["answer"]["valid"])

    def test_every_bundled_workload(self):
        listed = json.loads(self.gpujob("workload", "list", "--format", "json"))["workloads"]
        names = sorted(workload["name"] for workload in listed)
        self.assertEqual(len(names), 15)
        programs = self.build()
        self.assertEqual([os.path.basename(path) for path in programs], [f"{name}.{BACKEND.name}" for name in names])
        for name, program in zip(names, programs):
            with self.subTest(workload=name):
                self.check(program, name)
        for call in self.calls()[self.calls_before:]:
            named = [word.split("=")[1] for word in call.split() if re.match("-(-offload-)?arch=", word)]
            self.assertEqual(named, [BACKEND.architecture] if BACKEND.architecture else [], call)
        self.assertLessEqual({"fft2d", "matmul"}, set(self.compiled))
        calls = self.number_of_calls()
        self.assertEqual(calls - self.calls_before, len(names), "one compiler call a workload")
        self.assertEqual(self.build(), programs)
        self.assertEqual(self.number_of_calls(), calls, "a program that is kept is not made again")

    def test_sources_of_ones_own(self):
        self.gpujob("workload", "new", "heat", "--lang", BACKEND.language)
        program, = self.build("heat")
        self.assertTrue(program.startswith(self.home), program)
        self.check(program, "heat")
        self.assertEqual(self.compiled, ["heat"])
        self.assertEqual(self.number_of_calls() - self.calls_before, 1)


class ForGpus(Build):
    def carried(self, workload):
        """The program that build.sh makes of a folder to be carried."""
        folder = os.path.join(self.home, workload)
        self.gpujob("script", workload, *BACKEND.center, *BACKEND.gpu, "--backend", BACKEND.name, "--bundle", folder)
        # The center's module command, which finds everything loaded.
        done = subprocess.run(["bash", "-c", "module() { :; }; export -f module; exec bash build.sh"],
                              cwd=folder, capture_output=True, text=True, check=False, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [os.path.join(where, name) for where, _, names in os.walk(folder)
                 for name in names if name == f"{workload}.{BACKEND.name}"]
        self.assertEqual(len(found), 1)
        return found[0]

    def test_a_folder_to_be_carried_builds(self):
        self.check(self.carried("l2_norm"), "l2_norm")
        matmul = self.check(self.carried("matmul"), "matmul")
        self.assertIn("matmul", self.compiled)
        self.assertEqual([v["name"] for v in matmul["variants"]], ["naive", "tiled", "tuned", "library"])


if __name__ == "__main__":
    if COMPILER is None:
        skip(f"no {BACKEND.compiler} here")
    unittest.main(argv=[sys.argv[0], "ForGpus" if BACKEND.gpu else "Build"])
