# SPDX-License-Identifier: MIT
"""Compiles what the Numba twins launch on a GPU, without a GPU, and runs nothing of it: Numba types and
lowers the kernels as it does for an NVIDIA GPU, and LLVM makes PTX of them, which NVIDIA's own library
would do. Numba's simulator knows nothing of types, and takes what its compiler refuses.

usage: twin_ptx_session.py REQUESTS ANSWERS   (JSON: a list of {twin, arguments}; for each, and at last for
                                               the ceilings and waiting for the host, {PTX by the name of its kernel})
"""
import json
import os
import random
import runpy
import sys

import llvmlite.binding as llvm
import numpy as np
from numba import cuda
from numba.cuda import codegen, dispatcher
from numba.cuda.cudadrv import nvvm

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kernels/harness"))
import gpujob_twin  # noqa: E402
import gpujob_twin_device as devices  # noqa: E402

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
MACHINE = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_75", features="+ptx64")
OPTIMISE = llvm.create_module_pass_manager()
LAUNCHED = {}


class Library:
    """As much of NVIDIA's compiler library as Numba asks before it has code to compile."""
    is_nvvm70 = True

    def get_ir_version(self):
        return 1, 5, 3, 0


class Gpu:
    compute_capability = (7, 5)


class Array(np.ndarray):
    """An array of the host in place of a device's: to Numba they are of one type."""

    def copy_to_device(self, array):
        self[...] = array

    def copy_to_host(self, array):
        array[...] = self


class Device(devices.CudaArrays, devices.Rates):
    """Where kernels are compiled, and launched to no effect."""
    on_cpu, units, cuda = False, 1, cuda


def on_device(array):
    return np.array(array).view(Array)


def ptx_of(library, cc=None):  # pylint: disable=unused-argument
    modules = [llvm.parse_assembly(text) for text in library.llvm_strs]
    for module in modules:
        module.verify()
    for other in modules[1:]:
        modules[0].link_in(other)
    OPTIMISE.run(modules[0])
    return MACHINE.emit_assembly(modules[0])


def stand_in():
    """Puts these in the places of the driver and of NVIDIA's library."""
    passes = llvm.create_pass_manager_builder()
    passes.opt_level = 3
    passes.populate(OPTIMISE)
    nvvm.NVVM.__new__ = lambda cls: Library()
    codegen.CUDACodeLibrary.get_asm_str = ptx_of
    dispatcher.get_current_device = Gpu
    dispatcher.ForAll._compute_thread_per_block = lambda launch, kernel: 128
    dispatcher._Kernel.bind = lambda kernel: None
    dispatcher._Kernel.launch = lambda kernel, *_: LAUNCHED.update(
        {kernel.entry_name: kernel.library.get_asm_str()})
    cuda.to_device = on_device
    cuda.device_array = lambda shape, kind: on_device(np.empty(shape, kind))
    devices.numba_device = lambda numba: Device()


def launch_all(spec, options, make):  # pylint: disable=unused-argument
    """In place of gpujob_twin.run."""
    run = make(options, random.Random(1))
    run.poison()
    run.upload()
    run.launch()
    run.download()
    run.finish()
    run.check()  # wrong, for nothing was computed


def launched(program):
    LAUNCHED.clear()
    program()
    return dict(LAUNCHED)


def twin_program(twin, arguments):
    sys.argv = [twin, *arguments]
    runpy.run_path(twin, run_name="__main__")


def ceilings():
    device = Device()
    device.fill_all(device.room(100))
    device.copy(device.room(100), device.room(100))
    for kind in ("float32", "float64"):
        device.multiply_adds(kind)[1](1)
    device.wait_for_host(on_device(np.zeros(2, "int32")), 5)


if __name__ == "__main__":
    asked, answers = sys.argv[1:3]
    stand_in()
    gpujob_twin.run = launch_all
    with open(asked, encoding="utf-8") as file:
        requests = json.load(file)
    done = [launched(lambda: twin_program(request["twin"], request["arguments"])) for request in requests]
    done.append(launched(ceilings))
    with open(answers, "w", encoding="utf-8") as file:
        json.dump(done, file)
