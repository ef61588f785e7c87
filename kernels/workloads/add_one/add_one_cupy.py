#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""add_one in CuPy: A += 1, in place. CuPy shares the elements out by itself, neighbours to neighbours, so
that there is only the one order of the two that the lesson's grid has.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "add_one", "cupy", (twin.Variant("rows"),), ("float32", "float64"),
    (twin.Parameter("n", "integer", "8192", 1, 65536),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import add_one_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.AddOne):
    def compile(self):
        return cupy.add

    def compute(self, inputs, out):
        self.kernel(out, 1, out=out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
