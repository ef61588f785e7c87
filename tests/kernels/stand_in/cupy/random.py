# SPDX-License-Identifier: MIT
"""Random numbers of the stand-in for CuPy."""
import numpy as np

from .arrays import ndarray


class Generator:
    def __init__(self, seed):
        self.numbers = np.random.default_rng(seed)

    def random(self, size):
        return ndarray(self.numbers.random(size))


def default_rng(seed):
    return Generator(seed)
