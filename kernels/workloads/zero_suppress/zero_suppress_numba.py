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
import numpy as np  # noqa: E402

import gpujob_twin_elements as elements  # noqa: E402


class ZeroSuppress(elements.ElementRun):
    def __init__(self, choice, draw):
        self.threshold = int(choice.parameters["threshold"])
        super().__init__(numba, choice, draw, choice.variant == "copy")

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        pulse = np.maximum(np.sin(np.arange(n) / (n / 23)) - 0.3, 0)
        waveform = (300 * pulse + draw.normal(0, 3, n)).astype(np.int16)
        # Values at the edges of the rule, which a short waveform may not meet by itself.
        edges = [self.threshold, self.threshold - 1, -self.threshold, 1 - self.threshold]
        waveform[draw.integers(0, n, len(edges))] = edges
        return [waveform]

    def compile(self):
        threshold = self.threshold

        def by_value(i, out, waveform):
            value = waveform[i]
            out[i] = 0 if value < threshold else value

        def by_magnitude(i, out, waveform):
            value = waveform[i]
            out[i] = 0 if abs(value) < threshold else value
        return self.each_element(by_magnitude if self.choice.variant == "magnitude" else by_value)

    def judge(self, out):
        waveform = self.host_inputs[0].astype(np.float64)
        held = np.abs(waveform) if self.choice.variant == "magnitude" else waveform
        reference = np.where(held < self.threshold, 0, waveform)
        return elements.check_elements(out, reference, 1e-9, what="sample")

    def work(self):
        return {"points": self.count, "bytes_read": 2 * self.count,
                "bytes_written": 2 * self.count, "operations": self.count,
                "special_functions": 0}


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, ZeroSuppress)
