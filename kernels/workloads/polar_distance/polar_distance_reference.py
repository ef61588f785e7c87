# SPDX-License-Identifier: MIT
"""What the Python twins of polar_distance share: inputs, check and work."""
import numpy as np

import gpujob_twin_elements as elements

# In mixed, sines and cosines are float32.
TOLERANCE = {"float32": 1e-6, "float64": 1e-14, "mixed": 1e-6}
SHORTER = {"float32": 1.5e-6, "mixed": 1.5e-6}


class PolarDistance(elements.ElementRun):
    def inputs(self, draw):
        def uniform(least, width):
            return (draw.random(int(self.choice.parameters["n"])) * width + least).astype(self.storage)
        return [uniform(0.5, 1), uniform(-3.140625, 6.28125),
                uniform(0.5, 1), uniform(-3.140625, 6.28125)]

    def judge(self, out):
        rho1, theta1, rho2, theta2 = (array.astype(np.float64) for array in self.host_inputs)
        expected = np.hypot(rho1 * np.cos(theta1) - rho2 * np.cos(theta2),
                            rho1 * np.sin(theta1) - rho2 * np.sin(theta2))
        return elements.check_elements(out, expected, TOLERANCE[self.choice.precision], 1,
                                       shorter=SHORTER.get(self.choice.precision))

    def work(self):
        return self.work_of(reads=4, operations=7, special_functions=2)
