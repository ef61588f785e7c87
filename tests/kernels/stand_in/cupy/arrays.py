# SPDX-License-Identifier: MIT
"""Arrays of the stand-in for CuPy: NumPy's inside, kept apart from NumPy's outside."""
import numpy as np


def unwrap(value):
    """What NumPy computes with. An array of the host is refused, as CuPy does."""
    if isinstance(value, np.ndarray):
        raise TypeError("Unsupported type <class 'numpy.ndarray'>")
    return value.on_device if isinstance(value, ndarray) else value


def wrap(value):
    return ndarray(np.asarray(value))


class ndarray(np.lib.mixins.NDArrayOperatorsMixin):  # pylint: disable=invalid-name
    def __init__(self, values):
        self.on_device = values

    shape, dtype, size = (property(lambda self, name=name: getattr(self.on_device, name))
                          for name in ("shape", "dtype", "size"))

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        done = getattr(ufunc, method)(*(unwrap(value) for value in inputs), **options)
        return wrap(done)

    def __array__(self, *_):
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`.")

    def __getitem__(self, at):
        at = at if isinstance(at, (slice, tuple)) else unwrap(at)
        return ndarray(self.on_device[at])

    def astype(self, dtype):
        return ndarray(self.on_device.astype(dtype))

    def sum(self, axis=None, out=None):
        done = self.on_device.sum(axis=axis, out=None if out is None else unwrap(out))
        return out if out is not None else wrap(done)

    def fill(self, value):
        self.on_device.fill(value)

    def set(self, values, stream=None):
        assert stream is None or stream.non_blocking
        if not isinstance(values, np.ndarray) or values.dtype != self.dtype or values.shape != self.shape:
            raise ValueError("Shape or type mismatch")
        self.on_device[...] = values

    def get(self, stream=None, out=None):
        assert stream is None or stream.non_blocking
        if out is None:
            return self.on_device.copy()
        if out.dtype != self.dtype or out.shape != self.shape:
            raise ValueError("Shape or type mismatch")
        out[...] = self.on_device
        return out
