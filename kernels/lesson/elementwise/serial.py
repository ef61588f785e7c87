# SPDX-License-Identifier: MIT
"""The same values on one core: what the times of a GPU are compared with."""
import math

import numpy as np
from numba import njit


@njit
def serial(x, out):
    for i in range(out.size):
        out[i] = np.float32(2) * math.sin(x[i]) + math.sqrt(abs(x[i]))
