# SPDX-License-Identifier: MIT
"""The bell curve exp(-((x - mean) / deviation)^2 / 2) / (deviation sqrt(2 pi)) at many places. What is the same for
all threads is an argument of the kernel."""
import math

from numba import cuda, float32


@cuda.jit
def density(x, out, mean, deviation):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= out.size:
        return
    away = (x[i] - mean) / deviation
    out[i] = math.exp(float32(-0.5) * away * away) / (deviation * float32(2.5066283))


def parameters(x, out, mean, deviation, threads):
    blocks = (out.size + threads - 1) // threads
    density[blocks, threads](x, out, mean, deviation)
