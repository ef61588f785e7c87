# SPDX-License-Identifier: MIT
"""Transforms of the stand-in for CuPy; NumPy's are in double precision, CuPy's keep the type."""
import numpy as np

from .arrays import ndarray, unwrap


def fft2(signal):
    values = unwrap(signal)
    return ndarray(np.fft.fft2(values).astype(values.dtype))
