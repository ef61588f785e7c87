#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hidden_layer in Numba: tanh(grey / 255 * weight), the assessed exercise of the lesson.

In precision `mixed` the arithmetic is what the lesson's expressions come out as: constants are Python
floats, so all of it is float64 and only what is stored is float32. `float32` casts every constant.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "hidden_layer", "numba",
    (twin.Variant("three_kernels"), twin.Variant("fused"),
     twin.Variant("three_kernels_copy", data="host")),
    ("float32", "float64", "mixed"), (twin.Parameter("n", "integer", "100000000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_elements as elements  # noqa: E402
import gpujob_twin_numba as in_numba  # noqa: E402
import hidden_layer_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.HiddenLayer):
    def compile(self):
        real = elements.arithmetic_of(self.choice.precision)
        most = real(reference.MOST)

        def normalise(i, out, grey):
            out[i] = real(grey[i]) / most

        def weigh(i, out, value, weight):
            out[i] = real(value[i]) * real(weight[i])

        def activate(i, out, value):
            up, down = math.exp(real(value[i])), math.exp(-real(value[i]))
            out[i] = (up - down) / (up + down)

        def fused(i, out, grey, weight):
            out[i] = math.tanh(real(grey[i]) / most * real(weight[i]))

        if self.choice.variant == "fused":
            return self.each_element(fused)
        return [self.each_element(body) for body in (normalise, weigh, activate)]

    def compute(self, inputs, out):
        if self.choice.variant == "fused":
            return self.kernel(self.count, out, *inputs)
        (grey, weight), (normal, weighed) = inputs, self.between
        normalise, weigh, activate = self.kernel
        normalise(self.count, normal, grey)
        weigh(self.count, weighed, normal, weight)
        return activate(self.count, out, weighed)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
