# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every element is
judged; each run begins from the matrix as it was drawn."""
import math
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("rows", "columns"), "float32", 256,
                      twin.Parameter("n", "integer", "8192", 1, 32768))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        self.before = numbers.integers(0, 65536, (n, n)).astype(np.float32)  # whole, so that one more is exact
        super().__init__(numba, __file__, choice, [], (n, n))
        self.threads = math.isqrt(self.threads)  # along each edge of a square block

    def poison(self):
        super().poison()
        self.device.fill(self.out, self.before)

    def arguments(self):
        return ()

    def right(self):
        return self.before.astype(np.float64) + 1

    def rule(self):
        return 1e-10, 0, "element"

    def work(self):
        square = self.host_out.size
        return {"points": square, "bytes_read": 4 * square, "bytes_written": 4 * square, "operations": square,
                "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
