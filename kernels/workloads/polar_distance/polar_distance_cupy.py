#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""polar_distance in CuPy: distance of two points in polar coordinates, both turned into Cartesian
coordinates, in one pass.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "polar_distance", "cupy",
    (twin.Variant("cartesian"), twin.Variant("copy", data="host")),
    ("float32", "float64"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import polar_distance_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.PolarDistance):
    def compile(self):
        return self.elementwise(
            "distance", "STORED rho1, STORED theta1, STORED rho2, STORED theta2",
            "REAL x = rho1 * cos(theta1) - rho2 * cos(theta2);"
            "REAL y = rho1 * sin(theta1) - rho2 * sin(theta2);"
            "out = sqrt(x * x + y * y)")


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
