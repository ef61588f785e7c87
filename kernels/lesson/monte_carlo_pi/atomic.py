# SPDX-License-Identifier: MIT
"""Pi by throwing points at a square: 4 times the share of those within a quarter of a circle. Each thread throws some
and adds its hits to one counter, which all threads share: only an atomic addition counts every hit, since a plain one
may overwrite what another thread has just written."""
from numba import cuda

import points

is_hit = cuda.jit(device=True)(points.is_hit)


@cuda.jit
def throw_points(hits, n, key):
    mine = 0
    first = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    for i in range(first, n, cuda.gridDim.x * cuda.blockDim.x):
        if is_hit(i, key):
            mine += 1
    cuda.atomic.add(hits, 0, mine)


def atomic(hits, n, key, threads):
    hits[0] = 0
    blocks = min((n + threads - 1) // threads, 256)  # then each thread has several
    throw_points[blocks, threads](hits, n, key)
