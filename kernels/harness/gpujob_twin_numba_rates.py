# SPDX-License-Identifier: MIT
"""Loops that Numba compiles to measure what cores and CUDA devices reach: filling, copying, and
independent multiply-adds; and waiting for the host."""
import functools
import math
import time
import warnings

import numpy as np
from numba import cuda, njit, prange

WIDTH = 256   # values that a core works on, in its nearest cache
CHAINS = 8    # multiply-adds of such a value each time; chains of a CUDA thread
TOGETHER = 4  # values that a CUDA thread copies
THREADS = 256
FACTOR, TERM = 0.999, 0.0001  # chains stay below 1 from any start


def room_on_cores(count):
    return np.empty(count, np.float32)


@njit(parallel=True)
def fill_on_cores(room, value):
    for i in prange(room.size):
        room[i] = value


@njit(parallel=True)
def copy_on_cores(to, source):
    for i in prange(to.size):
        to[i] = source[i]


@functools.lru_cache(maxsize=None)
def chains_on_cores(kind):
    """A kernel(out, rounds): 8 * 256 multiply-adds for each element of `out` and round."""
    factor, term = np.dtype(kind).type(FACTOR), np.dtype(kind).type(TERM)

    @njit(fastmath={"contract"})
    def steps(x):
        # A separate function, or the compiler would not vectorise it.
        for k in range(x.size):
            v = x[k]
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            v = v * factor + term
            x[k] = v

    @njit(parallel=True)
    def chains(out, rounds):
        for item in prange(out.size):
            x = np.full(WIDTH, term)
            for _ in range(rounds):
                steps(x)
            out[item] = x.sum()
    return chains


def multiply_adds_on_cores(kind, cores):
    out = np.zeros(16 * cores, kind)
    chains = chains_on_cores(kind)
    return len(out) * WIDTH * CHAINS, lambda rounds: chains(out, rounds)


@functools.lru_cache(maxsize=None)
def cuda_kernels():
    @cuda.jit
    def fill(room, value):
        i = cuda.grid(1)
        if i < room.size:
            room[i] = value

    @cuda.jit
    def copy(to, source):
        # All reads before all writes: more bytes are under way.
        i = cuda.blockIdx.x * THREADS * TOGETHER + cuda.threadIdx.x
        if i + (TOGETHER - 1) * THREADS < to.size:
            a, b = source[i], source[i + THREADS]
            c, d = source[i + 2 * THREADS], source[i + 3 * THREADS]
            to[i], to[i + THREADS] = a, b
            to[i + 2 * THREADS], to[i + 3 * THREADS] = c, d
        else:
            while i < to.size:
                to[i] = source[i]
                i += THREADS

    @cuda.jit
    def chains(out, rounds, factor, term):
        i = cuda.grid(1)
        if i < out.size:
            a, b, c, d = term, term + term, term * factor, factor
            e, f, g, h = -term, -term - term, -term * factor, -factor
            for _ in range(rounds):
                a, b = a * factor + term, b * factor + term
                c, d = c * factor + term, d * factor + term
                e, f = e * factor + term, f * factor + term
                g, h = g * factor + term, h * factor + term
            out[i] = a + b + c + d + e + f + g + h
    return fill, copy, chains


def fill_on_cuda(room):
    cuda_kernels()[0][-(-room.size // THREADS), THREADS](room, np.float32(math.nan))


def copy_on_cuda(to, source):
    cuda_kernels()[1][-(-to.size // (THREADS * TOGETHER)), THREADS](to, source)


def multiply_adds_on_cuda(kind, threads):
    factor, term = np.dtype(kind).type(FACTOR), np.dtype(kind).type(TERM)
    out, a_block = cuda.device_array(threads, kind), min(THREADS, threads)
    grid = cuda_kernels()[2][-(-threads // a_block), a_block]
    return threads * CHAINS, lambda rounds: grid(out, rounds, factor, term)


@functools.lru_cache(maxsize=None)
def waiting_kernel():
    @cuda.jit
    def wait_for_host(flags, looks):
        # Numba has no volatile memory: behind a fence for the whole system each look reads it anew.
        look = 0
        while flags[0] == 0 and look < looks:
            cuda.threadfence_system()
            look += 1
        if look == looks:
            flags[1] = 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of how little one thread is
        return wait_for_host[1, 1]


def wait_on_cuda(flags, looks):
    waiting_kernel()(flags, looks)


def transfer_by_cuda(device, up, down):
    out, back = (cuda.pinned_array(count, np.float32) for count in (up, down))
    to, source = device.room(up), device.room(down)
    upward, downward = cuda.stream(), cuda.stream()

    def once():
        device.wait()
        start = time.perf_counter()
        to.copy_to_device(out, stream=upward)
        source.copy_to_host(back, stream=downward)
        device.wait()
        return time.perf_counter() - start
    return once
