#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""polar_distance in Numba: distance of two points in polar coordinates, by a device function that
turns one point into Cartesian coordinates, as the lesson has it.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "polar_distance", "numba",
    (twin.Variant("cartesian"), twin.Variant("copy", data="host")),
    ("float32", "float64"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402

import gpujob_twin_elements as elements  # noqa: E402


class PolarDistance(elements.ElementRun):
    def __init__(self, choice, draw):
        super().__init__(numba, choice, draw, choice.variant == "copy")

    def inputs(self, draw):
        def uniform(least, width):
            return (draw.random(int(self.choice.parameters["n"])) * width + least).astype(self.storage)
        return [uniform(0.5, 1), uniform(-3.140625, 6.28125),
                uniform(0.5, 1), uniform(-3.140625, 6.28125)]

    def compile(self):
        @self.jit_device
        def cartesian(rho, theta):
            return rho * math.cos(theta), rho * math.sin(theta)

        def distance(i, out, rho1, theta1, rho2, theta2):
            x1, y1 = cartesian(rho1[i], theta1[i])
            x2, y2 = cartesian(rho2[i], theta2[i])
            out[i] = math.sqrt((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2))
        return self.each_element(distance)

    def judge(self, out):
        rho1, theta1, rho2, theta2 = (array.astype(np.float64) for array in self.host_inputs)
        reference = np.hypot(rho1 * np.cos(theta1) - rho2 * np.cos(theta2),
                             rho1 * np.sin(theta1) - rho2 * np.sin(theta2))
        tolerance = 1.5e-6 if self.choice.precision == "float32" else 1e-14
        return elements.check_elements(out, reference, tolerance, 1)

    def work(self):
        size = self.storage().itemsize
        return {"points": self.count, "bytes_read": 4 * size * self.count,
                "bytes_written": size * self.count, "operations": 7 * self.count,
                "special_functions": 2 * self.count}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, PolarDistance)
