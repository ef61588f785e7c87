#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gaussian_pdf in CuPy: the normal density at many places, in one pass.

`mixed` is float32 stored and float64 arithmetic, asked for by the types of the constants: an array
expression of CuPy would stay in float32.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "gaussian_pdf", "cupy",
    (twin.Variant("library"), twin.Variant("copy", data="host")),
    ("float32", "float64", "mixed"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),
     twin.Parameter("mean", "real", "0", -3, 3), twin.Parameter("deviation", "real", "1", 0.5, 10)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import gaussian_pdf_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.GaussianPdf):
    def compile(self):
        return self.elementwise(
            "density", "STORED x, REAL mean, REAL deviation, REAL half, REAL peak",
            "REAL z = (x - mean) / deviation; out = peak * exp(half * z * z)")

    def compute(self, inputs, out):
        self.kernel(inputs[0], self.mean, self.deviation, -0.5, self.peak, out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
