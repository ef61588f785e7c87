# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. The points are
counted again: one hit too few is wrong."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("atomic", "shared"), "float64", 256,
                      twin.Parameter("n", "integer", "1000000", 1, 2000000000))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    arithmetic = "float32"  # stands for integer work, of which a device does less

    def __init__(self, choice, draw):
        self.n, self.key = int(choice.parameters["n"]), draw.getrandbits(32)
        super().__init__(numba, __file__, choice, [], 1, np.int64)

    def arguments(self):
        return self.n, self.key

    def right(self):
        """By NumPy, in pieces."""
        import points
        pieces = (np.arange(first, min(self.n, first + 2 ** 20)) for first in range(0, self.n, 2 ** 20))
        return np.array([float(sum(np.count_nonzero(points.is_hit(piece, self.key)) for piece in pieces))])

    def rule(self):
        return 1e-10, 0, "count"

    def work(self):
        return {"points": self.n, "bytes_read": 0, "bytes_written": 4, "operations": 12 * self.n,
                "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
