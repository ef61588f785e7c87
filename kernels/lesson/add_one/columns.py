# SPDX-License-Identifier: MIT
"""As rows.py, but x is the row: neighbours of a warp are in neighbouring rows, a whole row apart in memory. The same
additions, of which each touches a line of memory that its neighbours do not."""
from numba import cuda, float32


@cuda.jit
def add_one_along_columns(a):
    row = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    column = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if row < a.shape[0] and column < a.shape[1]:  # blocks at the edges reach beyond the matrix
        a[row, column] += float32(1)


def columns(a, side):
    """A block has side x side threads."""
    blocks = (a.shape[0] + side - 1) // side
    add_one_along_columns[(blocks, blocks), (side, side)](a)
