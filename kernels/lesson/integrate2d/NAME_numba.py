# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every sum is
judged, since the integral of wrong sums may be right."""
import math
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("naive", "shared"), "mixed", 16,
                      twin.Parameter("n", "integer", "102400", 1, 409600),
                      twin.Parameter("phase", "real", "drawn", 0, 6.283185307179586, "rad"))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    arithmetic = "float64"

    def __init__(self, choice, draw):
        self.n, given = int(choice.parameters["n"]), choice.parameters["phase"]
        self.phase = draw.uniform(0, 2 * math.pi) if given == "drawn" else float(given)
        self.rows = int(choice.parameters["threads"]) if choice.variant == "shared" else 1
        super().__init__(numba, __file__, choice, [], -(-self.n // self.rows))

    def arguments(self):
        return self.n, self.phase

    def right(self):
        """With h = pi / n the sum of row i has a closed form."""
        h = math.pi / self.n
        rows = np.cos(h * (np.arange(self.n) + 0.5) + self.phase) / math.sin(h / 2)
        return np.add.reduceat(rows, np.arange(0, self.n, self.rows))

    def rule(self):
        return 2e-7, self.rows / math.sin(math.pi / self.n / 2), "sum"

    def work(self):
        points = self.n * self.n
        return {"points": points, "bytes_read": 0, "bytes_written": self.host_out.nbytes, "operations": 10 * points,
                "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
