# SPDX-License-Identifier: MIT
"""C = A B, square matrices: each thread makes one element, of a row of A and a column of B, all of it from global
memory."""
from numba import cuda, float32


@cuda.jit
def multiply_row_by_column(a, b, c):
    column = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x  # the threads of a warp are in one row
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    n = c.shape[0]
    if row >= n or column >= n:
        return
    total = float32(0)
    for k in range(n):
        total += a[row, k] * b[k, column]
    c[row, column] = total


def naive(a, b, c, side):
    """A block has side x side threads."""
    blocks = (c.shape[0] + side - 1) // side
    multiply_row_by_column[(blocks, blocks), (side, side)](a, b, c)
