# SPDX-License-Identifier: MIT
"""The device layer with a stride or a first item that is off by one gives wrong answers or faults, for each kind of
launch: l2_norm has all of them. One program is made with a changed copy of launch_gpu.h that holds all mutants; $STRAY
chooses one when it runs.

usage: emulated_strides_test.py BUILD cuda|hip
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import emulated_program

build, backend = os.path.abspath(sys.argv[1]), sys.argv[2]
sources = emulated_program.sources_of(build)
# stray(n) is 1 in mutant n, otherwise 0.
CHANGES = [("blockIdx.x) * Threads + threadIdx.x;", "blockIdx.x) * (Threads + stray(1)) + threadIdx.x + stray(2);"),
           ("blockIdx.x) * block;", "blockIdx.x) * (block + stray(3) * lanes - stray(4));"),
           ("body(first + threadIdx.x * lanes,", "body(first + (threadIdx.x + stray(5)) * lanes,"),
           ("i = first + threadIdx.x;", "i = first + threadIdx.x + stray(6);"),
           ("i += kPackThreads)", "i += kPackThreads + stray(7))"),
           ("body.phase(p, first + blockIdx.x,", "body.phase(p, first + blockIdx.x + stray(8),"),
           ("namespace gpujob {\n", """#include <cstdlib>
namespace gpujob {
inline unsigned stray(int mutant) { return std::atoi(std::getenv("STRAY")) == mutant ? 1 : 0; }
""")]
ITEMS = ["--variant", "thread_a_row", "--param", "rows=600", "--param", "length=3"]
PACKS = ["--variant", "tuned", "--param", "rows=2601", "--param", "length=2"]
BLOCKS = ["--variant", "tuned", "--param", "rows=600", "--param", "length=3"]
wrong = "WRONG ANSWER, "
# The run in which a mutant shows, and how: a pack that begins at an odd place is read there.
MUTANTS = {1: (ITEMS, wrong), 2: (ITEMS, wrong), 3: (PACKS, wrong), 4: (PACKS, "misaligned address"),
           5: (PACKS, wrong), 6: (PACKS, wrong), 7: (PACKS, wrong), 8: (BLOCKS, wrong)}


def make_program(folder):
    """Its own kernels are compiled with the changed file, which is looked for first."""
    os.makedirs(os.path.join(folder, "device"))
    with open(os.path.join(sources, "device/launch_gpu.h"), encoding="utf-8") as file:
        text = file.read()
    for old, new in CHANGES:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with open(os.path.join(folder, "device/launch_gpu.h"), "w", encoding="utf-8") as file:
        file.write(text)
    shutil.copy(os.path.join(sources, "device/launch.h"), os.path.join(folder, "device"))  # includes its neighbour
    compiler = emulated_program.compiler_of(build)
    call = compiler.compiler_call(sources, backend)
    program = os.path.join(folder, "l2_norm")
    subprocess.run([call[0], f"-I{folder}", *call[1:], *(f"{sources}/workloads/l2_norm/l2_norm{part}.cc"
                                                         for part in ("", "_reference")),
                    *compiler.kept_objects(call, sources), "-o", program], check=True)
    return program


def end_of(program, mutant, words):
    os.environ["STRAY"] = str(mutant)
    done = emulated_program.run(program, *words)
    return done.returncode, done.stderr


with tempfile.TemporaryDirectory() as scratch:
    made = make_program(scratch)
    for run in (ITEMS, PACKS, BLOCKS):
        assert end_of(made, 0, run)[0] == 0, run
    for number, (run, text) in MUTANTS.items():
        status, said = end_of(made, number, run)
        assert status == 1 and re.search(text, said), (number, status, said)
print(f"counted: {backend}: {len(MUTANTS)} strides and first items off by one in the kernels of the device layer: all caught")
