#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""integrate2d in Numba: the midpoint sum of sin(x + y + phase) over a square, [0, pi] x [0, pi]
unless `width` is less.

`verbatim` is the lesson's kernel with its types: float32 is only what is stored, for h, the angle and
the sum are Python floats, so that all arithmetic is float64. `f32` is the same kernel with every
constant cast. Each row is added up by one thread, 16 threads per block: half of each warp idles. In the
`_shared` variants the 16 rows of a block are then added pairwise, one value a block to the host.
"""
import math
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "integrate2d", "numba",
    (twin.Variant("verbatim", precisions=("mixed",)),
     twin.Variant("verbatim_shared", precisions=("mixed",)),
     twin.Variant("f32", precisions=("float32",)),
     twin.Variant("f32_shared", precisions=("float32",))),
    ("float32", "mixed"),
    (twin.Parameter("n", "integer", "102400", 1, 409600),
     twin.Parameter("phase", "real", "drawn", 0, 2 * math.pi, "rad"),
     twin.Parameter("width", "real", "1", 0.01, 1, "pi")))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402
from numba import cuda, njit, prange  # noqa: E402

import gpujob_twin_device as devices  # noqa: E402
import integrate2d_check as reference  # noqa: E402

THREADS = 16  # a block, as in the lesson; a warp has 32
PIECE = 64    # terms of a plain float32 sum; longer ones lose digits


def lesson_row(jit, weigh):
    """float64, as the lesson's expressions come out. Columns start at `x`, the row's x_i + phase. What `weigh`
    makes of each value is added up."""
    @jit
    def value(x, j, h):
        return math.sin(x + h * (j + 0.5))

    @jit
    def row(i, n, side, phase, weights):
        h = side / n
        x = h * (i + 0.5) + phase
        total = 0.0
        for j in range(n):
            total += weigh(value(x, j, h), weights, j)
        return total

    @jit
    def point(i, j, n, side, phase):
        h = side / n
        return value(h * (i + 0.5) + phase, j, h)

    return row, point


def f32_row(jit, weigh):
    """float32 but for what is computed once a row: h, and the row's start less a full turn where
    that keeps its angles near zero."""
    f32 = np.float32
    half, zero = f32(0.5), f32(0)
    pi, turn = math.pi, 2 * math.pi

    @jit
    def value(x, j, h):
        return math.sin(x + h * (f32(j) + half))

    @jit
    def start(i, n, side, phase):
        angle = phase + side / n * (i + 0.5)
        if angle >= 2.5 * pi:
            angle -= turn
        return f32(angle - turn) if angle >= 0.5 * pi else f32(angle)

    @jit
    def row(i, n, side, phase, weights):
        h = f32(side / n)
        x = start(i, n, side, phase)
        total, lost = zero, zero
        for first in range(0, n, PIECE):
            part = zero
            for j in range(first, min(n, first + PIECE)):
                part += weigh(value(x, j, h), weights, j)
            wanted = part - lost
            following = total + wanted
            lost = (following - total) - wanted
            total = following
        return total

    @jit
    def point(i, j, n, side, phase):
        return value(start(i, n, side, phase), j, f32(side / n))

    return row, point


def unweighted(value, _weights, _j):
    return value


def weighted(value, weights, j):
    return value * weights[j]


def kernels_for_gpu(make_row, weigh, kind):
    """`kind`: Numba's type of the sums in shared memory. Sums are of the rows from `first` on, as many as there are
    threads, to row n."""
    in_kernel = cuda.jit(device=True)
    row, point = make_row(in_kernel, in_kernel(weigh))

    @cuda.jit
    def rows(out, first, n, side, phase, weights):
        t = cuda.grid(1)
        i = first + t
        if t < out.size and i < n:
            out[t] = row(i, n, side, phase, weights)

    @cuda.jit
    def blocks(out, first, n, side, phase, weights):
        tile = cuda.shared.array(THREADS, kind)
        i, t = first + cuda.grid(1), cuda.threadIdx.x
        tile[t] = 0
        if i < n:
            tile[t] = row(i, n, side, phase, weights)
        cuda.syncthreads()
        stride = 1
        while stride < THREADS:
            if t % (2 * stride) == 0:
                tile[t] += tile[t + stride]
            cuda.syncthreads()
            stride *= 2
        if t == 0:
            out[cuda.blockIdx.x] = tile[0]

    @cuda.jit
    def points(out, at, n, side, phase):
        k = cuda.grid(1)
        if k < out.size:
            out[k] = point(at[k, 0], at[k, 1], n, side, phase)

    def on_grid(kernel):
        def launch(count, *arguments):
            kernel[(count + THREADS - 1) // THREADS, THREADS](*arguments)
        return launch

    return {"rows": on_grid(rows), "blocks": on_grid(blocks), "points": on_grid(points)}


def kernels_for_cores(make_row, weigh, kind):
    """The same rows, shared out over the cores; `kind`: NumPy's type of the sums of a block."""
    row, point = make_row(njit, njit(weigh))

    @njit(parallel=True)
    def rows(count, out, first, n, side, phase, weights):
        for t in prange(count):
            out[t] = row(first + t, n, side, phase, weights)

    @njit(parallel=True)
    def blocks(count, out, first, n, side, phase, weights):
        for block in prange(out.size):
            tile = np.zeros(THREADS, kind)
            for t in range(min(THREADS, count - block * THREADS)):
                tile[t] = row(first + block * THREADS + t, n, side, phase, weights)
            stride = 1
            while stride < THREADS:
                for t in range(0, THREADS, 2 * stride):
                    tile[t] += tile[t + stride]
                stride *= 2
            out[block] = tile[0]

    @njit(parallel=True)
    def points(count, out, at, n, side, phase):
        for k in prange(count):
            out[k] = point(at[k, 0], at[k, 1], n, side, phase)

    return {"rows": rows, "blocks": blocks, "points": points}


class Integral(twin.Experiment):
    def __init__(self, choice, draw):
        self.device = devices.numba_device(numba)
        self.n = int(choice.parameters["n"])
        drawn = draw.uniform(0, 2 * math.pi)
        self.width = float(choice.parameters["width"])
        self.side = math.pi * self.width
        given = choice.parameters["phase"]
        self.phase = drawn if given == "drawn" else float(given)
        self.precision = choice.precision
        self.rows_a_sum = THREADS if choice.variant.endswith("_shared") else 1
        in_float64 = choice.precision == "mixed"
        self.arithmetic = "float64" if in_float64 else "float32"
        make_row = lesson_row if in_float64 else f32_row
        of = numba if self.device.cuda else np
        kind = of.float64 if in_float64 else of.float32
        kernels_of = kernels_for_gpu if self.device.cuda else kernels_for_cores
        self.kernels, self.weighed_kernels = (kernels_of(make_row, weigh, kind) for weigh in (unweighted, weighted))
        self.sums = np.zeros(-(-self.n // self.rows_a_sum), np.float32)
        self.at = reference.draw_points(self.n, draw)
        self.values = np.zeros(len(self.at), np.float32)
        self.weights = reference.draw_weights(self.n, draw, kind=np.float64 if in_float64 else np.float32)
        self.weighed_at = reference.draw_sums(len(self.sums), draw)
        self.weighed = np.zeros(1, np.float32)
        self.on_device = {name: self.device.place(getattr(self, name))
                          for name in ("sums", "at", "values", "weights", "weighed")}

    def fetch(self, name):
        self.device.fetch(self.on_device[name], getattr(self, name))

    def poison(self):
        for name in ("sums", "values", "weighed"):
            setattr(self, name, np.full_like(getattr(self, name), math.nan))
            self.device.fill(self.on_device[name], getattr(self, name))

    def add_up(self, kernels, count, sums, first):
        kernels["rows" if self.rows_a_sum == 1 else "blocks"](
            count, self.on_device[sums], first, self.n, self.side, self.phase, self.on_device["weights"])

    def launch(self):
        self.add_up(self.kernels, self.n, "sums", 0)

    def weighed_sum(self, number):
        """The sum of this number once more by the code that is timed, but with weights."""
        first = number * self.rows_a_sum
        self.add_up(self.weighed_kernels, min(self.rows_a_sum, self.n - first), "weighed", first)
        self.fetch("weighed")
        return float(self.weighed[0])

    def download(self):
        self.fetch("sums")

    def finish(self):
        self.integral = (self.side / self.n) ** 2 * float(np.sum(self.sums, dtype=np.float64))

    def check(self):
        self.kernels["points"](len(self.at), self.on_device["values"], self.on_device["at"], self.n,
                               self.side, self.phase)
        self.fetch("values")
        self.weighed_sums = [self.weighed_sum(number) for number in self.weighed_at]
        return reference.check(self, self.precision)

    def work(self):
        return reference.work(self, self.arithmetic)

    def ceiling(self):
        return reference.ceiling(self, self.arithmetic)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Integral)
