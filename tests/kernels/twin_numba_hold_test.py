# SPDX-License-Identifier: MIT
"""The kernel by which a Numba twin holds its device back ends when the host says so, and gives up after so many
looks, in Numba's simulator.

usage: twin_numba_hold_test.py
"""
import importlib.util
import os
import sys
import threading
import time
import unittest

from skip import skip

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
DEBIAN = "/usr/bin/python3"
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kernels/harness"))


class Waiting(unittest.TestCase):
    def setUp(self):
        import gpujob_twin_device
        from numba import cuda
        self.device = gpujob_twin_device.CudaArrays()
        self.device.cuda = cuda
        self.device.rates = gpujob_twin_device.Rates().rates
        self.flags = self.device.seen_by_both(2)
        self.flags[0], self.flags[1] = 0, 0

    def test_until_the_host_says_so(self):
        waiting = threading.Thread(target=self.device.wait_for_host, args=(self.flags, 1 << 30), daemon=True)
        waiting.start()
        time.sleep(0.2)
        self.assertTrue(waiting.is_alive())
        self.flags[0] = 1
        waiting.join(20)
        self.assertEqual((waiting.is_alive(), self.flags[1]), (False, 0))
        self.device.wait_for_host(self.flags, 5)
        self.assertEqual(self.flags[1], 0)

    def test_until_it_has_looked_often_enough(self):
        self.device.wait_for_host(self.flags, 5)
        self.assertEqual((self.flags[0], self.flags[1]), (0, 1))


if __name__ == "__main__":
    if not importlib.util.find_spec("numba"):
        if sys.executable == DEBIAN or not os.path.exists(DEBIAN):
            skip("no Numba here")
        os.execv(DEBIAN, [DEBIAN, "-B", *sys.argv])
    unittest.main()
