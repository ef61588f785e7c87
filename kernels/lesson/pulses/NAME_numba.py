# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every sample is
judged in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("resident", "round_trip"), "float32", 256,
                      twin.Parameter("n", "integer", "100000", 1, 16000000), from_host=("round_trip",))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        self.n = int(choice.parameters["n"])
        self.noise = np.random.default_rng(draw.getrandbits(64)).normal(0, 3, self.n).astype(np.float32)
        super().__init__(numba, __file__, choice, [self.noise], self.n)
        self.has_kernel = self.variant != "round_trip"  # its copies are between the kernels

    def arguments(self):
        return (np.float32(self.n / 23),)

    def right(self):
        return 100 * np.maximum(np.sin(23.0 / self.n * np.arange(self.n)) - 0.3, 0) + self.noise.astype(np.float64)

    def rule(self):
        """The sine of a number of up to 23 is rounded as that number is."""
        return 1e-5, 100, "sample"

    def work(self):
        return {"points": self.n, "bytes_read": 4 * self.n, "bytes_written": 4 * self.n, "operations": 4 * self.n,
                "special_functions": self.n}


twin.run(SPEC, OPTIONS, Run)
