# SPDX-License-Identifier: MIT
"""What the Python twins of l2_norm share: inputs, check and work."""
import math

import numpy as np

import gpujob_twin_elements as elements

SEGMENT = 16384  # whose sums l2_norm_reference.cc adds up to those of longer rows


class L2Norm(elements.ElementRun):
    def __init__(self, device, choice, draw):
        self.rows, self.length = (int(choice.parameters[name]) for name in ("rows", "length"))
        super().__init__(device, choice, draw)
        self.count = self.rows

    def out_shape(self):
        return (self.rows,)

    def inputs(self, draw):
        values = draw.random((self.rows, self.length)) - 0.5  # then of either sign in [0.5, 1)
        return [(values + np.copysign(0.5, values)).astype(self.storage)]

    def judge(self, out):
        values = self.host_inputs[0].astype(np.float64)
        segments = max(1, self.length / SEGMENT)
        tolerance = 5e-7 * (0.2 + 0.8 / math.sqrt(segments))  # as there
        return elements.check_elements(out, np.sqrt((values * values).sum(axis=1)),
                                       tolerance if self.choice.precision == "float32" else 1e-14,
                                       what="row", block=1)

    def work(self):
        size, values = self.storage().itemsize, self.rows * self.length
        return {"points": values, "bytes_read": size * values, "bytes_written": size * self.rows,
                "operations": values, "special_functions": self.rows}
