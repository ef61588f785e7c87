#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""l2_norm in Numba: length of each row of a list of vectors, one thread per row, as a generalised
ufunc does it.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "l2_norm", "numba",
    (twin.Variant("thread_a_row"),),
    ("float32", "float64"),
    (twin.Parameter("rows", "integer", "10", 1, 1073741824),
     twin.Parameter("length", "integer", "2", 1, 1048576)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_numba as in_numba  # noqa: E402
import l2_norm_reference as reference  # noqa: E402


PIECE = 64  # squares of a plain sum; longer ones lose digits


class Run(in_numba.InNumba, reference.L2Norm):
    def compile(self):
        zero = self.storage(0)

        def norm(i, out, values):
            total, lost = zero, zero
            for first in range(0, values.shape[1], PIECE):
                part = zero
                for k in range(first, min(values.shape[1], first + PIECE)):
                    part += values[i, k] * values[i, k]
                wanted = part - lost  # so that pieces do not lose digits either
                following = total + wanted
                lost = (following - total) - wanted
                total = following
            out[i] = math.sqrt(total)
        return self.each_element(norm)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
