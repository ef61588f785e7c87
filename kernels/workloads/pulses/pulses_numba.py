#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pulses in Numba: a train of pulses, then noise on it. What varies is whether the array stays on the
device between the two.

`verbatim` is the lesson's two functions with their types: the sine is of float32, but `- 0.3` makes a
float64 of it, for 0.3 is a Python float. `resident` in float32 is the same with every constant cast.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "pulses", "numba",
    (*(twin.Variant(name, precisions=("float32", "float64"), data=data)
       for name, data in (("fused", "resident"), ("resident", "resident"), ("round_trip", "host"))),
     twin.Variant("verbatim", precisions=("mixed",))),
    ("float32", "float64", "mixed"),
    (twin.Parameter("n", "integer", "100000", 1, 4294967296),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_numba as in_numba  # noqa: E402
import pulses_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.Pulses):
    def compile(self):
        real = self.storage
        period, floor, high, zero = (
            real(x) for x in (self.count / 23, reference.FLOOR, reference.AMPLITUDE, 0))

        def make_pulses(i, out, number):
            out[i] = max(math.sin(number[i] / period) - floor, zero) * high

        def add_noise(i, out, noise):
            out[i] = out[i] + noise[i]

        def both(i, out, number, noise):
            out[i] = max(math.sin(real(i) / period) - floor, zero) * high + noise[i]

        def verbatim(i, out, number):
            out[i] = max(math.sin(number[i] / period) - reference.FLOOR, 0) * high

        as_lesson = self.choice.variant == "verbatim"
        bodies = [verbatim if as_lesson else make_pulses, add_noise]
        if self.choice.variant == "fused":
            bodies = [both]
        return [self.each_element(body, as_ufunc=as_lesson) for body in bodies]

    def compute(self, inputs, out):
        if self.choice.variant == "fused":
            return self.kernel[0](self.count, out, *inputs)
        make_pulses, add_noise = self.kernel
        make_pulses(self.count, out, inputs[0])
        if self.host:
            self.go_round(out)
        return add_noise(self.count, out, inputs[1])


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
