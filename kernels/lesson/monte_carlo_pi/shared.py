# SPDX-License-Identifier: MIT
"""As atomic.py, but the threads of a block count in shared memory first, so that the counter in global memory is
added to once per block and not once per thread."""
from numba import cuda, int64

import points

is_hit = cuda.jit(device=True)(points.is_hit)


@cuda.jit
def throw_points_by_block(hits, n, key):
    hits_of_block = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        hits_of_block[0] = 0
    cuda.syncthreads()  # it is zero before any thread adds to it

    mine = 0
    first = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    for i in range(first, n, cuda.gridDim.x * cuda.blockDim.x):
        if is_hit(i, key):
            mine += 1
    cuda.atomic.add(hits_of_block, 0, mine)
    cuda.syncthreads()  # all threads have added before the sum is read

    if cuda.threadIdx.x == 0:
        cuda.atomic.add(hits, 0, hits_of_block[0])


def shared(hits, n, key, threads):
    hits[0] = 0
    blocks = min((n + threads - 1) // threads, 256)  # then each thread has several
    throw_points_by_block[blocks, threads](hits, n, key)
