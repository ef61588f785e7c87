# SPDX-License-Identifier: MIT
"""As library.py, but a single constant of Python, which is float64, turns all of the arithmetic into float64, which many
GPUs compute 32 or 64 times as slowly. The results are stored as float32: nothing is gained."""
import math

from numba import cuda


@cuda.jit(device=True)
def x_of(radius, angle):
    return radius * math.cos(1.0 * angle)


@cuda.jit(device=True)
def y_of(radius, angle):
    return radius * math.sin(1.0 * angle)


@cuda.jit
def distance_in_float64(radius1, angle1, radius2, angle2, out):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= out.size:
        return
    x = x_of(radius1[i], angle1[i]) - x_of(radius2[i], angle2[i])
    y = y_of(radius1[i], angle1[i]) - y_of(radius2[i], angle2[i])
    out[i] = math.sqrt(x * x + y * y)


def float64(radius1, angle1, radius2, angle2, out, threads):
    blocks = (out.size + threads - 1) // threads
    distance_in_float64[blocks, threads](radius1, angle1, radius2, angle2, out)
