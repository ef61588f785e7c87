# SPDX-License-Identifier: MIT
"""What the Python twins of zero_suppress share: inputs, check and work."""
import numpy as np

import gpujob_twin_elements as elements


class ZeroSuppress(elements.ElementRun):
    def __init__(self, device, choice, draw):
        self.threshold = int(choice.parameters["threshold"])
        super().__init__(device, choice, draw)

    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        pulse = np.maximum(np.sin(np.arange(n) / (n / 23)) - 0.3, 0)
        waveform = (300 * pulse + draw.normal(0, 3, n)).astype(np.int16)
        # Values at the edges of the rule, which a short waveform may not meet by itself.
        edges = [self.threshold, self.threshold - 1, -self.threshold, 1 - self.threshold]
        waveform[draw.integers(0, n, len(edges))] = edges
        return [waveform]

    def judge(self, out):
        waveform = self.host_inputs[0].astype(np.float64)
        held = np.abs(waveform) if self.choice.variant == "magnitude" else waveform
        expected = np.where(held < self.threshold, 0, waveform)
        return elements.check_elements(out, expected, 1e-9, what="sample")

    def work(self):
        return self.work_of(reads=1, operations=1, special_functions=0)
