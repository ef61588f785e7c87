# SPDX-License-Identifier: MIT
"""As thread_a_row.py, but all threads of a block share one row: neighbours read side by side, and add their sums in
shared memory, the lower half each time taking what the upper half has."""
import math

from numba import cuda, float32


@cuda.jit
def norm_by_block(rows, norms):
    sums = cuda.shared.array(1024, float32)  # one for each thread that a block can have
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x

    total = float32(0)
    for k in range(t, rows.shape[1], cuda.blockDim.x):
        total += rows[row, k] * rows[row, k]
    sums[t] = total
    cuda.syncthreads()  # all threads have written before any reads another's

    left = cuda.blockDim.x
    while left > 1:
        half = (left + 1) // 2  # of an odd number the middle one waits
        if t + half < left:
            sums[t] += sums[t + half]
        cuda.syncthreads()  # these sums are complete before the next step reads them
        left = half
    if t == 0:
        norms[row] = math.sqrt(sums[0])


def block_a_row(rows, norms, threads):
    norm_by_block[norms.size, threads](rows, norms)
