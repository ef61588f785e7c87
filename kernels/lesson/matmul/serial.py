# SPDX-License-Identifier: MIT
"""The same product on one core: what the times of a GPU are compared with."""
import numpy as np
from numba import njit


@njit
def serial(a, b, c):
    n = c.shape[0]
    for row in range(n):
        for column in range(n):
            total = np.float32(0)
            for k in range(n):
                total += a[row, k] * b[k, column]
            c[row, column] = total
