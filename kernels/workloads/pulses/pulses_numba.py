#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pulses in Numba: a train of pulses, then noise on it. What varies is whether the array stays on the
device between the two.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "pulses", "numba",
    (twin.Variant("fused"), twin.Variant("resident"),
     twin.Variant("round_trip", data="host")),
    ("float32", "float64"),
    (twin.Parameter("n", "integer", "100000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402

import gpujob_twin_elements as elements  # noqa: E402

AMPLITUDE = 100


class Pulses(elements.ElementRun):
    def __init__(self, choice, draw):
        super().__init__(numba, choice, draw, choice.variant == "round_trip")

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        return [np.arange(n).astype(self.storage), draw.normal(0, 3, n).astype(self.storage)]

    def compile(self):
        real = self.storage
        period, floor, high, zero = (real(x) for x in (self.count / 23, 0.3, AMPLITUDE, 0))

        def make_pulses(i, out, number):
            out[i] = max(math.sin(number[i] / period) - floor, zero) * high

        def add_noise(i, out, noise):
            out[i] = out[i] + noise[i]

        def both(i, out, number, noise):
            out[i] = max(math.sin(real(i) / period) - floor, zero) * high + noise[i]

        bodies = [both] if self.choice.variant == "fused" else [make_pulses, add_noise]
        return [self.each_element(body) for body in bodies]

    def compute(self, inputs, out):
        if self.choice.variant == "fused":
            return self.kernel[0](self.count, out, *inputs)
        make_pulses, add_noise = self.kernel
        make_pulses(self.count, out, inputs[0])
        if self.host:  # what the lesson warns of
            self.fetch()
            self.copy_in(out, self.host_out)
        return add_noise(self.count, out, inputs[1])

    def judge(self, out):
        noise = self.host_inputs[1].astype(np.float64)
        pulse = np.maximum(np.sin(np.arange(self.count) / (self.count / 23)) - 0.3, 0)
        tolerance = 1.5e-5 if self.choice.precision == "float32" else 1e-13
        return elements.check_elements(out, pulse * AMPLITUDE + noise, tolerance, 30, "sample")

    def work(self):
        size = self.storage().itemsize
        return {"points": self.count, "bytes_read": size * self.count,
                "bytes_written": size * self.count, "operations": 4 * self.count,
                "special_functions": self.count}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Pulses)
