#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hidden_layer in CuPy: tanh(grey / 255 * weight), the assessed exercise of the lesson, as its three kernels
and as one.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "hidden_layer", "cupy",
    (twin.Variant("three_kernels"), twin.Variant("fused"),
     twin.Variant("three_kernels_copy", data="host")),
    ("float32", "float64", "mixed"), (twin.Parameter("n", "integer", "100000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import hidden_layer_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.HiddenLayer):
    def compile(self):
        if self.choice.variant == "fused":
            return self.elementwise("fused", "STORED grey, STORED weight, REAL most",
                                    "out = tanh(REAL(grey) / most * REAL(weight))")
        return [
            self.elementwise("normalise", "STORED grey, REAL most", "out = REAL(grey) / most"),
            self.elementwise("weigh", "STORED value, STORED weight",
                             "out = REAL(value) * REAL(weight)"),
            self.elementwise("activate", "STORED value",
                             "REAL up = exp(REAL(value)); REAL down = exp(-REAL(value));"
                             "out = (up - down) / (up + down)")]

    def compute(self, inputs, out):
        (grey, weight), (normal, weighed) = inputs, self.between
        if self.choice.variant == "fused":
            self.kernel(grey, weight, reference.MOST, out)
            return
        normalise, weigh, activate = self.kernel
        normalise(grey, reference.MOST, normal)
        weigh(normal, weight, weighed)
        activate(weighed, out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
