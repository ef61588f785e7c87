# SPDX-License-Identifier: MIT
"""What the lessons share in Numba; lesson.h is the same for C++. A lesson's folder has a module for each variant,
with kernels and a function of its name that launches them; `serial` is a loop on one core.

Without a GPU the kernels run in Numba's simulator of CUDA: right answers, and times that mean nothing."""
import importlib.util
import math
import os
import sys

import numpy as np

import gpujob_twin as twin
import gpujob_twin_ceiling as ceilings
import gpujob_twin_device as devices
import gpujob_twin_elements as elements
import gpujob_twin_report as report_file


def spec_of(name, kernels, precision, threads, *parameters, from_host=()):
    """Those `from_host` go to the host and back: only all of it can be timed."""
    variants = tuple(twin.Variant(variant, data="host" if variant in from_host else "resident")
                     for variant in (*kernels, "serial"))
    return twin.Spec(name, "numba", variants, (precision,),
                     (twin.Parameter("threads", "integer", str(threads), 1, 1024), *parameters))


def device_of(numba, variant):
    if variant == "serial":
        return devices.Cores(numba)
    given = report_file.variable("GPUJOB_GPU_KEY") and not report_file.variable("GPUJOB_STAND_IN_FOR")
    if not given and os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
        from numba import cuda
        if report_file.variable("GPUJOB_STAND_IN_FOR") or not cuda.is_available():
            # Numba looks at this when it is imported.
            os.environ.update(NUMBA_ENABLE_CUDASIM="1", GPUJOB_STAND_IN_FOR="numba")
            few = [] if "--max-samples" in sys.argv else ["--min-samples", "1", "--max-samples", "1"]
            os.execv(sys.executable, [sys.executable, twin.__file__, *sys.argv, *few])
    return devices.numba_device(numba)


def load(folder, name):
    if folder not in sys.path:
        sys.path.append(folder)  # behind all others: its names are the student's
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Lesson(twin.Experiment):
    """`file` is the lesson's own. A subclass gives `arguments`, `right`, `rule` and `work`."""
    arithmetic = None  # "float32" or "float64" where the multiply-adds are the ceiling, not the memory

    def __init__(self, numba, file, choice, inputs, results, kind=np.float32):
        self.variant, self.threads = choice.variant, int(choice.parameters["threads"])
        self.device = device_of(numba, self.variant)
        self.run = getattr(load(os.path.dirname(os.path.realpath(file)), self.variant), self.variant)
        self.inputs = [self.device.place(array) for array in inputs]
        self.host_out = np.zeros(results, kind)
        self.out = self.device.place(self.host_out)

    def poison(self):
        filler = math.nan if self.host_out.dtype.kind == "f" else -1
        self.host_out = np.full_like(self.host_out, filler)
        self.device.fill(self.out, self.host_out)

    def launch(self):
        threads = () if self.variant == "serial" else (self.threads,)
        self.run(*self.inputs, self.out, *self.arguments(), *threads)

    def download(self):
        self.device.fetch(self.out, self.host_out)

    def check(self):
        tolerance, scale, what = self.rule()
        return elements.check_elements(self.host_out, self.right().reshape(-1), tolerance, scale, what, block=1)

    def traffic(self):
        return 0 if self.arithmetic else ceilings.moved_by(self.work())

    def ceiling(self):
        if self.variant == "serial":
            return None  # that of all cores says little about one in its nearest cache
        if self.arithmetic:
            return ceilings.fma(self.device, self.arithmetic, self.work()["operations"])
        return ceilings.memory(self.device, ceilings.moved_by(self.work()))

    def arguments(self):
        """What a kernel takes after its arrays."""
        raise NotImplementedError

    def right(self):
        """The right results, in float64."""
        raise NotImplementedError

    def rule(self):
        """Tolerance, size of a result that counts at least, and what a result is called."""
        raise NotImplementedError
