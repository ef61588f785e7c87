# SPDX-License-Identifier: MIT
"""The rule of value.py on one core: what the times of a GPU are compared with."""
from numba import njit


@njit
def serial(samples, out, threshold):
    for i in range(out.size):
        out[i] = 0 if samples[i] < threshold else samples[i]
