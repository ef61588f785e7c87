# SPDX-License-Identifier: MIT
"""The same distances on one core: what the times of a GPU are compared with."""
import math

from numba import njit


@njit
def serial(radius1, angle1, radius2, angle2, out):
    for i in range(out.size):
        x = radius1[i] * math.cos(angle1[i]) - radius2[i] * math.cos(angle2[i])
        y = radius1[i] * math.sin(angle1[i]) - radius2[i] * math.sin(angle2[i])
        out[i] = math.sqrt(x * x + y * y)
