#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""matmul in Numba, as the lesson teaches it: a thread an element of C = A B, blocks of 16 x 16 threads.
`naive` reads a row and a column from global memory; `tiled` has the block read tiles into shared memory,
with barriers. On cores `tiled` works on the same tiles, without barriers, which one core does not need.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "matmul", "numba", (twin.Variant("naive"), twin.Variant("tiled")), ("float32", "float64"),
    (twin.Parameter("n", "integer", "1024", 1, 46340),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402
from numba import cuda, njit, prange  # noqa: E402

import gpujob_twin_numba as in_numba  # noqa: E402
import matmul_reference as reference  # noqa: E402


EDGE = 16  # of a block of threads, and of a tile


def naive_on_grid(zero):
    """`zero`, here and below, has the type of the sums."""
    @cuda.jit
    def naive(a, b, c):
        column, row = cuda.grid(2)
        if row < c.shape[0] and column < c.shape[1]:
            total = zero
            for k in range(a.shape[1]):
                total += a[row, k] * b[k, column]
            c[row, column] = total
    return naive


def tiled_on_grid(zero):
    kind = numba.from_dtype(zero.dtype)

    @cuda.jit
    def tiled(a, b, c):
        tile_a = cuda.shared.array((EDGE, EDGE), kind)
        tile_b = cuda.shared.array((EDGE, EDGE), kind)
        column, row = cuda.grid(2)
        x, y, n = cuda.threadIdx.x, cuda.threadIdx.y, c.shape[0]
        total = zero
        for first in range(0, n, EDGE):
            tile_a[y, x] = 0
            tile_b[y, x] = 0
            if row < n and first + x < n:
                tile_a[y, x] = a[row, first + x]
            if first + y < n and column < n:
                tile_b[y, x] = b[first + y, column]
            cuda.syncthreads()
            for k in range(EDGE):
                total += tile_a[y, k] * tile_b[k, x]
            cuda.syncthreads()
        if row < n and column < n:
            c[row, column] = total
    return tiled


@njit(parallel=True)
def naive_on_cores(a, b, c):
    for row in prange(c.shape[0]):
        for column in range(c.shape[1]):
            total = a[row, 0] * b[0, column]
            for k in range(1, a.shape[1]):
                total += a[row, k] * b[k, column]
            c[row, column] = total


@njit(parallel=True)
def tiled_on_cores(a, b, c):
    n = c.shape[0]
    tiles = (n + EDGE - 1) // EDGE
    for block in prange(tiles * tiles):
        top, left = block // tiles * EDGE, block % tiles * EDGE
        tile = np.zeros((EDGE, EDGE), c.dtype)
        for first in range(0, n, EDGE):
            for row in range(top, min(n, top + EDGE)):
                for k in range(first, min(n, first + EDGE)):
                    for column in range(left, min(n, left + EDGE)):
                        tile[row - top, column - left] += a[row, k] * b[k, column]
        for row in range(top, min(n, top + EDGE)):
            for column in range(left, min(n, left + EDGE)):
                c[row, column] = tile[row - top, column - left]


class Run(in_numba.InNumba, reference.Product):
    def compile(self):
        tiled = self.choice.variant == "tiled"
        if not self.device.cuda:
            return tiled_on_cores if tiled else naive_on_cores
        kernel = (tiled_on_grid if tiled else naive_on_grid)(self.storage(0))
        blocks = -(-self.n // EDGE)
        return kernel[(blocks, blocks), (EDGE, EDGE)]


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
