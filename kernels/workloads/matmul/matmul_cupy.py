#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""matmul in CuPy: C = A B by the library (cuBLAS), which is what `@` of two arrays calls. The lesson's
`naive` and `tiled` are about threads and shared memory, which CuPy does not show.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "matmul", "cupy", (twin.Variant("library"),), ("float32", "float64"),
    (twin.Parameter("n", "integer", "1024", 1, 46340),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import matmul_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.Product):
    other_units = 4  # the library may use matrix units

    def compile(self):
        return lambda a, b, c: cupy.matmul(a, b, out=c)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
