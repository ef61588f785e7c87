# SPDX-License-Identifier: MIT
"""Distances between pairs of points given by radius and angle. What each thread does with one pair is in functions of
the device, which a kernel calls as any other function."""
import math

from numba import cuda


@cuda.jit(device=True)
def x_of(radius, angle):
    return radius * math.cos(angle)


@cuda.jit(device=True)
def y_of(radius, angle):
    return radius * math.sin(angle)


@cuda.jit
def distance_of_pair(radius1, angle1, radius2, angle2, out):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= out.size:
        return
    x = x_of(radius1[i], angle1[i]) - x_of(radius2[i], angle2[i])
    y = y_of(radius1[i], angle1[i]) - y_of(radius2[i], angle2[i])
    out[i] = math.sqrt(x * x + y * y)


def library(radius1, angle1, radius2, angle2, out, threads):
    blocks = (out.size + threads - 1) // threads
    distance_of_pair[blocks, threads](radius1, angle1, radius2, angle2, out)
