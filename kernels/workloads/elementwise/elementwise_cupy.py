#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""elementwise in CuPy: 2 sin x + sqrt |x| over a square array, the lesson's own program of CuPy.

`verbatim` has the lesson's types: 64-bit whole numbers in, float64 out. `unfused` is the same expression
on floating-point numbers, a pass and a temporary array an operation; `fused` is one pass.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "elementwise", "cupy",
    (twin.Variant("fused"), twin.Variant("unfused"),
     twin.Variant("verbatim", precisions=("float64",))),
    ("float32", "float64"), (twin.Parameter("n", "integer", "2000", 1, 65536),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import numpy as np  # noqa: E402

import gpujob_twin_cupy as in_cupy  # noqa: E402
import gpujob_twin_elements as elements  # noqa: E402


class Run(in_cupy.InCupy, elements.ElementRun):
    # Five passes, the last of two arrays, move eleven values; one pass moves two.
    BETWEEN = {"unfused": 9, "verbatim": 9}

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        whole = draw.integers(0, 255, (n, n))
        return [whole if self.choice.variant == "verbatim" else whole.astype(self.storage)]

    def compile(self):
        return self.elementwise("fused", "STORED x, STORED two", "out = two * sin(x) + sqrt(abs(x))")

    def compute(self, inputs, out):
        x = inputs[0]
        if self.choice.variant == "fused":
            self.kernel(x, 2, out)
        else:
            self.out = 2 * cupy.sin(x) + cupy.sqrt(cupy.abs(x))

    def poison(self):
        super().poison()
        if self.choice.variant != "fused":
            self.out = self.device.place(self.host_out)

    def judge(self, out):
        x = self.host_inputs[0].astype(np.float64)
        expected = (2 * np.sin(x) + np.sqrt(np.abs(x))).reshape(-1)
        return elements.check_elements(out, expected,
                                       1e-6 if self.choice.precision == "float32" else 1e-14, 1)

    def work(self):
        return self.work_of(reads=1, operations=2, special_functions=2)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
