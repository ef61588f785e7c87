# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every sample is
judged, and some of each sign are at the threshold."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("value", "magnitude"), "int16", 256,
                      twin.Parameter("n", "integer", "100000", 1, 2000000000),
                      twin.Parameter("threshold", "integer", "15", 2, 300))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        self.threshold = np.int16(choice.parameters["threshold"])
        pulse = np.maximum(np.sin(23.0 / n * np.arange(n)) - 0.3, 0)
        self.waveform = (300 * pulse + numbers.normal(0, 3, n)).astype(np.int16)
        # At the threshold and next to it, of either sign, where the noise hardly comes.
        edges = np.array([self.threshold, self.threshold - 1, -self.threshold, 1 - self.threshold], np.int16)
        places = np.arange(7, n, 8)
        self.waveform[places] = edges[places // 8 % 4]
        super().__init__(numba, __file__, choice, [self.waveform], n, np.int16)

    def arguments(self):
        return (self.threshold,)

    def right(self):
        size = np.abs(self.waveform) if self.variant == "magnitude" else self.waveform
        return np.where(size < self.threshold, 0, self.waveform).astype(np.float64)

    def rule(self):
        return 1e-10, 0, "sample"

    def work(self):
        n = self.host_out.size
        return {"points": n, "bytes_read": 2 * n, "bytes_written": 2 * n, "operations": n, "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
