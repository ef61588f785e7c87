# SPDX-License-Identifier: MIT
"""The same layer on one core: what the times of a GPU are compared with."""
import math

import numpy as np
from numba import njit


@njit
def serial(greys, weights, out):
    for i in range(out.size):
        weighed = greys[i] / np.float32(255) * weights[i]
        up, down = math.exp(weighed), math.exp(-weighed)
        out[i] = (up - down) / (up + down)
