# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every value is
judged in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("passes", "fused"), "float32", 256,
                      twin.Parameter("n", "integer", "2000", 1, 32768))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        n, numbers = int(choice.parameters["n"]), np.random.default_rng(draw.getrandbits(64))
        self.given = numbers.integers(-254, 255, n * n).astype(np.float32)
        super().__init__(numba, __file__, choice, [self.given], n * n)
        if self.variant == "passes":
            self.between = self.device.place(self.host_out)
            self.inputs.append(self.between)

    def poison(self):
        super().poison()
        if self.variant == "passes":
            self.device.fill(self.between, self.host_out)

    def arguments(self):
        return ()

    def right(self):
        given = self.given.astype(np.float64)
        return 2 * np.sin(given) + np.sqrt(np.abs(given))

    def rule(self):
        return 2e-6, 1, "value"

    def work(self):
        square = self.host_out.size
        return {"points": square, "bytes_read": 4 * square, "bytes_written": 4 * square, "operations": 2 * square,
                "special_functions": 2 * square}


twin.run(SPEC, OPTIONS, Run)
