#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""vector_add in CuPy: c = a + b by the library's own addition, into memory that is there already."""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "vector_add", "cupy", (twin.Variant("resident"), twin.Variant("copy", data="host")),
    ("float32", "float64"), (twin.Parameter("n", "integer", "100000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import vector_add_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.VectorAdd):
    def compile(self):
        return cupy.add


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
