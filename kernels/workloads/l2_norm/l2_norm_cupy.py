#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""l2_norm in CuPy: length of each row of a list of vectors, by a reduction along the last axis."""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "l2_norm", "cupy",
    (twin.Variant("reduction"),),
    ("float32", "float64"),
    (twin.Parameter("rows", "integer", "10", 1, 1073741824),
     twin.Parameter("length", "integer", "2", 1, 1048576)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import l2_norm_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.L2Norm):
    def compile(self):
        return self.sum_of("l2_norm", "STORED x", "x * x", "out = sqrt(a)")

    def compute(self, inputs, out):
        self.kernel(inputs[0], out, axis=1)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
