# SPDX-License-Identifier: MIT
"""What the Python twins of hidden_layer share: inputs, check and work."""
import numpy as np

import gpujob_twin_elements as elements

TOLERANCE = {"float32": 1e-6, "float64": 1e-14, "mixed": 2e-7}
SHORTER = {"float32": 2e-6}
MOST = 255  # grey


class HiddenLayer(elements.ElementRun):
    BETWEEN = {"three_kernels": 4, "three_kernels_copy": 4}

    def __init__(self, device, choice, draw):
        super().__init__(device, choice, draw)
        self.between = [device.place(self.host_out) for _ in range(2)]

    def poison(self):
        # What is kept between kernels too: a run that leaves one out must not find the last one's.
        super().poison()
        for kept in self.between:
            self.device.fill(kept, self.host_out)

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        greys = draw.integers(0, MOST, n).astype(self.storage)
        return [greys, draw.normal(0.5, 0.1, n).astype(self.storage)]

    def judge(self, out):
        greys, weights = (array.astype(np.float64) for array in self.host_inputs)
        return elements.check_elements(out, np.tanh(greys / MOST * weights),
                                       TOLERANCE[self.choice.precision], 0.25,
                                       shorter=SHORTER.get(self.choice.precision))

    def work(self):
        return self.work_of(reads=2, operations=5, special_functions=2)
