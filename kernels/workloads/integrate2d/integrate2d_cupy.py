#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""integrate2d in CuPy: the midpoint sum of sin(x + y + phase) over a square, [0, pi] x [0, pi] unless
`width` is less.

`arrays` is how an array library says it: sums of angles, their sines and the sums of rows are a pass over
memory each, a strip of rows at a time. `reduction` is one pass in which no angle is stored. The lesson's
`naive` and `shared` are about threads of a block, which CuPy does not show.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "integrate2d", "cupy", (twin.Variant("reduction", precisions=("float32", "float64")),
                            twin.Variant("arrays", precisions=("float32", "float64"))),
    ("float32", "float64"),
    (twin.Parameter("n", "integer", "102400", 1, 409600),
     twin.Parameter("phase", "real", "drawn", 0, 2 * math.pi, "rad"),
     twin.Parameter("width", "real", "1", 0.01, 1, "pi")))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import numpy as np  # noqa: E402

import gpujob_twin_cupy as in_cupy  # noqa: E402
import integrate2d_check as reference  # noqa: E402

STRIP = 2 ** 26  # angles in memory at a time
TURN = 2 * math.pi


class Integral(twin.Experiment):
    rows_a_sum = 1

    def __init__(self, device, choice, draw):
        self.device, self.choice, self.n = device, choice, int(choice.parameters["n"])
        drawn, given = draw.uniform(0, TURN), choice.parameters["phase"]
        self.phase = drawn if given == "drawn" else float(given)
        self.width = float(choice.parameters["width"])
        self.h = math.pi * self.width / self.n
        self.storage = np.dtype(choice.precision).type
        self.at = reference.draw_points(self.n, draw)
        self.sums = np.zeros(self.n, self.storage)
        self.on_device = device.place(self.sums)
        self.weights = reference.draw_weights(self.n, draw, self.storage)
        self.weighed_at = reference.draw_sums(self.n, draw)
        self.add_rows, self.add_weighed_rows = self.compile(""), self.compile(" * w")

    def poison(self):
        self.sums = np.full_like(self.sums, math.nan)
        self.values = np.full(len(self.at), math.nan, self.storage)
        self.device.fill(self.on_device, self.sums)

    def launch(self):
        middles = (cupy.arange(self.n, dtype=cupy.float64) + 0.5) * self.h
        # Whole turns less, where that brings a row's angles nearer to zero and so to exact floats.
        x = middles + self.phase
        x = x - TURN * (x >= 0.5 * math.pi) - TURN * (x >= 2.5 * math.pi)
        self.x, self.y = x.astype(self.storage), middles.astype(self.storage)
        rows = max(1, STRIP // self.n)
        if self.choice.variant == "reduction":
            rows = self.n
        for first in range(0, self.n, rows):
            part = slice(first, first + rows)
            self.add_rows(self.x[part][:, None], self.y[None, :], self.on_device[part])

    def download(self):
        self.device.fetch(self.on_device, self.sums)

    def finish(self):
        self.integral = self.h ** 2 * float(np.sum(self.sums, dtype=np.float64))

    def check(self):
        i, j = (cupy.asarray(np.ascontiguousarray(column)) for column in self.at.T)
        values = cupy.empty(len(self.at), self.storage)
        self.add_rows(self.x[i][:, None], self.y[j][:, None], values)
        self.device.fetch(values, self.values)
        # Some rows once more by the code that is timed, but with weights.
        rows, weights = cupy.asarray(np.array(self.weighed_at)), cupy.asarray(self.weights)
        sums = cupy.empty(len(self.weighed_at), self.storage)
        self.add_weighed_rows(self.x[rows][:, None], self.y[None, :], sums, weights[None, :])
        self.weighed_sums = np.empty(len(self.weighed_at), self.storage)
        self.device.fetch(sums, self.weighed_sums)
        return reference.check(self, self.choice.precision)

    def work(self):
        return reference.work(self, self.choice.precision)

    def ceiling(self):
        return reference.ceiling(self, self.choice.precision)


class Run(in_cupy.InCupy, Integral):
    def compile(self, weigh):
        """What adds up the sines of x + y along rows, into the third array; `weigh`: with the weights of a fourth."""
        if self.choice.variant == "arrays":
            def add_rows(x, y, sums, *weights):
                sines = cupy.sin(x + y)
                for w in weights:
                    sines = sines * w
                sines.sum(axis=1, out=sums)
            return add_rows
        inputs = "STORED x, STORED y" + (", STORED w" if weigh else "")
        kernel = self.sum_of("weighed_sines" if weigh else "sines", inputs, "sin(x + y)" + weigh)
        return lambda x, y, sums, *weights: kernel(x, y, *weights, sums, axis=1)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
