# SPDX-License-Identifier: MIT
"""Kernels of a workload that work on a stream of values read and write 16 bytes at a time, on both makes
of GPU, and so do those listed below; and none of its kernels spills a register or has a stack frame that is not listed. For HIP the
built program is looked at, for CUDA the source is compiled once more, to PTX.

usage: pack_kernels_test.py cuda SOURCE KERNELS_DIRECTORY NVCC
       pack_kernels_test.py hip PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile

import kernel_resources
from skip import skip

ARCHITECTURES = {"cuda": "75", "hip": "gfx90a"}
# One access a lane in the tail of a list, whole packs before it.
GLOBAL = {"cuda": r"\b(?:ld|st)\.global\.(?:nc\.)?(?:v4\.[fbu]32|v2\.[fbu]64)",
          "hip": r"\b(?:global|flat)_(?:load|store)_dwordx4"}
SHARED_LOAD = {"cuda": r"\bld\.shared\.(?:v4\.[fbu]32|v2\.[fbu]64)", "hip": r"\bds_read_b128"}
# Kernels by mangled name, and how many such accesses each has at least. The tuned product reads a pack
# of A and of B where rows are of whole packs, and from its tiles four packs for each of 8 values of k.
WIDE = ((r"each_pack", GLOBAL, 2),
        (r"TunedProductI[fd]Lb1E", GLOBAL, 2),
        (r"TunedProductI", SHARED_LOAD, 32))


def hip_kernels(program, folder):
    """(kernels as `complaints` wants them, text of each by name)."""
    architecture = ARCHITECTURES["hip"]
    code = kernel_resources.hip_code(program, architecture, folder)
    if code is None or kernel_resources.llvm("llvm-objdump", "--version") is None:
        skip("no tools here to take a HIP program apart")
    listing = kernel_resources.llvm("llvm-objdump", "-d", code)
    texts = dict(re.findall(r"\n[0-9a-f]+ <(\S+)>:\n(.*?)(?=\n\n|\Z)", listing, re.S))
    return kernel_resources.of_code(code, architecture), texts


def cuda_kernels(source, kernels, nvcc, folder):
    ptx = os.path.join(folder, "kernels.ptx")
    call = [nvcc, "-std=c++17", "-O3", f"-arch=compute_{ARCHITECTURES['cuda']}", f"-I{kernels}"]
    subprocess.run([*call, "-ptx", "-x", "cu", source, "-o", ptx], check=True)
    with open(ptx, encoding="utf-8") as file:
        texts = dict(re.findall(r"\.entry (\w+)\((.*?\n\})", file.read(), re.S))
    return kernel_resources.ptx(nvcc, ptx, ARCHITECTURES["cuda"]), texts


backend = sys.argv[1]
if not os.path.exists(sys.argv[2]) or (backend == "cuda" and not (sys.argv[4:] and os.path.exists(sys.argv[4]))):
    skip(f"this build has no {backend} programs")
with tempfile.TemporaryDirectory() as scratch:
    found, texts = (hip_kernels(sys.argv[2], scratch) if backend == "hip"
                    else cuda_kernels(*sys.argv[2:5], scratch))
assert found and {k[1] for k in found} <= set(texts), "the compiler's output is not understood"
problems = kernel_resources.complaints(found)
packs = set()
for pattern, access, least in WIDE:
    names = [name for name in texts if re.search(pattern, name)]
    if "matmul" in os.path.basename(sys.argv[2]) and "Tuned" in pattern and not names:
        problems.append(f"no kernel matches {pattern}")
    packs.update(names)
    for name in names:
        count = len(re.findall(access[backend], texts[name]))
        if count < least:
            problems.append(f"{kernel_resources.demangle([name])[name]}: {count} accesses of 16 bytes, not {least}")
assert not problems, "\n".join(problems)
print(f"{len(found)} kernels without spills, {len(packs)} of them on packs of 16 bytes")
