#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""zero_suppress in Numba: samples of a detector below a threshold become zero."""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "zero_suppress", "numba",
    (twin.Variant("value"), twin.Variant("magnitude"),
     twin.Variant("copy", data="host")),
    ("int16",),
    (twin.Parameter("n", "integer", "100000", 1, 4294967296),
     twin.Parameter("threshold", "integer", "15", 1, 32767)))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import gpujob_twin_numba as in_numba  # noqa: E402
import zero_suppress_reference as reference  # noqa: E402


class Run(in_numba.InNumba, reference.ZeroSuppress):
    def compile(self):
        threshold = self.threshold

        def by_value(i, out, waveform):
            value = waveform[i]
            out[i] = 0 if value < threshold else value

        def by_magnitude(i, out, waveform):
            value = waveform[i]
            out[i] = 0 if abs(value) < threshold else value
        return self.each_element(by_magnitude if self.choice.variant == "magnitude" else by_value)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
