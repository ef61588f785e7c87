# SPDX-License-Identifier: MIT
"""What the Numba twins of workloads share: the device, and a body of one element made into a kernel,
with one thread per element on a GPU, else with a share of the elements for each core."""
import numba
from numba import cuda, njit, prange

import gpujob_twin_device as devices

THREADS = 512  # a block of the grid


class InNumba:
    """A base of an Experiment whose first argument is its device: `class Run(InNumba, VectorAdd)`."""

    def __init__(self, choice, draw):
        super().__init__(devices.numba_device(numba), choice, draw)

    def compute(self, inputs, out):
        self.kernel(self.count, out, *inputs)

    def jit_device(self, function):
        """A device function, or its counterpart on the cores."""
        return cuda.jit(device=True)(function) if self.device.cuda else njit(function)

    def each_element(self, body, as_ufunc=False):
        """A kernel(count, out, inputs...) that calls body(i, out, inputs...) for each element.
        `as_ufunc`: Numba chooses the size of the blocks, as it does for the lesson's ufuncs."""
        body = self.jit_device(body)
        if not self.device.cuda:
            def loop(count, out, *inputs):
                for i in prange(count):
                    body(i, out, *inputs)
            return njit(parallel=True)(loop)

        @cuda.jit
        def kernel(count, out, inputs):  # a tuple: kernels for GPUs take no *inputs
            i = cuda.grid(1)
            if i < count:
                body(i, out, *inputs)
        if as_ufunc:
            return lambda count, out, *inputs: kernel.forall(count)(count, out, inputs)
        return lambda count, out, *inputs: kernel[-(-count // THREADS), THREADS](count, out, inputs)

    def on_square(self, kernel, side):
        """A kernel(n, arrays...) over the elements of a square, in blocks of side x side threads."""
        compiled = cuda.jit(kernel)

        def launch(n, *arrays):
            blocks = -(-n // side)
            compiled[(blocks, blocks), (side, side)](n, *arrays)
        return launch
