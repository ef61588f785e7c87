# SPDX-License-Identifier: MIT
"""What a CuPy twin says of AMD's GPUs, by a stand-in for CuPy.

usage: twin_amd_test.py HARNESS_DIRECTORY   (NumPy is needed: Debian's Python has it where ours has not)
"""
import importlib.util
import os
import sys
import unittest
from unittest import mock

from skip import skip

DEBIAN = "/usr/bin/python3"
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.abspath(sys.argv[1]))


class AmdByCupy(unittest.TestCase):
    """CuPy tells of AMD's GPUs the compute capability that HIP makes up, beside their own name."""

    def test_architecture_and_cache(self):
        with mock.patch.object(sys, "path", [os.path.join(HERE, "stand_in"), *sys.path]), mock.patch.dict(os.environ):
            gpu = importlib.import_module("gpujob_twin_cupy").CupyDevice()
        gpu.properties.update(major=9, minor=4, l2CacheSize=4 << 20, gcnArchName=b"gfx942:sramecc+:xnack-")
        self.assertEqual((gpu.facts()["architecture"], gpu.cache_bytes()), ("gfx942:sramecc+:xnack-", 256 << 20))
        gpu.properties.update(gcnArchName=b"gfx90a")
        self.assertEqual((gpu.facts()["architecture"], gpu.cache_bytes()), ("gfx90a", 4 << 20))
        del gpu.properties["gcnArchName"]
        self.assertEqual(gpu.facts()["architecture"], "sm_94")


if __name__ == "__main__":
    if not importlib.util.find_spec("numpy"):
        if sys.executable == DEBIAN or not os.path.exists(DEBIAN):
            skip("no NumPy is installed")
        os.execv(DEBIAN, [DEBIAN, "-B", *sys.argv])
    unittest.main(argv=sys.argv[:1])
