# SPDX-License-Identifier: MIT
"""The same norms on one core, row after row: what the times of a GPU are compared with."""
import math

import numpy as np
from numba import njit


@njit
def serial(rows, norms):
    for row in range(norms.size):
        total = np.float32(0)
        for k in range(rows.shape[1]):
            total += rows[row, k] * rows[row, k]
        norms[row] = math.sqrt(total)
