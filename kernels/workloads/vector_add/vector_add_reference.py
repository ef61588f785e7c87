# SPDX-License-Identifier: MIT
"""What the Python twins of vector_add share: inputs, check and work."""
import gpujob_twin_elements as elements


class VectorAdd(elements.ElementRun):
    def inputs(self, draw):
        n = int(self.choice.parameters["n"])
        return [draw.random(n, self.storage) for _ in range(2)]

    def judge(self, out):
        # IEEE 754 says how a sum rounds: every device gives the same number.
        a, b = self.host_inputs
        tolerance = 1e-10 if self.choice.precision == "float32" else 1e-20
        return elements.check_elements(out, (a + b).astype("f8"), tolerance)

    def work(self):
        return self.work_of(reads=2, operations=1, special_functions=0)
