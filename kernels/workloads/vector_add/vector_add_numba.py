#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""vector_add in Numba: c = a + b, the lesson's add-list with drawn values instead of ones."""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "vector_add", "numba", (twin.Variant("resident"), twin.Variant("copy", data="host")),
    ("float32", "float64"), (twin.Parameter("n", "integer", "100000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_numba as in_numba  # noqa: E402
import vector_add_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.VectorAdd):
    def compile(self):
        def add(i, out, a, b):
            out[i] = a[i] + b[i]
        return self.each_element(add)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
