# SPDX-License-Identifier: MIT
"""The answer check of the Python twins of matmul, in n^2 operations where the product takes n^3 (Freivalds
1977); matmul_reference.cc says why it is so. Shared by the twins: factors, check and work."""
import numpy as np

import gpujob_twin as twin
import gpujob_twin_ceiling as ceilings

TOLERANCE = {"float32": 2e-5, "float64": 4e-14}
ELEMENTS = 4096


def random_factors(n, kind, draw):
    return [(draw.random((n, n)) * 2 - 1).astype(kind) for _ in range(2)]


def finite(error):
    return np.where(np.isfinite(error), error, np.inf)


class Product(twin.Experiment):
    """C = A B; a twin adds `compile`, whose result is called with the three on the device."""

    def __init__(self, device, choice, draw):
        self.device, self.choice, self.n = device, choice, int(choice.parameters["n"])
        self.storage = np.dtype(choice.precision).type
        self.draw = np.random.default_rng(draw.getrandbits(64))
        self.factors = random_factors(self.n, self.storage, self.draw)
        self.product = np.zeros((self.n, self.n), self.storage)
        self.a, self.b, self.c = map(device.place, (*self.factors, self.product))
        self.multiply = self.compile()

    def compile(self):
        raise NotImplementedError

    def poison(self):
        self.product = np.full_like(self.product, np.nan)
        self.device.fill(self.c, self.product)

    def launch(self):
        self.multiply(self.a, self.b, self.c)

    def download(self):
        return False

    def check(self):
        self.device.fetch(self.c, self.product)
        n, tolerance = self.n, TOLERANCE[self.choice.precision]
        growth = max(0.125, (n / 4096) ** 0.5)
        size = n ** 0.5 / 3 * growth  # of an element, and what its error may grow by
        rows = np.max([self.row_errors() / (size * n ** 0.5) for _ in range(2)], axis=0)
        row = int(np.argmax(rows))
        i, j, given, expected = self.elements()
        errors = finite(np.abs(given - expected) / size)
        worst = int(np.argmax(errors))
        problem = None if rows[row] <= tolerance else f"row {row} is off by {rows[row]:.6g}"
        if not errors[worst] <= tolerance:
            problem = f"element ({i[worst]}, {j[worst]}) is off by {errors[worst]:.6g}"
        value, whole = float(given.sum()), float(expected.sum())
        return {"value": value, "reference": whole, "error": abs(value - whole),
                "worst": {"error": float(rows[row]), "index": row, "what": "row"},
                "pointwise": {"error": float(errors[worst]), "points": ELEMENTS},
                "tolerance": tolerance, "valid": problem is None, "problem": problem, "inputs": {}}

    def row_errors(self):
        """|C x - A (B x)| for a vector of random weights of either sign."""
        weights = (self.draw.random(self.n) + 0.5) * (self.draw.integers(0, 2, self.n) * 2.0 - 1)
        a, b = self.factors
        # One matrix at a time in float64, not three.
        expected = a.astype(np.float64) @ (b.astype(np.float64) @ weights)
        return finite(np.abs(self.product.astype(np.float64) @ weights - expected))

    def elements(self):
        i, j = (self.draw.integers(0, self.n, ELEMENTS) for _ in range(2))
        a, b = self.factors
        expected = [np.dot(a[row].astype(np.float64), b[:, column].astype(np.float64))
                    for row, column in zip(i, j)]
        return i, j, self.product[i, j].astype(np.float64), np.array(expected)

    def work(self):
        n, size = float(self.n), self.storage().itemsize
        return {"points": n * n, "bytes_read": 2 * size * n * n, "bytes_written": size * n * n,
                "operations": n * n * n, "special_functions": 0}

    def ceiling(self):
        return ceilings.fma(self.device, self.choice.precision, self.work()["operations"])
