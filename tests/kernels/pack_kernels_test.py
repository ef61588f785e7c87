# SPDX-License-Identifier: MIT
"""What can be seen of a workload's GPU kernels without a GPU: those meant to read and write 16 bytes at a
time do, none spills a register or has a stack frame that is not listed, and each has as many registers as
in registers/WORKLOAD.BACKEND.txt, if the compiler is the one named there (GPUJOB_BLESS=1 writes the file).
For HIP the built program is looked at, for CUDA the source is compiled once more, to PTX. In the same way
the instructions of the innermost loops and of the way over whole packs are those of loops/WORKLOAD.BACKEND.txt, and
within budgets.

usage: pack_kernels_test.py cuda SOURCE KERNELS_DIRECTORY NVCC
       pack_kernels_test.py hip PROGRAM
"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile

import kernel_resources
import machine_code
from skip import skip

CUDA_ARCHITECTURES = ("75", "80", "86", "89", "90")
# GPUs from which on a source has other code: it is compiled for them, too. integrate2d hybrid has another share.
OWN_CODE_FROM = {"matmul": ["80"], "integrate2d": ["86"]}
LOOP_ARCHITECTURES = {"cuda": ("80", "89", "90"), "hip": ("gfx90a",)}
# No work; what the host writes meanwhile stands in no cache.
WAITS = re.compile("wait_for_host")
PAST_CACHES = {"cuda": r"\bld\.volatile\.", "hip": r"_load_dword .*\bglc\b"}
# One access a lane in the tail of a list, whole packs before it.
GLOBAL = {"cuda": r"\b(?:ld|st)\.global\.(?:nc\.)?(?:v4\.[fbu]32|v2\.[fbu]64)",
          "hip": r"\b(?:global|flat)_(?:load|store)_dwordx4"}
HALF = {"cuda": r"\bld\.global\.(?:nc\.)?v2\.[fbu]32", "hip": r"\b(?:global|flat)_load_dwordx2"}
SHARED_LOAD = {"cuda": r"\bld\.shared\.(?:v4\.[fbu]32|v2\.[fbu]64)", "hip": r"\bds_read_b128"}
# Workload, its kernels by mangled name, and how many accesses of a kind each has at least; without a workload
# the kernels of all, which need not have any. The tuned product reads packs of B and writes packs of C where
# tiles are whole, and for each of two values of k at least six packs of its tiles.
WIDE = (("", r"each_pack(?!.*PairNorms)", GLOBAL, 2),
        ("vector_add", r"each_pack.*AddValues", GLOBAL, 3),
        ("gaussian_pdf", r"each_pack.*gaussian_pdf", GLOBAL, 2),
        ("polar_distance", r"each_pack.*polar_distance", GLOBAL, 5),
        ("zero_suppress", r"each_pack.*Suppress", GLOBAL, 2),
        ("pulses", r"each_pack.*pulses", GLOBAL, 2),
        ("hidden_layer", r"each_pack.*Fused", GLOBAL, 3),
        ("elementwise", r"each_pack.*elementwise", GLOBAL, 2),
        ("stream", r"each_pack.*(Scale|Triad)", GLOBAL, 2),
        ("stream", r"each_block.*DotBlock", GLOBAL, 2),
        ("l2_norm", r"each_block.*SegmentsByTeams", GLOBAL, 5),
        ("l2_norm", r"each_block.*SegmentsByTeamsIf", HALF, 5),  # rows of an even length, not a multiple of 4
        ("l2_norm", r"each_pack.*PairNorms", GLOBAL, 1),  # writes 8 bytes: the norms of two rows
        ("matmul", r"TunedProductI[fd]Lb1E", GLOBAL, 2),
        ("matmul", r"TunedProductI", SHARED_LOAD, 12))


def hip_kernels(program, folder):
    """(compiler, kernels, text of each by name for the last architecture, instructions)."""
    with open(program + ".json", encoding="utf-8") as file:
        described = json.load(file)
    kernels = []
    codes = {}
    for architecture in described["architectures"]:
        code = kernel_resources.hip_code(program, architecture, folder)
        if code is None or kernel_resources.llvm("llvm-objdump", "--version") is None:
            skip("no tools here to take a HIP program apart")
        kernels += kernel_resources.of_code(code, architecture)
        listing = kernel_resources.llvm("llvm-objdump", "-d", code)
        if architecture in LOOP_ARCHITECTURES["hip"]:
            codes |= {(name, architecture): code for name, code in machine_code.amd_kernels(listing)}
    # What the host can launch was compiled for each GPU: a file other than the workload's own is compiled for one.
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    launched = {re.sub(r"(\d+)__device_stub__", lambda found: str(int(found[1]) - len("__device_stub__")), name)
                for name in re.findall(r"\S*__device_stub__\S*", symbols)}
    for architecture in described["architectures"]:
        missing = launched - {kernel.mangled for kernel in kernels if kernel.architecture == architecture}
        assert launched and not missing, (architecture, missing)
    texts = dict(re.findall(r"\n[0-9a-f]+ <(\S+)>:\n(.*?)(?=\n\n|\Z)", listing, re.S))
    return described["compiler"], kernels, texts, codes


def cuda_kernels(source, kernels, nvcc, folder):
    """(compiler, kernels, text of each by name, instructions)."""
    ptx = {}  # by architecture
    for base in [CUDA_ARCHITECTURES[0], *OWN_CODE_FROM.get(workload, [])]:
        path = os.path.join(folder, f"kernels_{base}.ptx")
        call = [nvcc, "-std=c++17", "-O3", f"-arch=compute_{base}", f"-I{kernels}", "--Werror", "all-warnings"]
        subprocess.run([*call, "-ptx", "-x", "cu", source, "-o", path], check=True)
        ptx |= {a: path for a in CUDA_ARCHITECTURES if int(a) >= int(base)}
    texts = {}
    for path in sorted(set(ptx.values())):
        with open(path, encoding="utf-8") as file:
            texts |= re.findall(r"\.entry (\w+)\((.*?\n\})", file.read(), re.S)
    version = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    found = [k for a in CUDA_ARCHITECTURES for k in kernel_resources.ptx(nvcc, ptx[a], a, cubin_of(folder, a))]
    codes = {(name, f"sm_{a}"): code for a in LOOP_ARCHITECTURES["cuda"]
             for name, code in machine_code.nvidia_kernels(cubin_of(folder, a), int(a))}
    return "nvcc " + re.search(r"V([\d.]+)", version)[1], found, texts, codes


def cubin_of(folder, architecture):
    return os.path.join(folder, f"sm_{architecture}.cubin")


def narrow(workload, texts):
    """What is not as WIDE has it."""
    for owner, pattern, access, least in WIDE:
        if owner not in ("", workload):
            continue
        names = [name for name in texts if re.search(pattern, name)]
        if owner and not names:
            yield f"no kernel matches {pattern}"
        for name in names:
            count = len(re.findall(access[backend], texts[name]))
            if count < least:
                yield f"{kernel_resources.demangle([name])[name]}: {count} accesses like {access[backend]}, not {least}"


def changes(kind, table):
    """What differs from the table of that kind that is kept, if that is of the same compiler."""
    path = os.path.join(os.path.dirname(os.path.realpath(__file__)), kind, f"{workload}.{backend}.txt")
    if os.environ.get("GPUJOB_BLESS") == "1":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(table)
    with open(path, encoding="utf-8") as file:
        kept = file.read()
    of, now = (text.split("\n", 1)[0] for text in (kept, table))
    if of != now:
        print(f"counted: {kind} not compared: the table is of {of}, here is {now}")
        return []
    return list(difflib.unified_diff(kept.split("\n"), table.split("\n"), path, "now", lineterm="", n=0))


backend, subject = sys.argv[1:3]
if not os.path.exists(subject) or (backend == "cuda" and not (sys.argv[4:] and os.path.exists(sys.argv[4]))):
    skip(f"this build has no {backend} programs")
workload = os.path.basename(subject).split(".")[0]
with tempfile.TemporaryDirectory() as scratch:
    compiler, found, texts, codes = (hip_kernels(subject, scratch) if backend == "hip"
                                     else cuda_kernels(*sys.argv[2:5], scratch))
assert found and {k.mangled for k in found} <= set(texts), "the compiler's output is not understood"
problems = kernel_resources.complaints(found)
waits = [text for name, text in texts.items() if WAITS.search(name)]
assert waits and all(re.search(PAST_CACHES[backend], text) for text in waits), waits
found = [k for k in found if not WAITS.search(k.mangled)]
codes = {kernel: code for kernel, code in codes.items() if not WAITS.search(kernel[0])}
loops = {kernel: machine_code.innermost_loops(code) for kernel, code in codes.items()}
ways = {kernel: machine_code.pack_way(code) for kernel, code in codes.items() if "each_pack" in kernel[0]}
table = kernel_resources.register_table(found, compiler)
looping = len(list(filter(None, loops.values())))
print(f"counted: {len(found)} register counts, {looping} kernels with inner loops\n{table}")
problems += [*narrow(workload, texts), *changes("registers", table)]
if codes:
    names = kernel_resources.demangle(sorted({name for name, _ in codes}))
    readable = {mangled: kernel_resources.short(name) for mangled, name in names.items()}
    problems += machine_code.over_budget(backend, codes, readable.get)
    problems += machine_code.over_pack_budget(backend, ways, readable.get)
    problems += changes("loops", machine_code.table(loops, ways, compiler, readable.get))
assert not problems, "\n".join(problems)
