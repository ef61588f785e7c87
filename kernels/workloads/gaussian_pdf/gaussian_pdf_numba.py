#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gaussian_pdf in Numba: the normal density at many places.

In precision `mixed` the arithmetic is what the lesson's expression comes out as: float64, for its
constants are Python floats, with float32 stored. `float32` casts every constant.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "gaussian_pdf", "numba",
    (twin.Variant("library"), twin.Variant("copy", data="host")),
    ("float32", "float64", "mixed"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),
     twin.Parameter("mean", "real", "0", -3, 3), twin.Parameter("deviation", "real", "1", 0.5, 10)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402

import gpujob_twin_elements as elements  # noqa: E402

TOLERANCE = {"float32": 3e-6, "float64": 1e-14, "mixed": 1e-7}


class GaussianPdf(elements.ElementRun):
    def __init__(self, choice, draw):
        self.mean = float(choice.parameters["mean"])
        self.deviation = float(choice.parameters["deviation"])
        super().__init__(numba, choice, draw, choice.variant == "copy")

    def inputs(self, draw):
        x = draw.random(int(self.choice.parameters["n"]), np.float64) * 6 - 3
        return [x.astype(self.storage)]

    def compile(self):
        real = elements.arithmetic_of(self.choice.precision)
        mean, deviation, half = real(self.mean), real(self.deviation), real(-0.5)
        peak = real(1 / (self.deviation * math.sqrt(2 * math.pi)))

        def density(i, out, x):
            z = (real(x[i]) - mean) / deviation
            out[i] = peak * math.exp(half * z * z)
        return self.each_element(density)

    def judge(self, out):
        peak = 1 / (self.deviation * math.sqrt(2 * math.pi))
        z = (self.host_inputs[0].astype(np.float64) - self.mean) / self.deviation
        return elements.check_elements(out, peak * np.exp(-0.5 * z * z),
                                       TOLERANCE[self.choice.precision], 0.01 * peak)

    def work(self):
        size = self.storage().itemsize
        return {"points": self.count, "bytes_read": size * self.count,
                "bytes_written": size * self.count, "operations": 4 * self.count,
                "special_functions": self.count}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, GaussianPdf)
