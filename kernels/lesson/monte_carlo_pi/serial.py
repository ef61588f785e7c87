# SPDX-License-Identifier: MIT
"""The same points on one core: what the times of a GPU are compared with."""
from numba import njit

import points

is_hit = njit(points.is_hit)


@njit
def serial(hits, n, key):
    hits[0] = 0
    for i in range(n):
        if is_hit(i, key):
            hits[0] += 1
