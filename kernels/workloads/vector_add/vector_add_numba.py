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
import gpujob_twin_elements as elements  # noqa: E402


class VectorAdd(elements.ElementRun):
    def __init__(self, choice, draw):
        super().__init__(numba, choice, draw, choice.variant == "copy")

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        return [draw.random(n, self.storage) for _ in range(2)]

    def compile(self):
        def add(i, out, a, b):
            out[i] = a[i] + b[i]
        return self.each_element(add)

    def judge(self, out):
        # IEEE 754 says how a sum rounds: every device gives the same number.
        a, b = self.host_inputs
        tolerance = 1e-10 if self.choice.precision == "float32" else 1e-20
        return elements.check_elements(out, (a + b).astype("f8"), tolerance)

    def work(self):
        size = self.storage().itemsize
        return {"points": self.count, "bytes_read": 2 * size * self.count,
                "bytes_written": size * self.count, "operations": self.count,
                "special_functions": 0}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, VectorAdd)
