# SPDX-License-Identifier: MIT
"""NAME in Numba: what the kernels beside this file need to be timed and checked. Every norm is judged
in float64."""
import os
import sys

import numpy as np

import gpujob_twin as twin

sys.path.append(os.path.join(os.path.dirname(twin.__file__), "../lesson"))
import lesson  # noqa: E402

SPEC = lesson.spec_of("NAME", ("thread_a_row", "block_a_row"), "float32", 64,
                      twin.Parameter("n", "integer", "10", 1, 1000000),
                      twin.Parameter("length", "integer", "2", 1, 2000))
OPTIONS = twin.begin(SPEC)
numba = twin.need(SPEC, "numba")


class Run(lesson.Lesson):
    def __init__(self, choice, draw):
        shape = int(choice.parameters["n"]), int(choice.parameters["length"])
        self.rows = np.random.default_rng(draw.getrandbits(64)).uniform(0.5, 1.5, shape).astype(np.float32)
        super().__init__(numba, __file__, choice, [self.rows], shape[0])

    def arguments(self):
        return ()

    def right(self):
        return np.sqrt(np.square(self.rows.astype(np.float64)).sum(axis=1))

    def rule(self):
        """One thread adds up to 2000 squares in float32, of which each addition is rounded."""
        return 1e-5, 0, "norm"

    def work(self):
        elements = self.rows.size
        return {"points": elements, "bytes_read": 4 * elements, "bytes_written": self.host_out.nbytes,
                "operations": elements, "special_functions": self.host_out.size}


twin.run(SPEC, OPTIONS, Run)
