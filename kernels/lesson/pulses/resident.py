# SPDX-License-Identifier: MIT
"""A train of pulses, max(sin(i / period) - 0.3, 0) * 100, then noise on it. Two kernels, and the array stays on the
device between them."""
import math

from numba import cuda, float32


@cuda.jit
def make_pulses(out, period):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < out.size:
        out[i] = max(math.sin(float32(i) / period) - float32(0.3), float32(0)) * float32(100)


@cuda.jit
def add_noise(noise, out):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < out.size:
        out[i] += noise[i]


def resident(noise, out, period, threads):
    blocks = (out.size + threads - 1) // threads
    make_pulses[blocks, threads](out, period)
    add_noise[blocks, threads](noise, out)
