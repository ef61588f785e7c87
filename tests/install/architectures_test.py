#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""architectures_test.py SOURCE hip|cuda [NVCC]: the GPUs that programs are compiled for are those of one list:
the user's, or what the compiler knows of the centers' GPUs. hipcc is one that only answers."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE, BACKEND = os.path.abspath(sys.argv[1]), sys.argv[2]
NVCC = sys.argv[3] if sys.argv[3:] else ""
HIPCC = """#!/bin/sh
for word; do
  case "$word" in
    --version) echo "HIP version: 6.0.1" ;;
    --offload-arch=*) case " $KNOWN " in *" ${word#*=} "*) ;; *) exit 1 ;; esac ;;
  esac
done
"""


class Configured(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.hipcc = os.path.join(self.folder, "hipcc")
        with open(self.hipcc, "w", encoding="utf-8") as file:
            file.write(HIPCC)
        os.chmod(self.hipcc, 0o755)

    def configure(self, *settings, **variables):
        """(exit status, what CMake said, build.ninja)"""
        build = os.path.join(self.folder, "build")
        done = subprocess.run(["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DGPUJOB_TESTS=OFF",
                               *(f"-D{setting}" for setting in settings)], text=True, check=False,
                              capture_output=True, env={**os.environ, **variables})
        if done.returncode:
            return done.returncode, done.stdout + done.stderr, ""
        with open(os.path.join(build, "build.ninja"), encoding="utf-8") as file:
            return 0, done.stdout, file.read()


class Hip(Configured):
    def hip(self, known, *settings):
        return self.configure("GPUJOB_CUDA=OFF", "GPUJOB_HIP=ON", f"GPUJOB_HIPCC={self.hipcc}", *settings, KNOWN=known)

    def compiled_for(self, known, *settings):
        status, said, rules = self.hip(known, *settings)
        self.assertEqual(status, 0, said)
        links = [line for line in rules.splitlines() if re.search(r"hipcc .*\.hip\b", line)]
        self.assertGreater(len(links), 10)
        for line in links:
            self.assertIn(" -ldl ", line)  # dlopen before glibc 2.34
        self.assertEqual("-Werror" in "".join(links), "GPUJOB_WERROR=ON" in settings)
        lists = {tuple(re.findall(r"--offload-arch=(\w+)", line)) for line in links}
        self.assertEqual(len(lists), 1)
        names = lists.pop()
        self.assertIn("-DGPUJOB_ARCHITECTURES=" + "+".join(names), links[0])
        return names

    def test_what_the_compiler_knows(self):
        self.assertEqual(self.compiled_for("gfx908 gfx90a"), ("gfx908", "gfx90a"))
        self.assertEqual(self.compiled_for("gfx908 gfx90a", "GPUJOB_WERROR=ON"), ("gfx908", "gfx90a"))

    def test_mi300_where_the_compiler_knows_it(self):
        self.assertEqual(self.compiled_for("gfx908 gfx90a gfx942"), ("gfx908", "gfx90a", "gfx942"))

    def test_the_users_list(self):
        self.assertEqual(self.compiled_for("gfx1100 gfx90a", "GPUJOB_HIP_ARCHITECTURES=gfx90a;gfx1100"),
                         ("gfx90a", "gfx1100"))
        status, said, _ = self.hip("gfx1100", "GPUJOB_HIP_ARCHITECTURES=gfx9000")
        self.assertEqual(status, 1)
        self.assertIn("cannot compile for gfx9000", said)

    def test_the_users_flags_stay(self):
        status, said, rules = self.hip("gfx908 gfx90a", "CMAKE_CXX_FLAGS=-DMINE", "CMAKE_CXX_FLAGS_RELEASE=-O1 -DFAST")
        self.assertEqual(status, 0, said)
        flags = re.findall(r"^  FLAGS = (.*)$", rules, re.M)
        self.assertGreater(len(flags), 20)
        self.assertEqual([line for line in flags if "-DMINE -O1 -DFAST" not in line], [])


class Cuda(Configured):
    def compiled_for(self, *settings):
        status, said, rules = self.configure("GPUJOB_CUDA=ON", "GPUJOB_HIP=OFF", f"GPUJOB_NVCC={NVCC}", *settings)
        self.assertEqual(status, 0, said)
        self.assertEqual("--warn-on-spills" in rules, "GPUJOB_WERROR=ON" in settings)
        return sorted(set(re.findall(r"sm_(\d+)", rules)), key=int)

    def test_what_the_compiler_knows(self):
        listed = subprocess.run([NVCC, "--list-gpu-arch"], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(self.compiled_for(), [a for a in ("70", "75", "80", "86", "89", "90", "100", "120")
                                               if f"compute_{a}" in listed])

    def test_the_users_list(self):
        self.assertEqual(self.compiled_for("GPUJOB_CUDA_ARCHITECTURES=90;80", "GPUJOB_WERROR=ON"), ["80", "90"])


if __name__ == "__main__":
    if BACKEND == "cuda" and not os.path.exists(NVCC):
        print("skipped: no nvcc here")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], BACKEND.capitalize()])
