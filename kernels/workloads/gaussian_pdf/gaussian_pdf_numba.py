#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gaussian_pdf in Numba: the normal density at many places.

In precision `mixed` the arithmetic is what the lesson's ufunc comes out as: float64, for its constants
are Python floats, with float32 stored, and Numba chooses the blocks. `float32` casts every constant.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "gaussian_pdf", "numba",
    (twin.Variant("library"), twin.Variant("copy", data="host")),
    ("float32", "float64", "mixed"),
    (twin.Parameter("n", "integer", "1000000", 1, 4294967296),
     twin.Parameter("mean", "real", "0", -3, 3), twin.Parameter("deviation", "real", "1", 0.5, 10)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_elements as elements  # noqa: E402
import gpujob_twin_numba as in_numba  # noqa: E402
import gaussian_pdf_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.GaussianPdf):
    def compile(self):
        real = elements.arithmetic_of(self.choice.precision)
        mean, deviation, half = real(self.mean), real(self.deviation), real(-0.5)
        peak = real(self.peak)

        def density(i, out, x):
            z = (real(x[i]) - mean) / deviation
            out[i] = peak * math.exp(half * z * z)
        return self.each_element(density, as_ufunc=self.choice.precision == "mixed")


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
