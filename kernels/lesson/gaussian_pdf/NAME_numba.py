# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every density is
judged in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("parameters", "constant"), "float32", 256,
                      twin.Parameter("n", "integer", "1000000", 1, 2000000000),
                      twin.Parameter("mean", "real", "0", -3, 3), twin.Parameter("deviation", "real", "1", 0.5, 10))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        self.mean, self.deviation = (np.float32(choice.parameters[name]) for name in ("mean", "deviation"))
        numbers = np.random.default_rng(draw.getrandbits(64))
        self.places = numbers.uniform(-3, 3, int(choice.parameters["n"])).astype(np.float32)
        super().__init__(numba, __file__, choice, [self.places], self.places.size)

    def arguments(self):
        return self.mean, self.deviation

    def highest(self):
        return 0.3989422804014327 / float(self.deviation)

    def right(self):
        away = (self.places.astype(np.float64) - float(self.mean)) / float(self.deviation)
        return self.highest() * np.exp(-0.5 * away * away)

    def rule(self):
        return 2e-6, self.highest() / 100, "density"

    def work(self):
        n = self.host_out.size
        return {"points": n, "bytes_read": 4 * n, "bytes_written": 4 * n, "operations": 4 * n, "special_functions": n}


twin.run(SPEC, OPTIONS, Run)
