#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pulses in CuPy: a train of pulses, then noise on it. What varies is whether the array stays on the
device between the two.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "pulses", "cupy",
    (twin.Variant("fused"), twin.Variant("resident"),
     twin.Variant("round_trip", data="host")),
    ("float32", "float64"),
    (twin.Parameter("n", "integer", "100000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import pulses_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.Pulses):
    def compile(self):
        self.constants = (self.count / 23, reference.FLOOR, 0, reference.AMPLITUDE)
        constants = "STORED period, STORED floor_, STORED zero, STORED high"
        if self.choice.variant == "fused":
            return self.elementwise(
                "pulses_and_noise", f"STORED noise, {constants}",
                "out = max(sin(REAL(i) / period) - floor_, zero) * high + noise")
        return self.elementwise("make_pulses", f"STORED number, {constants}",
                                "out = max(sin(number / period) - floor_, zero) * high")

    def compute(self, inputs, out):
        number, noise = inputs
        if self.choice.variant == "fused":
            self.kernel(noise, *self.constants, out)
            return
        self.kernel(number, *self.constants, out)
        if self.host:
            self.go_round(out)
        cupy.add(out, noise, out=out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
