# SPDX-License-Identifier: MIT
"""The same sums on one core, one after the other: what the times of a GPU are compared with."""
import math

from numba import njit


@njit
def serial(sums, n, phase):
    h = math.pi / n
    for i in range(n):
        x = h * (i + 0.5) + phase
        total = 0.0
        for j in range(n):
            total += math.sin(x + h * (j + 0.5))
        sums[i] = total
