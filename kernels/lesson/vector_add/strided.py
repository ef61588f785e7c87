# SPDX-License-Identifier: MIT
"""As add.py with 256 blocks at most: each thread adds many pairs, a whole grid apart, so that the threads of
a warp still read neighbours."""
from numba import cuda


@cuda.jit
def add_pairs(a, b, c):
    first = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    for i in range(first, c.size, cuda.gridDim.x * cuda.blockDim.x):
        c[i] = a[i] + b[i]


def strided(a, b, c, threads):
    blocks = min((c.size + threads - 1) // threads, 256)  # then each thread has several
    add_pairs[blocks, threads](a, b, c)
