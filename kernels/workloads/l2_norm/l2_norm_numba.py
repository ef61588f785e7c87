#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""l2_norm in Numba: length of each row of a list of vectors, a thread a row, as a generalised ufunc
does it.
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
import numpy as np  # noqa: E402

import gpujob_twin_elements as elements  # noqa: E402

PIECE = 64  # squares of a plain sum; longer ones lose digits


class L2Norm(elements.ElementRun):
    def __init__(self, choice, draw):
        self.rows, self.length = (int(choice.parameters[name]) for name in ("rows", "length"))
        super().__init__(numba, choice, draw)
        self.count = self.rows

    def out_shape(self):
        return (self.rows,)

    def inputs(self, draw):
        values = draw.random((self.rows, self.length)) * 2 - 1
        return [values.astype(self.storage)]

    def compile(self):
        zero = self.storage(0)

        def norm(i, out, values):
            total = zero
            for first in range(0, values.shape[1], PIECE):
                part = zero
                for k in range(first, min(values.shape[1], first + PIECE)):
                    part += values[i, k] * values[i, k]
                total += part
            out[i] = math.sqrt(total)
        return self.each_element(norm)

    def judge(self, out):
        values = self.host_inputs[0].astype(np.float64)
        tolerance = 1e-6 if self.choice.precision == "float32" else 2e-15
        return elements.check_elements(out, np.sqrt((values * values).sum(axis=1)), tolerance,
                                       what="row")

    def work(self):
        size, values = self.storage().itemsize, self.rows * self.length
        return {"points": values, "bytes_read": size * values, "bytes_written": size * self.rows,
                "operations": values, "special_functions": self.rows}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, L2Norm)
