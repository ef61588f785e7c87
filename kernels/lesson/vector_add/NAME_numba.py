# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every sum is judged."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("add", "strided"), "float32", 256,
                      twin.Parameter("n", "integer", "100000000", 1, 2000000000))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        numbers = np.random.default_rng(draw.getrandbits(64))
        self.lists = [numbers.random(int(choice.parameters["n"]), np.float32) for _ in range(2)]
        super().__init__(numba, __file__, choice, self.lists, self.lists[0].size)

    def arguments(self):
        return ()

    def right(self):
        """A sum of two numbers is rounded in one way only."""
        return (self.lists[0] + self.lists[1]).astype(np.float64)

    def rule(self):
        return 1e-10, 0, "sum"

    def work(self):
        n = self.host_out.size
        return {"points": n, "bytes_read": 8 * n, "bytes_written": 4 * n, "operations": n, "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
