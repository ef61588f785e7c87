# SPDX-License-Identifier: MIT
"""What the GPU compilers say about each kernel: registers spilled and memory used for a stack frame."""
import os
import re
import subprocess

# Kernels that may have a stack frame: most bytes, name, why.
STACK_FRAMES = (
    (48, r"(NaiveRows|SharedBlocks|(PointValues|RowPieces)<.*(LibraryRow|LibmRow))<",
     "CUDA's sine keeps the digits of 2/pi there for angles beyond 1e5, which do not occur"),
    (160, r"PointValues<.*(PolyRow|RecurrenceRow)<", "tables indexed at run time; 4096 points, not timed"),
)


def demangle(names):
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, done.stdout.split("\n")))


def complaints(kernels):
    """`kernels`: (architecture, mangled name, frame bytes, spills). Returns texts; none is good."""
    names = demangle([k[1] for k in kernels])
    found = []
    for architecture, mangled, frame, spills in kernels:
        name = names[mangled].split("(")[0]
        allowed = max([most for most, pattern, _ in STACK_FRAMES if re.search(pattern, name)], default=0)
        if spills:
            found.append(f"{architecture} {name}: {spills} bytes or registers spilled")
        if frame > allowed:
            found.append(f"{architecture} {name}: {frame} bytes of stack frame, {allowed} are listed")
    return found


def cuda(nvcc, kernels, source, architectures, *more):
    """Compiles for all architectures and reads what ptxas says."""
    targets = [f"--generate-code=arch=compute_{a},code=sm_{a}" for a in architectures]
    done = subprocess.run([nvcc, "-std=c++17", "-O3", *targets, f"-I{kernels}", "-x", "cu", "-Xptxas", "-v",
                           *more, "-c", source, "-o", os.devnull], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    entries = re.findall(r"Compiling entry function '(\S+)' for '(\S+)'.*?\n"
                         r".*?\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads",
                         done.stderr)
    return [(arch, name, int(frame), int(stores) + int(loads)) for name, arch, frame, stores, loads in entries]


def hip(hipcc, kernels, source, architecture, *more):
    """Compiles the device side to assembly and reads its metadata."""
    done = subprocess.run([hipcc, "-std=c++17", "-O3", f"--offload-arch={architecture}", f"-I{kernels}",
                           "--cuda-device-only", "-S", *more, "-x", "hip", source, "-o", "-"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    entries = re.findall(r"\n    \.name: +(\S+)\n    \.private_segment_fixed_size: (\d+)\n.*?"
                         r"\.sgpr_spill_count: (\d+)\n.*?\.vgpr_spill_count: (\d+)", done.stdout, re.S)
    return [(architecture, name, int(frame), int(s) + int(v)) for name, frame, s, v in entries]
