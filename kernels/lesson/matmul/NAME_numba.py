# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every element of
the product is judged."""
import math
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("naive", "tiled"), "float32", 256,
                      twin.Parameter("n", "integer", "1024", 1, 8192))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    arithmetic = "float32"

    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        self.factors = [numbers.uniform(-1, 1, (n, n)).astype(np.float32) for _ in range(2)]
        super().__init__(numba, __file__, choice, self.factors, (n, n))
        self.threads = math.isqrt(self.threads)  # along each edge of a square block

    def arguments(self):
        return ()

    def right(self):
        return np.matmul(*self.factors, dtype=np.float64)

    def rule(self):
        """Elements of the product of values in [-1, 1) are about sqrt(n) / 3 large."""
        return 2e-5, math.sqrt(len(self.host_out)) / 3, "element"

    def work(self):
        n = len(self.host_out)
        return {"points": n * n, "bytes_read": 8 * n * n, "bytes_written": 4 * n * n, "operations": n ** 3,
                "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
