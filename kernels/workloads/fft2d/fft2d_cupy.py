#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fft2d in CuPy: discrete Fourier transform of a square of complex values, by the library (cuFFT)."""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "fft2d", "cupy", (twin.Variant("library"),), ("float32", "float64"),
    (twin.Parameter("n", "integer", "2000", 1, 16384),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import gpujob_twin_cupy as in_cupy  # noqa: E402
import fft2d_reference as reference  # noqa: E402


class Run(in_cupy.InCupy, reference.Transform):
    def transform(self, signal):
        return cupy.fft.fft2(signal)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
