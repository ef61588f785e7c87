# SPDX-License-Identifier: MIT
"""What the Python twins of gaussian_pdf share: inputs, check and work."""
import math

import numpy as np

import gpujob_twin_elements as elements

TOLERANCE = {"float32": 1e-6, "float64": 1e-14, "mixed": 1e-7}
SHORTER = {"float32": 3e-6}


class GaussianPdf(elements.ElementRun):
    def __init__(self, device, choice, draw):
        self.mean = float(choice.parameters["mean"])
        self.deviation = float(choice.parameters["deviation"])
        self.peak = 1 / (self.deviation * math.sqrt(2 * math.pi))
        super().__init__(device, choice, draw)

    def inputs(self, draw):
        x = draw.random(int(self.choice.parameters["n"]), np.float64) * 6 - 3
        return [x.astype(self.storage)]

    def judge(self, out):
        z = (self.host_inputs[0].astype(np.float64) - self.mean) / self.deviation
        return elements.check_elements(out, self.peak * np.exp(-0.5 * z * z),
                                       TOLERANCE[self.choice.precision], 0.01 * self.peak,
                                       shorter=SHORTER.get(self.choice.precision))

    def work(self):
        return self.work_of(reads=1, operations=4, special_functions=1)
