"""As add.py with a fixed number of blocks: each thread adds many pairs, a whole grid apart, so that the threads of
a warp still read neighbours."""
from numba import cuda


@cuda.jit
def add_pairs(a, b, c):
    first = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    for i in range(first, c.size, cuda.gridDim.x * cuda.blockDim.x):
        c[i] = a[i] + b[i]


def strided(a, b, c, threads):
    add_pairs[256, threads](a, b, c)
