# SPDX-License-Identifier: MIT
"""As naive.py; then the threads of a block add their sums in shared memory, two by two, so that a block writes
one value and the host has fewer of them to add."""
import math

from numba import cuda, float64


@cuda.jit
def add_rows_of_block(sums, n, phase):
    tile = cuda.shared.array(1024, float64)  # one for each thread that a block can have
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    t = cuda.threadIdx.x

    total = 0.0
    if i < n:
        h = math.pi / n
        x = h * (i + 0.5) + phase
        for j in range(n):
            total += math.sin(x + h * (j + 0.5))
    tile[t] = total
    cuda.syncthreads()  # all threads have written before any reads its neighbour's

    stride = 1
    while stride < cuda.blockDim.x:
        if t % (2 * stride) == 0 and t + stride < cuda.blockDim.x:
            tile[t] += tile[t + stride]
        cuda.syncthreads()  # these sums are complete before the next step reads them
        stride *= 2
    if t == 0:
        sums[cuda.blockIdx.x] = tile[0]


def shared(sums, n, phase, threads):
    blocks = (n + threads - 1) // threads
    add_rows_of_block[blocks, threads](sums, n, phase)
