# SPDX-License-Identifier: MIT
"""The length of each row of a list of vectors, sqrt(sum of squares): each thread has one row, as a generalised ufunc
does it. Neighbours of a warp read a whole row apart."""
import math

from numba import cuda, float32


@cuda.jit
def norm_of_row(rows, norms):
    row = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row >= norms.size:  # the last block has more threads than there are rows left
        return
    total = float32(0)
    for k in range(rows.shape[1]):
        total += rows[row, k] * rows[row, k]
    norms[row] = math.sqrt(total)


def thread_a_row(rows, norms, threads):
    blocks = (norms.size + threads - 1) // threads
    norm_of_row[blocks, threads](rows, norms)
