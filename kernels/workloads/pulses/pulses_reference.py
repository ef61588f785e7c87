# SPDX-License-Identifier: MIT
"""What the Python twins of pulses share: inputs, check and work."""
import numpy as np

import gpujob_twin_elements as elements

AMPLITUDE = 100
FLOOR = 0.3
# In mixed, the sine is float32.
TOLERANCE = {"float32": 1.5e-5, "float64": 1e-13, "mixed": 1.5e-5}
WHOLE = {"float32": 1e-6, "float64": 1e-13, "mixed": 1e-6}


class Pulses(elements.ElementRun):
    # The numbers of the samples are read, and the pulses written and read.
    BETWEEN = {"resident": 3, "verbatim": 3, "round_trip": 3}
    ROUND_TRIPS = {"round_trip": 1}

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        return [np.arange(n).astype(self.storage), draw.normal(0, 3, n).astype(self.storage)]

    # The round trip is all one: its copies are not before and after the kernels but between them.
    @property
    def has_kernel(self):
        return not self.host

    def upload(self):
        return False

    def download(self):
        return False

    def launch(self):
        if self.host:
            self.bring()
        super().launch()
        if self.host:
            self.fetch()

    def go_round(self, out):
        """To the host and back: what the lesson warns of."""
        self.on_all_cores = False
        self.fetch()
        self.device.fill(out, self.host_out)

    def judge(self, out):
        noise = self.host_inputs[1].astype(np.float64)
        pulse = np.maximum(np.sin(np.arange(self.count) / (self.count / 23)) - FLOOR, 0)
        return elements.check_elements(out, pulse * AMPLITUDE + noise,
                                       TOLERANCE[self.choice.precision], 30, "sample",
                                       whole=WHOLE[self.choice.precision])

    def work(self):
        return self.work_of(reads=1, operations=4, special_functions=1)
