# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every distance is
judged in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("library", "float64"), "float32", 256,
                      twin.Parameter("n", "integer", "1000000", 1, 500000000))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        ranges = (0.5, 1.5), (-3.140625, 3.140625)
        self.given = [numbers.uniform(*ranges[k % 2], n).astype(np.float32) for k in range(4)]
        super().__init__(numba, __file__, choice, self.given, n)

    def arguments(self):
        return ()

    def right(self):
        radius1, angle1, radius2, angle2 = (array.astype(np.float64) for array in self.given)
        return np.hypot(radius1 * np.cos(angle1) - radius2 * np.cos(angle2),
                        radius1 * np.sin(angle1) - radius2 * np.sin(angle2))

    def rule(self):
        """Coordinates are up to 1.5 large, and their difference is rounded as they are."""
        return 2e-6, 1, "distance"

    def work(self):
        n = self.host_out.size
        return {"points": n, "bytes_read": 16 * n, "bytes_written": 4 * n, "operations": 9 * n,
                "special_functions": 5 * n}


twin.run(SPEC, OPTIONS, Run)
