# SPDX-License-Identifier: MIT
"""2 sin x + sqrt |x| as an array library does it: five passes over memory, which move 44 bytes per element, not 8."""
import math

from numba import cuda, float32


@cuda.jit
def sine_of(x, out):
    if cuda.grid(1) < out.size:  # the number of this thread
        out[cuda.grid(1)] = math.sin(x[cuda.grid(1)])

@cuda.jit
def twice(out):
    if cuda.grid(1) < out.size:
        out[cuda.grid(1)] *= float32(2)

@cuda.jit
def size_of(x, out):
    if cuda.grid(1) < out.size:
        out[cuda.grid(1)] = abs(x[cuda.grid(1)])

@cuda.jit
def root_of(out):
    if cuda.grid(1) < out.size:
        out[cuda.grid(1)] = math.sqrt(out[cuda.grid(1)])

@cuda.jit
def sum_of(x, out):
    if cuda.grid(1) < out.size:
        out[cuda.grid(1)] += x[cuda.grid(1)]


def passes(x, between, out, threads):
    blocks = (out.size + threads - 1) // threads
    sine_of[blocks, threads](x, out)
    twice[blocks, threads](out)
    size_of[blocks, threads](x, between)
    root_of[blocks, threads](between)
    sum_of[blocks, threads](between, out)
