# SPDX-License-Identifier: MIT
"""What the Python twins of add_one share: the matrix, the check and the work."""
import numpy as np

import gpujob_twin_elements as elements


class AddOne(elements.ElementRun):
    """The output is the input, changed in place: each run begins from the matrix as it was drawn."""
    accumulates = True

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        # Whole numbers are exact in either precision, and so is one more.
        return [draw.integers(0, 65536, (n, n)).astype(self.storage)]

    def poison(self):
        self.host_out = np.zeros(self.out_shape(), self.storage)
        self.device.fill(self.out, self.host_inputs[0])

    def judge(self, out):
        expected = self.host_inputs[0].astype(np.float64).reshape(-1) + 1
        return elements.check_elements(out, expected, 1e-9)

    def work(self):
        return self.work_of(reads=1, operations=1, special_functions=0)
