# SPDX-License-Identifier: MIT
"""Each thread adds up one row of the grid: the sines of x_i + y_j + phase over all columns j."""
import math

from numba import cuda


@cuda.jit
def add_row(sums, n, phase):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:  # the last block has more threads than there are rows left
        return
    h = math.pi / n
    x = h * (i + 0.5) + phase
    total = 0.0
    for j in range(n):
        total += math.sin(x + h * (j + 0.5))
    sums[i] = total


def naive(sums, n, phase, threads):
    blocks = (n + threads - 1) // threads
    add_row[blocks, threads](sums, n, phase)
