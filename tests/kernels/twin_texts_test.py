# SPDX-License-Identifier: MIT
"""What a Python twin says to people: its one line about a report, and errors of versions that were not made for each other.

usage: twin_texts_test.py HARNESS_DIRECTORY
"""
import os
import sys
import unittest
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, os.path.abspath(sys.argv[1]))
import gpujob_twin  # noqa: E402
import gpujob_twin_report as report_file  # noqa: E402


class Headline(unittest.TestCase):
    def test_drift_and_throttled_samples_are_told(self):
        report = {"workload": "w", "variant": "v", "class": "P", "backend": "numba", "precision": "float32",
                  "answer": {"valid": True, "worst": {"error": 0}}, "rates": {"seconds": 2, "points_per_second": 5},
                  "samples": {"total": [2] * 6, "stop_reason": "count", "drift": 0.0625, "throttled": 1},
                  "fraction": 0.5, "ceiling": {"what": "memory copy"},
                  "batched": {"seconds": 1, "fraction": 0.25, "runs": 8, "throttled": 2}}
        self.assertEqual(report_file.headline(report), "w v (class P) numba float32: 2 s, 5 points/s, 6 samples (count), error 0, "
                         "DRIFT of 6.25 %, THROTTLED in 1, 0.5 of memory copy, 1 s and 0.25 of it in batches of 8, THROTTLED in 2")
        report["samples"]["drift"] = 0.0156
        self.assertNotIn("DRIFT", report_file.headline(report))


class Misfits(unittest.TestCase):
    """Which versions they are, and the way out."""

    def said(self, problem, **modules):
        with mock.patch.dict(sys.modules, {name.replace("_", "."): one for name, one in modules.items()}):
            return gpujob_twin.do_not_fit(problem)

    def test_a_driver_that_cannot_read_what_numba_compiles(self):
        cuda = SimpleNamespace(cudadrv=SimpleNamespace(driver=SimpleNamespace(driver=SimpleNamespace(
            get_version=lambda: (12, 8)))), runtime=SimpleNamespace(get_version=lambda: (13, 0)))
        refused = RuntimeError("[222] Call to cuLinkAddData results in CUDA_ERROR_UNSUPPORTED_PTX_VERSION")
        self.assertEqual(self.said(refused, numba_cuda=cuda), " (the driver supports CUDA 12.8, Numba's toolkit is 13.0; load an "
                         "environment with an older one, or ask for a newer driver)")
        self.assertEqual(self.said(refused, numba_cuda=SimpleNamespace()), " (the driver is older than Numba's toolkit; load an "
                         "environment with an older one, or ask for a newer driver)")
        self.assertEqual(self.said(RuntimeError("[2] out of memory"), numba_cuda=cuda), "")

    def test_packages(self):
        modules = {"numba": SimpleNamespace(__version__="0.56.4"), "numpy": SimpleNamespace(__version__="2.4.0")}
        self.assertEqual(self.said(AttributeError("no attribute 'trapz'"), **modules), " (numba 0.56.4 and numpy 2.4.0 may not "
                         "fit each other; load another environment, or set GPUJOB_PYTHON)")
        self.assertEqual(self.said(ValueError("negative size"), **modules), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
