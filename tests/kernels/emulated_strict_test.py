# SPDX-License-Identifier: MIT
"""The stand-in for the runtime is as strict as a real GPU may be: each variant of strict/ is right, and fails in each
of its wrong ways with the text that a person looks for. HIP's variants are CUDA's under its names, and its own.

usage: emulated_strict_test.py BUILD cuda|hip
"""
import os
import re
import sys
import tempfile

import emulated_program

build, backend = os.path.abspath(sys.argv[1]), sys.argv[2]
folder = os.path.join(os.path.dirname(os.path.realpath(__file__)), "strict")
HIP = backend == "hip"
# GPUs, and KiB of shared memory of a block, the usual and the most that can be asked for. The first one is the usual.
SHARED = {"mi250x": (64, 64), "mi300x": (64, 64)} if HIP else {
    "t4": (48, 64), "a100": (48, 163), "l40s": (48, 99), "h100": (48, 227)}
usual_gpu = next(iter(SHARED))
# What standard error says of a variant that is wrong in its 1st, 2nd ... way. RIGHT: this runtime allows it. DRY: too
# large to run.
RIGHT, DRY = "right", "right where nothing runs"
lost = r" failed \(unspecified launch failure\)"
configuration, argument, handle = (rf"GetLastError\(\) failed \({cause}\)" for cause in (
    "invalid configuration argument", "invalid argument", "invalid resource handle"))
off = r"WRONG ANSWER, value \d+ is off by"
unwritten = r"WRONG ANSWER, value \d+ is not finite, or was never written\n"
fence = rf"emulated: an event's time contains a system fence\n.*{handle}"
wrong = {"address": [r"AddressSanitizer: heap-buffer-overflow (?s:.*) in write_all.*/address\.\w+:7\n"],
         "aligned": [r"/aligned\.\w+:11:\d+: runtime error: store to misaligned address .* requires 16 byte alignment"],
         "barrier": [rf"block 0: 63 of 64 threads wait at line 8 \(barrier\), 1 have ended\n.*{lost}",
                     rf"block 0: (63|1) of 64 threads wait at line (8|10) \(barrier\), 0 have ended\n.*{lost}"],
         "event": [handle, fence if HIP else RIGHT],
         # Rows; blocks of a row; rows; 2^32 threads, and 1024 fewer; blocks of a row.
         "grid": [RIGHT, configuration, configuration, configuration, DRY, DRY] if HIP else
                 [configuration, configuration, configuration, DRY, DRY, DRY],
         "late_copy": [off, off if HIP else RIGHT],
         "order": [unwritten] * 5 + [off],
         "threads": [configuration, RIGHT if HIP else configuration],
         "unwritten": [unwritten] * 3 + [RIGHT, unwritten]}
own = {"warp": [off] * 3 +
               [unwritten, r"block 0: 32 of 64 threads wait at line (11|13) \(shuffle\), 0 have ended\n"]} if HIP else {
    "shuffle": [rf"block 0: 62 of 64 threads wait at line 9 \(shuffle\), 2 have ended\n.*{lost}"]}
MISPLACED = r" failed \(misaligned address\)"
# On GPUs that copy at once a missing wait does not show.
copies = {"h100": [unwritten] * 5 + [rf"{off} 32\n"], "t4": [RIGHT] * 3 + [unwritten, RIGHT, rf"{off} 32\n"]}
for ways in copies.values():
    ways += [rf"block 0: line 44 copies 16 bytes from no multiple of 16\n.*{MISPLACED}",
             rf"block 0: line 44 copies 16 bytes to no multiple of 16\n.*{MISPLACED}",
             rf"block 0: line 44 copies 12 bytes at once, not 4, 8 or 16\n.*{lost}",
             off, RIGHT, RIGHT]


def shared_memory(usual, most):
    """Ways by number: KiB twice, and one more where they are asked for first."""
    def beyond(kib):
        return rf"a block uses {kib * 1024 + 256} bytes of shared memory, at most {kib * 1024} are allowed\n.*{lost}"
    return {2 * (usual - 1): RIGHT, 2 * usual: beyond(usual), 2 * (usual + 1): argument,
            2 * (most - 1) + 1: RIGHT, 2 * most + 1: beyond(most), 2 * (most + 1) + 1: argument}


def cases():
    """(GPU, variant, way, what is said) of each run."""
    for variant, texts in {**wrong, **own}.items():
        yield from ((usual_gpu, variant, way, text) for way, text in enumerate([RIGHT, *texts]))
    for gpu, kib in SHARED.items():
        yield from ((gpu, "shared_memory", way, text) for way, text in {0: RIGHT, **shared_memory(*kib)}.items())
    for gpu, texts in ({} if HIP else copies).items():
        yield from ((gpu, "async_copy", way, text) for way, text in enumerate([RIGHT, *texts]))


def compiled(scratch):
    """All variants in one program."""
    sources = folder
    if HIP:
        sources = os.path.join(scratch, "sources")
        os.makedirs(sources)
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = emulated_program.as_hip(file.read())
            with open(os.path.join(sources, name.replace(".cu", ".hip")), "w", encoding="utf-8") as file:
                file.write(text)
    program = os.path.join(scratch, "strict")
    made = emulated_program.compiler_of(build).compile_program(
        os.path.join(sources, "strict.cc"), emulated_program.sources_of(build), program, backend)
    assert made == 0, "strict/ does not compile"
    return program


tried = {variant for _, variant, _, _ in cases()}
mine = {name.split(".")[0] for name in os.listdir(folder) if name.endswith((".cu", ".hip"))}
assert tried == mine - ({"shuffle", "async_copy"} if HIP else {"warp"}), tried ^ mine
with tempfile.TemporaryDirectory() as where:
    strict = compiled(where)
    said = 0
    for gpu, variant, way, text in cases():
        dry = {"dry": 1} if text == DRY else {}
        done = emulated_program.run(strict, "--variant", variant, "--param", f"wrong={way}", gpu=gpu, **dry)
        what = (gpu, variant, way, done.returncode, done.stderr)
        assert done.returncode == (0 if text in (RIGHT, DRY) else 1), what
        if text not in (RIGHT, DRY):
            assert re.search(text, done.stderr), what
            said += 1
print(f"counted: {backend}: {len(tried)} things that a GPU may punish, wrong in {said} ways: all said")
