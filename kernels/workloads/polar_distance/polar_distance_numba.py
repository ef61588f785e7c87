#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""polar_distance in Numba: distance of two points in polar coordinates, by a device function that
turns one point into Cartesian coordinates, as the lesson has it.

`verbatim` is the lesson's expression with its types: sines, cosines and squares of float32 stay so, but
`** 0.5` makes a float64 of them, for its exponent is a Python float. `cartesian` in float32 is the same
with a root of float32.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "polar_distance", "numba",
    (twin.Variant("cartesian", precisions=("float32", "float64")),
     twin.Variant("copy", precisions=("float32", "float64"), data="host"),
     twin.Variant("verbatim", precisions=("mixed",))),
    ("float32", "float64", "mixed"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_numba as in_numba  # noqa: E402
import polar_distance_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.PolarDistance):
    def compile(self):
        @self.jit_device
        def cartesian(rho, theta):
            return rho * math.cos(theta), rho * math.sin(theta)

        def distance(i, out, rho1, theta1, rho2, theta2):
            x1, y1 = cartesian(rho1[i], theta1[i])
            x2, y2 = cartesian(rho2[i], theta2[i])
            out[i] = math.sqrt((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2))

        def verbatim(i, out, rho1, theta1, rho2, theta2):
            x1, y1 = cartesian(rho1[i], theta1[i])
            x2, y2 = cartesian(rho2[i], theta2[i])
            out[i] = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5

        if self.choice.variant == "verbatim":
            return self.each_element(verbatim, as_ufunc=True)
        return self.each_element(distance)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
