# SPDX-License-Identifier: MIT
"""The first kernel of all: each thread adds one pair of numbers."""
from numba import cuda


@cuda.jit
def add_pair(a, b, c):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < c.size:  # the last block has more threads than there are pairs left
        c[i] = a[i] + b[i]


def add(a, b, c, threads):
    blocks = (c.size + threads - 1) // threads
    add_pair[blocks, threads](a, b, c)
