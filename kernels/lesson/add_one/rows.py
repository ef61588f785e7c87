# SPDX-License-Identifier: MIT
"""A[row, column] += 1 on a grid in two dimensions: each thread adds one to one element, where it is. Neighbours of a
warp have neighbouring columns, which are side by side in memory."""
from numba import cuda, float32


@cuda.jit
def add_one_along_rows(a):
    column = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if row < a.shape[0] and column < a.shape[1]:  # blocks at the edges reach beyond the matrix
        a[row, column] += float32(1)


def rows(a, side):
    """A block has side x side threads."""
    blocks = (a.shape[0] + side - 1) // side
    add_one_along_rows[(blocks, blocks), (side, side)](a)
