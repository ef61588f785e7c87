# SPDX-License-Identifier: MIT
"""What a CuPy twin says of AMD's GPUs, and of drivers that are too old, by a stand-in for CuPy.

usage: twin_amd_test.py HARNESS_DIRECTORY   (NumPy is needed: Debian's Python has it where ours has not)
"""
import importlib.util
import os
import re
import sys
import unittest
from unittest import mock

from skip import skip

DEBIAN = "/usr/bin/python3"
# By hand from AMD's https://rocm.docs.amd.com/en/latest/reference/gpu-specs.html: MI300X, MI355X, Radeon PRO V620, and
# Radeon PRO W7900, the largest GPUs of their architectures.
INFINITY_CACHE_MIB = {"gfx942": 256, "gfx950": 256, "gfx1030": 128, "gfx1100": 96}
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.abspath(sys.argv[1]))


def module():
    with mock.patch.object(sys, "path", [os.path.join(HERE, "stand_in"), *sys.path]), mock.patch.dict(os.environ):
        return importlib.import_module("gpujob_twin_cupy")


class ByCupy(unittest.TestCase):
    def test_a_driver_older_than_the_toolkit(self):
        for driver, text in (("12080", "CUDA 12.8, CuPy's toolkit is 13.0"), ("50221153", "ROCm 5.2, CuPy's toolkit is 6.3")):
            with mock.patch.dict(os.environ, STAND_IN_DRIVER=driver), self.assertRaises(module().NoDevice) as raised:
                module().CupyDevice()
            self.assertEqual(str(raised.exception), f"CuPy reaches no device here (the driver supports {text}; load an "
                             "environment with an older one, or ask for a newer driver)")
        for changes in ({"STAND_IN_NO_DEVICE": "1"}, {"STAND_IN_DRIVER": "0"}):  # of version 0: not there
            with mock.patch.dict(os.environ, changes), self.assertRaises(module().NoDevice) as raised:
                module().CupyDevice()
            self.assertEqual(str(raised.exception), "CuPy reaches no device here (no driver, or no GPU in the job)")

    def test_architecture_and_cache_of_amds_gpus(self):
        """CuPy tells the compute capability that HIP makes up, beside their own name."""
        gpu = module().CupyDevice()
        gpu.properties.update(major=9, minor=4, l2CacheSize=4 << 20)
        for name, cache in [*INFINITY_CACHE_MIB.items(), ("gfx90a", 4)]:
            for features in ("", ":sramecc+:xnack-"):
                gpu.properties.update(gcnArchName=(name + features).encode())
                self.assertEqual((gpu.facts()["architecture"], gpu.cache_bytes()), (name + features, cache << 20))
        del gpu.properties["gcnArchName"]
        self.assertEqual(gpu.facts()["architecture"], "sm_94")

    def test_programs_know_the_same_caches(self):
        with open(os.path.join(sys.argv[1], "../device/queue.h"), encoding="ascii") as file:
            rows = re.search(r"rows\[\] = \{(.*)\};", file.read())[1]
        self.assertEqual({name: int(size) for name, size in re.findall(r'\{"(\w+)", (\d+)\}', rows)}, INFINITY_CACHE_MIB)


if __name__ == "__main__":
    if not importlib.util.find_spec("numpy"):
        if sys.executable == DEBIAN or not os.path.exists(DEBIAN):
            skip("no NumPy is installed")
        os.execv(DEBIAN, [DEBIAN, "-B", *sys.argv])
    unittest.main(argv=sys.argv[:1])
