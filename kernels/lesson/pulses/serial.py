# SPDX-License-Identifier: MIT
"""The same samples on one core: what the times of a GPU are compared with."""
import math

import numpy as np
from numba import njit


@njit
def serial(noise, out, period):
    for i in range(out.size):
        height = math.sin(np.float32(i) / period) - np.float32(0.3)
        out[i] = max(height, np.float32(0)) * np.float32(100) + noise[i]
