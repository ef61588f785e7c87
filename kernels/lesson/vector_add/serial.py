# SPDX-License-Identifier: MIT
"""The same sums on one core, one after the other: what the times of a GPU are compared with."""
from numba import njit


@njit
def serial(a, b, c):
    for i in range(c.size):
        c[i] = a[i] + b[i]
