#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""zero_suppress in CuPy: samples of a detector below a threshold become zero, in one pass: a sample times
whether it is kept.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "zero_suppress", "cupy",
    (twin.Variant("value"), twin.Variant("magnitude"),
     twin.Variant("copy", data="host")),
    ("int16",),
    (twin.Parameter("n", "integer", "100000", 1, 4294967296),
     twin.Parameter("threshold", "integer", "15", 1, 32767)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import zero_suppress_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.ZeroSuppress):
    def compile(self):
        held = "abs(value)" if self.choice.variant == "magnitude" else "value"
        return self.elementwise("suppress", "STORED value, STORED threshold",
                                f"out = value * ({held} >= threshold)")

    def compute(self, inputs, out):
        self.kernel(inputs[0], self.threshold, out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
