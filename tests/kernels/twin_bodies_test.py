# SPDX-License-Identifier: MIT
"""What CuPy's twins write in C is C to the CUDA compiler, and computes in the types that its precision says:
the stand-in that runs them elsewhere reads it as Python.

usage: twin_bodies_test.py NVCC
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import twin_programs
from skip import skip

NVCC = sys.argv[1]
# Computed from arrays that CuPy's own functions fill.
WITHOUT = {"add_one", "fft2d", "matmul", "vector_add"}


class Bodies(unittest.TestCase):
    def ptx(self, source):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "body.cu")
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            done = subprocess.run([NVCC, "-ptx", "-arch=sm_75", path, "-o", path + ".ptx"], capture_output=True,
                                  text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), source)
            with open(path + ".ptx", encoding="utf-8") as file:
                return file.read()

    def test_are_taken_by_the_compiler_in_their_types(self):
        asked = list(twin_programs.choices("cupy"))
        done = twin_programs.run_all(
            [(twin, (*twin_programs.small(workload, "stand_in", 1), "--variant", variant, "--precision", precision))
             for workload, twin, variant, precision in asked], "stand_in", session="twin_bodies_session.py")
        bodies = {}
        for (workload, _, variant, precision), kernels in zip(asked, done):
            own = {name for name in kernels if not name.startswith("gpujob_chains_")}
            if workload in WITHOUT:
                self.assertEqual(own, set())
            for name in own:
                bodies.setdefault((precision, kernels[name]), (workload, variant))
            bodies.update({(name[14:], kernels[name]): ("ceilings", name) for name in set(kernels) - own})
        self.assertGreater(len(bodies), 20)
        self.assertEqual({workload for workload, _ in bodies.values()} - {"ceilings"},
                         set(twin_programs.twins("cupy")) - WITHOUT - {"monte_carlo_pi"})
        wide, wanted = set(), set()
        for (precision, source), (workload, variant) in bodies.items():
            arithmetic = re.findall(r"\b(?:add|sub|mul|div|fma|cvt)\.\S*f64", self.ptx(source))
            if precision in ("mixed", "float64"):  # a product of two float32 need not be made in float64
                wanted.add((workload, precision))
                wide.update({(workload, precision)} if arithmetic else ())
            elif "sin(" not in source and "cos(" not in source:  # which reduce large angles in float64
                self.assertEqual(arithmetic, [], (workload, variant, precision))
        self.assertEqual(wide, wanted)

    def test_a_device_that_waits_for_the_host_looks_again_and_again(self):
        with open(os.path.join(twin_programs.HARNESS, "gpujob_twin_cupy.py"), encoding="utf-8") as file:
            source = re.search(r'WAIT_FOR_HOST = """(.*?)"""', file.read(), re.S)[1]
        self.assertRegex(self.ptx(source), r"(?s)(\$L\w+):\s+ld\.volatile\.global\.u32.*bra\s+\1;")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "waiting")
            with open(path + ".cc", "w", encoding="utf-8") as file:
                file.write(source)
            subprocess.run(["g++", "-O3", "-D__global__=", "-shared", "-fPIC", path + ".cc", "-o", path + ".so"], check=True)
            wait = ctypes.CDLL(path + ".so").gpujob_wait_for_host
        flags = (ctypes.c_int * 2)()

        def is_ended_by_the_host():
            flags[:] = 0, 0
            waiting = threading.Thread(target=wait, args=(flags, (1 << 31) - 1))
            waiting.start()
            time.sleep(0.1)
            was_there = waiting.is_alive()
            flags[0] = 1
            waiting.join()
            return was_there and flags[1] == 0
        # On a busy machine all looks may be over before the host says so.
        self.assertTrue(any(is_ended_by_the_host() for _ in range(5)))
        flags[:] = 0, 0
        wait(flags, 5)
        self.assertEqual(list(flags), [0, 1])


if __name__ == "__main__":
    if not os.path.isfile(NVCC):
        skip("no nvcc here")
    unittest.main(argv=sys.argv[:1])
