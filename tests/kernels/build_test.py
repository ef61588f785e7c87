# SPDX-License-Identifier: MIT
"""`gpujob build` makes what its manifests say: every bundled workload for the CPU, one compiler call each,
from the sources gpujob finds; the starter of a workload of one's own; two workloads for CUDA and for
HIP, one of them with a variant that wants a library, by the build.sh that a folder to be carried has.

Programs for the CPU are compiled here without optimisation, which costs CI minutes and changes nothing in
what the call names; one_call_test.py makes two as they are.

usage: build_test.py GPUJOB cpu|cuda|hip [COMPILER]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from skip import skip

GPUJOB = os.path.abspath(sys.argv[1])
BACKEND = sys.argv[2]
COMPILERS = sys.argv[3:]
NO_OPTIMISATION = '#!/bin/sh\necho "$@" >>"{log}"\nexec "{compiler}" "$@" -O0\n'
# Site, GPU, account and compiler of a center whose build stack is documented.
CENTERS = {"cuda": ("hpc2n", "l40s", "hpc2n2025-151", "nvcc"), "hip": ("pdc", "mi250x", "naiss2025-22-934", "hipcc")}


class Build(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name
        self.calls = os.path.join(self.home, "calls")
        tools = os.path.join(self.home, "tools")
        os.mkdir(tools)
        wrapper = os.path.join(tools, "g++")
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(NO_OPTIMISATION.format(log=self.calls, compiler=shutil.which("g++")))
        os.chmod(wrapper, 0o755)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GPUJOB_", "SLURM_", "SBATCH_", "XDG_"))}
        others = [os.path.dirname(path) for path in COMPILERS if os.path.isabs(path)]
        self.environment = {**kept, "HOME": self.home, "GPUJOB_TODAY": "2026-11-21",
                            "PATH": os.pathsep.join([tools, kept["PATH"], *others])}

    def gpujob(self, *words):
        done = subprocess.run([GPUJOB, *words], capture_output=True, text=True, check=False, cwd=self.home,
                              env=self.environment)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}{done.stdout}")
        return done.stdout

    def number_of_calls(self):
        with open(self.calls, encoding="utf-8") as file:
            return len(file.readlines())

    def described(self, program):
        return json.loads(subprocess.run([program, "--describe"], capture_output=True, text=True, check=True).stdout)


class ForCores(Build):
    def test_every_bundled_workload_for_the_cpu(self):
        listed = json.loads(self.gpujob("workload", "list", "--format", "json"))["workloads"]
        names = sorted(workload["name"] for workload in listed)
        self.assertGreater(len(names), 10)
        programs = self.gpujob("build", "--site", "local", "--backend", "cpu").split()
        self.assertEqual([os.path.basename(path) for path in programs], [f"{name}.cpu" for name in names])
        self.assertEqual([self.described(path)["name"] for path in programs], names)
        self.assertEqual(self.number_of_calls(), len(names), "one compiler call a workload")
        self.assertEqual(self.gpujob("build", "--site", "local", "--backend", "cpu").split(), programs)
        self.assertEqual(self.number_of_calls(), len(names), "a program that is kept is not made again")

    def test_sources_of_ones_own(self):
        self.gpujob("workload", "new", "heat", "--lang", "c++")
        program = self.gpujob("build", "heat", "--site", "local").strip()
        self.assertTrue(program.startswith(self.home), program)
        self.assertEqual((self.described(program)["name"], self.number_of_calls()), ("heat", 1))


class ForGpus(Build):
    def carried(self, workload, backend):
        """What the program says of itself that build.sh makes of a folder to be carried."""
        site, gpu, account, _ = CENTERS[backend]
        folder = os.path.join(self.home, workload, backend)
        self.gpujob("script", workload, "--site", site, "--gpu", gpu, "--account", account,
                    "--backend", backend, "--bundle", folder)
        # The center's module command, which finds everything loaded.
        done = subprocess.run(["bash", "-c", "module() { :; }; export -f module; exec bash build.sh"],
                              cwd=folder, capture_output=True, text=True, check=False, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [os.path.join(where, name) for where, _, names in os.walk(folder)
                 for name in names if name == f"{workload}.{backend}"]
        self.assertEqual(len(found), 1)
        return self.described(found[0])

    def test_a_folder_to_be_carried_builds(self):
        self.assertEqual(self.carried("l2_norm", BACKEND)["backend"], BACKEND)
        matmul = self.carried("matmul", BACKEND)
        self.assertEqual([v["name"] for v in matmul["variants"]], ["naive", "tiled", "tuned", "library"])


if __name__ == "__main__":
    if BACKEND == "cpu":
        unittest.main(argv=[sys.argv[0], "ForCores"])
    needed = CENTERS[BACKEND][-1]
    if shutil.which((COMPILERS or [needed])[0]) is None:
        skip(f"no {needed} here")
    unittest.main(argv=[sys.argv[0], "ForGpus"])
