# SPDX-License-Identifier: MIT
"""As naive.py, but a block reads a tile of A and a tile of B into shared memory and multiplies those, then the next
two: each value is read from global memory once per block, not once per thread."""
from numba import cuda, float32


@cuda.jit
def multiply_tiles(a, b, c):
    tile_a = cuda.shared.array((32, 32), float32)  # for the largest block, of 32 x 32 threads
    tile_b = cuda.shared.array((32, 32), float32)
    n, side = c.shape[0], cuda.blockDim.x
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column = cuda.blockIdx.x * side + x
    row = cuda.blockIdx.y * side + y

    total = float32(0)
    for first in range(0, n, side):
        # Beyond the edge a tile is zero. No thread may leave: the others wait for it below.
        tile_a[y, x] = a[row, first + x] if row < n and first + x < n else float32(0)
        tile_b[y, x] = b[first + y, column] if first + y < n and column < n else float32(0)
        cuda.syncthreads()  # both tiles are complete before any thread multiplies them

        for k in range(side):
            total += tile_a[y, k] * tile_b[k, x]
        cuda.syncthreads()  # all have multiplied before any thread overwrites the tiles
    if row < n and column < n:
        c[row, column] = total


def tiled(a, b, c, side):
    """A block has side x side threads."""
    blocks = (c.shape[0] + side - 1) // side
    multiply_tiles[(blocks, blocks), (side, side)](a, b, c)
