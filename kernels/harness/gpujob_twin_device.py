# SPDX-License-Identifier: MIT
"""What a Python twin runs on: an NVIDIA GPU or this machine's cores through Numba, or one Python
thread (for CuPy see gpujob_twin_cupy.py). A device has `units`, `on_cpu`, `clock` and `cuda`: Numba's
module of kernels, None on cores. Marks are points in time on it. `place` gives an array its copy on
the device, `fill` overwrites that copy, `fetch` brings it back into an array of the host. The rest
is for ceilings: gpujob_twin_ceiling.py."""
import importlib
import math
import os
import platform
import re
import time

import gpujob_twin_report as report_file
from gpujob_twin import NoDevice
from gpujob_twin_ceiling import MOST_COPIED
from gpujob_twin_report import readable

LAST_CACHE = 194  # _SC_LEVEL3_CACHE_SIZE of glibc, a name that Python does not have


def numba_device(numba):
    """The GPU if Numba reaches one, else the cores, but never in place of a GPU that the job was given:
    the report would be taken for that GPU's."""
    from numba import cuda
    stands_in = report_file.variable("GPUJOB_STAND_IN_FOR")
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        return SimulatedDevice(cuda, numba)
    if not stands_in and cuda.is_available():
        return CudaDevice(cuda, numba)
    if not stands_in and report_file.variable("GPUJOB_GPU_KEY"):
        raise NoDevice("Numba reaches no CUDA device here (no driver, no toolkit, or no GPU in the job)")
    return Cores(numba)


def first_word(path):
    """Of a file; empty if it cannot be read."""
    try:
        with open(path, encoding="ascii") as file:
            return (file.read().split() or [""])[0]
    except OSError:
        return ""


def said_last_cache_bytes():
    """Bytes that GPUJOB_LAST_CACHE_MIB says, for machines that tell their cache wrong; 0 if it is not set."""
    text = report_file.variable("GPUJOB_LAST_CACHE_MIB")
    if text is None:
        return 0
    if re.fullmatch("[0-9]{1,6}", text) and int(text) > 0:
        return int(text) << 20
    raise ValueError(f"GPUJOB_LAST_CACHE_MIB is '{text}', which is not a number of MiB; unset it, or set it to one "
                     "such as 32")


def last_cache_bytes(cpus="/sys/devices/system/cpu"):
    """Bytes of the level 3 caches of this process's cores, from `cpus`; else what the C library says,
    which on some processors is the whole socket's; else 32 MiB."""
    counted = {}
    for cpu in os.sched_getaffinity(0):
        cache = os.path.join(cpus, f"cpu{cpu}", "cache", "index3")
        size = re.fullmatch(r"([0-9]+)([KM]?)", first_word(os.path.join(cache, "size")))
        if size:
            shared = first_word(os.path.join(cache, "shared_cpu_list"))
            counted[shared] = int(size[1]) << {"K": 10, "M": 20}.get(size[2], 0)
    if sum(counted.values()) > 0:
        return sum(counted.values())
    found = readable(lambda: os.sysconf(LAST_CACHE)) if platform.libc_ver()[0] == "glibc" else 0
    return found if found and found > 0 else 32 << 20


class Rates:
    """Loops of gpujob_twin_numba_rates.py, compiled when they are first called."""
    most_copied = MOST_COPIED
    own_memory = False
    timed = True

    @property
    def rates(self):
        return importlib.import_module("gpujob_twin_numba_rates")

    def cache_bytes(self):
        return said_last_cache_bytes() or last_cache_bytes()

    def room(self, count):
        return self.rates.room_on_cores(count)

    def fill_all(self, room):
        # Without a compiler a loop takes minutes.
        self.rates.fill_on_cores(room, math.nan) if self.timed else room.fill(math.nan)

    def copy(self, to, source):
        self.rates.copy_on_cores(to, source)

    def multiply_adds(self, kind):
        return self.rates.multiply_adds_on_cores(kind, self.units)


class Cores(Rates):
    """Numba's parallel target: all cores that the job has, without a GPU."""
    on_cpu = True
    clock = "steady"
    cuda = None

    def __init__(self, numba):
        self.numba = numba
        self.timed = not numba.config.DISABLE_JIT
        numba.set_num_threads(min(report_file.allowed_cores(), numba.config.NUMBA_NUM_THREADS))
        self.units = numba.get_num_threads()

    def wait(self):
        pass

    def mark(self):
        return time.perf_counter()

    @staticmethod
    def seconds(before, after):
        return after - before

    def place(self, array):
        return array.copy()

    def fill(self, placed, array):
        placed[...] = array

    def fetch(self, placed, array):
        array[...] = placed

    def facts(self):
        clock = report_file.cpuinfo("cpu MHz")
        return {"model": report_file.cpuinfo("model name") or platform.machine(),
                "architecture": platform.machine(), "units": self.units,
                "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE"),
                "driver": None, "runtime": None, "bus_id": None,
                "clocks_hz": {"core": float(clock) * 1e6} if clock else {}}

    def compiler(self):
        return f"numba {self.numba.__version__}, {report_file.python_version()}"


class Interpreter(Cores):
    """One Python thread, or a process that it starts."""
    on_cpu = False  # its share of the cores says nothing here

    def __init__(self):
        self.units = 1

    def compiler(self):
        return report_file.python_version()


class CudaArrays:
    """Arrays as Numba's `cuda` keeps them."""
    cuda = None
    own_memory = True

    def place(self, array):
        return self.cuda.to_device(array)

    def fill(self, placed, array):
        placed.copy_to_device(array)

    def fetch(self, placed, array):
        placed.copy_to_host(array)

    def room(self, count):
        return self.cuda.device_array(count, "float32")

    def fill_all(self, room):
        self.rates.fill_on_cuda(room)

    def copy(self, to, source):
        self.rates.copy_on_cuda(to, source)

    def transfer(self, up, down):
        return self.rates.transfer_by_cuda(self, up, down)

    def multiply_adds(self, kind):
        return self.rates.multiply_adds_on_cuda(kind, 8 * 2048 * self.units)

    def seen_by_both(self, count):
        return self.cuda.mapped_array(count, "int32")

    def wait_for_host(self, flags, looks):
        self.rates.wait_on_cuda(flags, looks)


class CudaDevice(CudaArrays, Rates):
    """Device 0 of those that the job sees, through Numba."""
    on_cpu = False
    clock = "event"

    def __init__(self, cuda, numba):
        self.cuda, self.numba = cuda, numba
        self.device = cuda.get_current_device()
        self.units = self.device.MULTIPROCESSOR_COUNT

    def wait(self):
        self.cuda.synchronize()

    def mark(self):
        event = self.cuda.event()
        event.record()
        return event

    def seconds(self, before, after):
        after.synchronize()
        return self.cuda.event_elapsed_time(before, after) / 1e3

    def facts(self):
        device, cuda = self.device, self.cuda
        major, minor = device.compute_capability
        name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
        memory = readable(lambda: cuda.current_context().get_memory_info())
        khz = {"core_max": readable(lambda: device.CLOCK_RATE),
               "memory_max": readable(lambda: device.MEMORY_CLOCK_RATE)}
        bus = readable(lambda: f"{device.PCI_DOMAIN_ID:04x}:{device.PCI_BUS_ID:02x}:"
                               f"{device.PCI_DEVICE_ID:02x}.0")
        return {"model": name, "architecture": f"sm_{major}{minor}", "units": self.units,
                "memory_bytes": int(memory[1]) if memory else 0,
                "driver": report_file.version_text(readable(lambda: cuda.cudadrv.driver.driver.get_version())),
                "runtime": report_file.version_text(readable(cuda.runtime.get_version)), "bus_id": bus,
                "clocks_hz": {what: rate * 1e3 for what, rate in khz.items() if rate}}

    def cache_bytes(self):
        return readable(lambda: self.device.L2_CACHE_SIZE) or 64 << 20

    def compiler(self):
        # In newer Numba CUDA is a separate package.
        package = readable(lambda: f", numba-cuda {__import__('numba_cuda').__version__}") or ""
        return f"numba {self.numba.__version__}{package}, {report_file.python_version()}"


class SimulatedDevice(CudaArrays, Cores):
    """Numba's simulator of CUDA: right answers by Python threads, no timing of anything."""
    on_cpu = False
    most_copied = 1024

    def __init__(self, cuda, numba):
        super().__init__(numba)
        self.cuda = cuda
        self.units = 1
        self.timed = False

    def cache_bytes(self):
        return 0

    def multiply_adds(self, kind):
        return self.rates.multiply_adds_on_cuda(kind, 4)

    def facts(self):
        return {**super().facts(), "model": "Numba CUDA simulator", "architecture": "simulator"}
