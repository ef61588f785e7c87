# SPDX-License-Identifier: MIT
"""The kernels of the Numba twins and of their ceilings compile for a GPU, and compute in the types that
their precision says.

usage: twin_ptx_test.py [NVCC]   (with it: its assembler takes them)
"""
import functools
import os
import re
import subprocess
import sys
import tempfile
import unittest

import twin_programs
from skip import skip

NVCC = sys.argv[1] if len(sys.argv) > 1 else None
# Computed once for all of a kernel's terms, from what the host gives.
ONCE_IN_FLOAT64 = {("integrate2d", "float32")}


@functools.lru_cache
def compiled():
    """(workload, variant, precision) and {PTX by name of kernel} of each."""
    asked = list(twin_programs.choices("numba"))
    done = twin_programs.run_all(
        [(twin, (*twin_programs.small(workload, "simulator"), "--variant", variant, "--precision", precision))
         for workload, twin, variant, precision in asked], "ptx", session="twin_ptx_session.py")
    names = [(workload, variant, precision) for workload, _, variant, precision in asked]
    return list(zip([*names, ("ceilings", "all", "all")], done))


class Compiled(unittest.TestCase):
    def test_each_variant_is_a_kernel_of_its_own_or_several(self):
        for choice, kernels in compiled():
            with self.subTest(choice=choice):
                self.assertTrue(kernels)
                for name, ptx in kernels.items():
                    self.assertEqual(re.findall(r"\.visible \.entry (\w+)", ptx), [name])

    def test_what_is_float32_computes_in_float32_and_what_is_mixed_does_not(self):
        for (workload, variant, precision), kernels in compiled():
            with self.subTest(workload=workload, variant=variant, precision=precision):
                all_of_it = "\n".join(kernels.values())
                arithmetic = re.findall(r"\b(?:add|sub|mul|div|fma|cvt)\.\S*f64", all_of_it)
                functions = set(re.findall(r"(?m)^\.extern \.func .*\b(__nv_\w+)$", all_of_it))
                if precision == "float32":
                    self.assertEqual([name for name in functions if not name.endswith("f")], [])
                    if (workload, precision) not in ONCE_IN_FLOAT64:
                        self.assertEqual(arithmetic, [])
                if precision in ("mixed", "float64") and workload != "monte_carlo_pi":
                    self.assertTrue(arithmetic)


    def test_a_device_that_waits_for_the_host_looks_at_its_memory_again_and_again(self):
        ceilings = compiled()[-1][1]
        waiting, = (ptx for name, ptx in ceilings.items() if "wait_for_host" in name)
        loop = re.search(r"(?s)\n(\w+):\n\s*membar\.sys;(.*?)bra\s+(\w+);", waiting)
        self.assertEqual(loop[1], loop[3], waiting)
        self.assertRegex(loop[2], r"\bld(\.global)?\.u32\b")


class Assembled(unittest.TestCase):
    def test_by_the_assembler_of_the_toolkit(self):
        assembler = os.path.join(os.path.dirname(NVCC), "ptxas")
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for choice, kernels in compiled():
                for number, ptx in enumerate(kernels.values()):
                    files.append(os.path.join(folder, "-".join([*choice, f"{number}.ptx"])))
                    with open(files[-1], "w", encoding="utf-8") as file:
                        file.write(ptx)
            for path in files:
                done = subprocess.run([assembler, "--compile-only", "--gpu-name", "sm_75", path, "-o", path + ".o"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), path)
            self.assertGreater(len(files), 50)


if __name__ == "__main__":
    if NVCC is not None and not os.path.isfile(NVCC):
        skip("no nvcc here")
    if subprocess.run([twin_programs.python(), "-c", "import numba"], capture_output=True, check=False).returncode:
        skip("no Numba here")
    unittest.main(argv=[sys.argv[0], "Compiled" if NVCC is None else "Assembled"])
