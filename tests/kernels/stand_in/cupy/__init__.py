# SPDX-License-Identifier: MIT
"""Not CuPy: a test double that does by NumPy what the CuPy twins ask of it, so that their logic, checks
and reports run without a GPU. It is never installed.

It says what it is: the device is called "NumPy in place of CuPy", and every report made with it carries
`stand_in_for`. As with CuPy, arrays are a type of their own that does not mix with NumPy's, and kernels
take the types they are declared with. Kernel bodies are the subset of C that is also Python: `type name =
expression;` and `out = expression`."""
import os

import numpy as np

from . import cuda, fft, random  # noqa: F401
from .arrays import ndarray, unwrap, wrap
from .kernels import ElementwiseKernel, ReductionKernel  # noqa: F401

os.environ["GPUJOB_STAND_IN_FOR"] = "cupy"

__version__ = f"stand-in by numpy {np.__version__}"
float32, float64, complex64, complex128, int16, int64 = (
    np.float32, np.float64, np.complex64, np.complex128, np.int16, np.int64)


def _by_numpy(function):
    def call(*values, out=None, **options):
        if out is not None:
            options["out"] = unwrap(out)
        done = function(*(unwrap(value) for value in values), **options)
        return out if out is not None else wrap(done)
    return call


add, sin, sqrt, abs, matmul, count_nonzero = (  # pylint: disable=redefined-builtin
    _by_numpy(function) for function in (np.add, np.sin, np.sqrt, np.abs, np.matmul, np.count_nonzero))


def asarray(values):
    return ndarray(np.array(values)) if isinstance(values, np.ndarray) else values


def empty(shape, dtype=float64):
    # Never zeros: what is not written has to show.
    return ndarray(np.full(shape, np.nan, dtype))


def copyto(to, source):
    np.copyto(unwrap(to), unwrap(source))


def arange(stop, dtype=None):
    return ndarray(np.arange(stop, dtype=dtype))
