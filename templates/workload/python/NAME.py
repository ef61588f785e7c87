"""NAME: pi as the area under 4 / (1 + x * x). What is marked with "yours" is to be replaced.

The harness takes the options, measures, and gives no rate for a wrong answer.
"""
import math

import gpujob_twin as twin
import gpujob_twin_device as devices

# The same as the manifest says.
SPEC = twin.Spec("NAME", "cpu", (twin.Variant("plain"),), ("float64",),
                 (twin.Parameter("n", "integer", "200000", 1000, 1000000000),))
OPTIONS = twin.begin(SPEC)
# For a GPU: "numba" in place of "cpu" above, numba = twin.need(SPEC, "numba") here, and
# devices.numba_device(numba) below.


class Run(twin.Experiment):
    def __init__(self, choice, draw):
        self.device = devices.Interpreter()
        self.n = int(choice.parameters["n"])
        self.area = math.nan

    def poison(self):
        self.area = math.nan

    def launch(self):
        """Yours: all of the computation, and nothing else: this is what is timed."""
        width = 1 / self.n
        self.area = width * math.fsum(4 / (1 + ((i + 0.5) * width) ** 2) for i in range(self.n))

    def download(self):
        return False

    def check(self):
        """Yours: the right answer, made in another way, and how far from it is right."""
        tolerance = 1e-6
        error = abs(self.area - math.pi) / math.pi
        right = error <= tolerance
        return {"value": self.area, "reference": math.pi, "error": abs(self.area - math.pi),
                "worst": {"error": error, "index": 0, "what": "area"}, "tolerance": tolerance,
                "valid": right, "problem": None if right else f"area is {self.area:.6g}",
                "inputs": {}}

    def work(self):
        """Yours: the same as the manifest says."""
        return {"points": self.n, "bytes_read": 0, "bytes_written": 8, "operations": 5 * self.n,
                "special_functions": 0}


twin.run(SPEC, OPTIONS, Run)
