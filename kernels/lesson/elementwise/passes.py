# SPDX-License-Identifier: MIT
"""2 sin x + sqrt |x| as an array library does it: a kernel for each operation. Five passes over memory move 44 bytes
per element where 8 are needed."""
import math

from numba import cuda, float32


@cuda.jit
def sine_of(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sin(x[i])


@cuda.jit
def twice(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] *= float32(2)


@cuda.jit
def size_of(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = abs(x[i])


@cuda.jit
def root_of(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sqrt(out[i])


@cuda.jit
def sum_of(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] += x[i]


def passes(x, between, out, threads):
    blocks = (out.size + threads - 1) // threads
    sine_of[blocks, threads](x, out)
    twice[blocks, threads](out)
    size_of[blocks, threads](x, between)
    root_of[blocks, threads](between)
    sum_of[blocks, threads](between, out)
