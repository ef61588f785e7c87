# SPDX-License-Identifier: MIT
"""What Python twins of fft2d share: the signal, the work, and the answer check, in n^2 operations;
fft2d_reference.cc says why it is so."""
import math

import numpy as np

import gpujob_twin as twin
import gpujob_twin_ceiling as ceilings

TOLERANCE = {"float32": 5e-7, "float64": 1e-15}
TYPICAL = math.sqrt(2 / 3)  # |x|
VALUES = 64


def finite(error):
    return np.where(np.isfinite(error), error, np.inf)


class Transform(twin.Experiment):
    """X = transform of x; a twin adds `transform`, which takes x on the device and returns X there."""

    def __init__(self, device, choice, draw):
        self.device, self.choice, self.n = device, choice, int(choice.parameters["n"])
        self.draw = np.random.default_rng(draw.getrandbits(64))
        self.kind = np.complex64 if choice.precision == "float32" else np.complex128
        parts = self.draw.random((2, self.n, self.n)) * 2 - 1
        self.signal = (parts[0] + 1j * parts[1]).astype(self.kind)
        self.root = np.exp(-2j * math.pi / self.n * np.arange(self.n))
        self.x = device.place(self.signal)
        self.transformed = np.zeros_like(self.signal)

    def transform(self, signal):
        raise NotImplementedError

    def poison(self):
        self.transformed = np.full_like(self.signal, math.nan)
        self.result = self.device.place(self.transformed)

    def launch(self):
        self.result = self.transform(self.x)

    def download(self):
        return False

    def check(self):
        self.device.fetch(self.result, self.transformed)
        n, tolerance = self.n, TOLERANCE[self.choice.precision]
        size = n * TYPICAL * max(1.0, 2 * math.log2(n))  # of a value, and what its error grows by
        rows = np.max([self.row_errors() for _ in range(2)], axis=0)
        rows = rows / (size * math.sqrt(n))
        row = int(np.argmax(rows))
        found, expected, at = self.values()
        errors = finite(np.abs(found - expected) / size)
        worst = int(np.argmax(errors))
        problem = None if rows[row] <= tolerance else f"row {row} is off by {rows[row]:.6g}"
        if not errors[worst] <= tolerance:
            problem = f"value ({at[worst][0]}, {at[worst][1]}) is off by {errors[worst]:.6g}"
        value, whole = float(found.real.sum()), float(expected.real.sum())
        return {"value": value, "reference": whole, "error": abs(value - whole),
                "worst": {"error": float(rows[row]), "index": row, "what": "row"},
                "pointwise": {"error": float(errors[worst]), "points": VALUES},
                "tolerance": tolerance, "valid": problem is None, "problem": problem, "inputs": {}}

    def roots(self, k):
        """exp(-2 pi i j k / n) for all j; angles reduced in whole numbers."""
        j = np.arange(self.n, dtype=np.int64)
        return self.root[j * int(k) % self.n]

    def row_errors(self):
        """Each row summed with random weights r, against X r = W (x (W r)). A wave as r would see one
        column and no other."""
        weights = self.draw.uniform(0.5, 1.5, self.n) * self.draw.choice((-1, 1), self.n)
        transformed = np.array([self.roots(b) @ weights for b in range(self.n)])
        z = self.signal.astype(np.complex128) @ transformed
        expected = np.array([self.roots(u) @ z for u in range(self.n)])
        return finite(np.abs(self.transformed.astype(np.complex128) @ weights - expected))

    def values(self):
        """Values of two rows: as given, from the definition, and where."""
        found, expected, at = [], [], []
        for u in self.draw.integers(0, self.n, 2):
            row = self.roots(u) @ self.signal.astype(np.complex128)
            for v in self.draw.integers(0, self.n, VALUES // 2):
                found.append(complex(self.transformed[u, v]))
                expected.append(complex(self.roots(v) @ row))
                at.append((int(u), int(v)))
        return np.array(found), np.array(expected), at

    def work(self):
        n, size = float(self.n), np.dtype(self.kind).itemsize
        return {"points": n * n, "bytes_read": 2 * size * n * n, "bytes_written": 2 * size * n * n,
                "operations": 10 * n * n * math.log2(n), "special_functions": 0}

    def traffic(self):
        work = self.work()
        return work["bytes_read"] + work["bytes_written"]

    def ceiling(self):
        return ceilings.memory(self.device, ceilings.moved_by(self.work()))
