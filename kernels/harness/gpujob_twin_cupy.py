# SPDX-License-Identifier: MIT
"""What the CuPy twins of workloads share: the device, and kernels of one pass with types by name.

In CuPy threads and blocks cannot be chosen: a twin consists of array expressions, each a pass over
memory, or of ElementwiseKernel and ReductionKernel, which do several operations in one pass."""
import functools
import math
import time

import cupy
import numpy as np

import gpujob_twin_report as report_file
from gpujob_twin import NoDevice
from gpujob_twin_ceiling import MOST_COPIED
from gpujob_twin_report import readable

CHAINS = 8  # of multiply-adds in a thread
# As in device/queue.h: behind the level 2 cache, which is all that the runtime tells of.
INFINITY_CACHE_MIB = {"gfx942": 256, "gfx950": 256, "gfx1030": 128, "gfx1100": 96}
WAIT_FOR_HOST = """
extern "C" __global__ void gpujob_wait_for_host(volatile int* flags, int looks) {
  for (int look = 0; look < looks; ++look) {
    if (flags[0] != 0) return;
  }
  flags[1] = 1;
}
"""
C_NAMES = {"float32": "float", "float64": "double", "int16": "short"}


class Rates:
    """What a device reaches, by CuPy: gpujob_twin_ceiling.py."""
    most_copied = MOST_COPIED
    own_memory = True

    def cache_bytes(self):
        behind = INFINITY_CACHE_MIB.get(self.architecture().partition(":")[0])
        return behind << 20 if behind else self.properties.get("l2CacheSize") or 64 << 20

    def room(self, count):
        return cupy.empty(count, cupy.float32)

    def fill_all(self, room):
        room.fill(math.nan)

    def copy(self, to, source):
        cupy.copyto(to, source)

    def multiply_adds(self, kind):
        """Independent chains that converge to 0.1."""
        real, each = C_NAMES[kind], range(CHAINS)
        first = "".join(f"{real} c{k} = i * term + {k} * term;" for k in each)
        step = "".join(f"c{k} = c{k} * factor + term;" for k in each)
        chains = cupy.ElementwiseKernel(
            f"{kind} factor, {kind} term, int32 rounds", f"{kind} out",
            f"{first} for (int r = 0; r < rounds; ++r) {{ {step} }}"
            f"out = {' + '.join(f'c{k}' for k in each)}", f"gpujob_chains_{kind}")
        out = cupy.empty(self.units * 8 * 2048, np.dtype(kind))
        return out.size * CHAINS, lambda rounds: chains(0.999, 0.0001, rounds, out)

    def transfer(self, up, down):
        out, back = (np.frombuffer(cupy.cuda.alloc_pinned_memory(4 * count), np.float32, count)
                     for count in (up, down))
        to, source = self.room(up), self.room(down)
        upward, downward = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))

        def once():
            self.wait()
            start = time.perf_counter()
            to.set(out, stream=upward)
            source.get(stream=downward, out=back)
            self.wait()
            return time.perf_counter() - start
        return once


def why_no_device(runtime):
    """None where there is one."""
    try:
        if runtime.getDeviceCount():
            return None
    except Exception as problem:  # pylint: disable=broad-except
        driver = readable(runtime.driverGetVersion)
        if driver and "InsufficientDriver" in str(problem):
            return report_file.driver_problem("CuPy", driver, readable(runtime.runtimeGetVersion))
    return "no driver, or no GPU in the job"


class CupyDevice(Rates):
    """The current device of those that the job sees."""
    on_cpu = False
    clock = "event"

    def __init__(self):
        runtime = cupy.cuda.runtime
        why = why_no_device(runtime)
        if why:
            raise NoDevice(f"CuPy reaches no device here ({why})")
        self.device = cupy.cuda.Device()
        self.properties = runtime.getDeviceProperties(self.device.id)
        self.units = self.properties["multiProcessorCount"]
        self.timed = report_file.variable("GPUJOB_STAND_IN_FOR") != "cupy"

    def wait(self):
        self.device.synchronize()

    def mark(self):
        event = cupy.cuda.Event()
        event.record()
        return event

    def seen_by_both(self, count):
        return np.frombuffer(cupy.cuda.alloc_pinned_memory(4 * count), np.int32, count)

    @functools.cached_property
    def waiting_kernel(self):
        return cupy.RawKernel(WAIT_FOR_HOST, "gpujob_wait_for_host")

    def wait_for_host(self, flags, looks):
        self.waiting_kernel((1,), (1,), (np.uint64(flags.ctypes.data), np.int32(looks)))

    def seconds(self, before, after):
        after.synchronize()
        return cupy.cuda.get_elapsed_time(before, after) / 1e3

    def place(self, array):
        return cupy.asarray(array)

    def fill(self, placed, array):
        placed.set(array)

    def fetch(self, placed, array):
        placed.get(out=array)

    def architecture(self):
        """Of AMD's GPUs CuPy tells the compute capability that HIP makes up, and their own name."""
        had = self.properties
        return had["gcnArchName"].decode() if had.get("gcnArchName") else f"sm_{had['major']}{had['minor']}"

    def facts(self):
        had, runtime = self.properties, cupy.cuda.runtime
        # Newer CUDA does not report clocks here.
        khz = {"core_max": had.get("clockRate"), "memory_max": had.get("memoryClockRate")}
        bus = readable(lambda: f"{had['pciDomainID']:04x}:{had['pciBusID']:02x}:"
                               f"{had['pciDeviceID']:02x}.0")
        return {"model": had["name"].decode(), "architecture": self.architecture(),
                "units": self.units, "memory_bytes": int(had["totalGlobalMem"]),
                "driver": report_file.version_text(readable(runtime.driverGetVersion)),
                "runtime": report_file.version_text(readable(runtime.runtimeGetVersion)), "bus_id": bus,
                "clocks_hz": {what: rate * 1e3 for what, rate in khz.items() if rate}}

    def compiler(self):
        return f"cupy {cupy.__version__}, {report_file.python_version()}"


class InCupy:
    """A base of an Experiment whose first argument is its device: `class Run(InCupy, VectorAdd)`."""

    def __init__(self, choice, draw):
        super().__init__(CupyDevice(), choice, draw)

    def compute(self, inputs, out):
        self.kernel(*inputs, out)

    def typed(self, text, names):
        """STORED is the type of what is stored, REAL that of the arithmetic."""
        stored = np.dtype(self.storage).name
        real = stored if self.choice.precision != "mixed" else "float64"
        return text.replace("STORED", names.get(stored, stored)).replace("REAL", names.get(real, real))

    def elementwise(self, name, inputs, operation):
        """One pass. `inputs` are "STORED x, REAL mean"; `operation`, in C, sets `out`. In it `i` is the
        element's index."""
        return cupy.ElementwiseKernel(self.typed(inputs, {}), self.typed("STORED out", {}),
                                      self.typed(operation, C_NAMES), f"gpujob_{name}")

    def sum_of(self, name, inputs, term, result="out = a"):
        """One pass that adds up `term` of the inputs along an axis; `a` is the sum."""
        return cupy.ReductionKernel(self.typed(inputs, {}), self.typed("STORED out", {}), term,
                                    "a + b", result, "0", f"gpujob_{name}")
