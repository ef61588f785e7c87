# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every output is
judged in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("three_kernels", "fused"), "float32", 512,
                      twin.Parameter("n", "integer", "100000000", 1, 2000000000))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        self.greys = numbers.integers(0, 255, n).astype(np.float32)
        self.weights = numbers.normal(0.5, 0.1, n).astype(np.float32)
        super().__init__(numba, __file__, choice, [self.greys, self.weights], n)

    def arguments(self):
        return ()

    def right(self):
        return np.tanh(self.greys.astype(np.float64) / 255 * self.weights.astype(np.float64))

    def rule(self):
        """The difference of two exponentials is rounded as they are, however small it is."""
        return 2e-6, 0.25, "output"

    def work(self):
        n = self.host_out.size
        return {"points": n, "bytes_read": 8 * n, "bytes_written": 4 * n, "operations": 5 * n,
                "special_functions": 2 * n}


twin.run(SPEC, OPTIONS, Run)
