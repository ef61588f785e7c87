# SPDX-License-Identifier: MIT
"""What the GPU compilers say about each kernel: registers, those spilled, memory used for a stack frame."""
import os
import re
import shutil
import subprocess
import typing

# Kernels that may have a stack frame: most bytes, name, why.
STACK_FRAMES = (
    (48, r"(NaiveRows|SharedBlocks|(PointValues|RowPieces)<.*(LibraryRow|LibmRow))<",
     "CUDA's sine keeps the digits of 2/pi there for angles beyond 1e5, which do not occur"),
    (160, r"PointValues<.*(PolyRow|RecurrenceRow)<", "tables indexed at run time; 4096 points, not timed"),
    (48, r"(each_pack<double, gpujob::(elementwise|pulses|polar_distance)::|FillArray<gpujob::zero_suppress::|"
         r"CosineChains<double>)",
     "CUDA's float64 sine keeps the digits of 2/pi there for angles beyond 1e5, which do not occur"),
    (32, r"each_pack<float, gpujob::(elementwise::Pass<float, gpujob::elementwise::(Sine|Whole)>|pulses::)",
     "the same in float32 on sm_90, where eight sines of a thread share the code for such angles"),
    (56, r"FillArray<gpujob::polar_distance::", "one of four arrays, chosen at run time; makes the inputs, not timed"),
)


def demangle(names):
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, done.stdout.split("\n")))


class Kernel(typing.NamedTuple):
    architecture: str
    mangled: str
    frame: int  # bytes
    spills: int  # bytes or registers
    registers: int  # of a thread; vector registers for HIP


def short(name):
    """A demangled name without arguments, and without the anonymous namespace, whose name holds a hash."""
    return name.replace("(anonymous namespace)::", "").split("(")[0]


def complaints(kernels):
    """Texts; none is good."""
    names = demangle([k.mangled for k in kernels])
    found = []
    for kernel in kernels:
        name = short(names[kernel.mangled])
        allowed = max([most for most, pattern, _ in STACK_FRAMES if re.search(pattern, name)], default=0)
        if kernel.spills:
            found.append(f"{kernel.architecture} {name}: {kernel.spills} bytes or registers spilled")
        if kernel.frame > allowed:
            found.append(f"{kernel.architecture} {name}: {kernel.frame} bytes of stack frame, {allowed} are listed")
    return found


def register_table(kernels, compiler):
    """A line a kernel, a column an architecture."""
    names = demangle([k.mangled for k in kernels])
    columns = sorted({k.architecture for k in kernels})
    counts = {}
    for k in kernels:
        counts.setdefault(short(names[k.mangled]), {})[k.architecture] = k.registers
    lines = [compiler, "".join(f"{c:>7}" for c in columns) + "  registers of a thread of"]
    for name in sorted(counts):
        lines.append("".join(f"{counts[name].get(c, '-'):>7}" for c in columns) + f"  {name}")
    return "\n".join(lines) + "\n"


def of_ptxas(text):
    """Kernels that `ptxas -v` speaks of."""
    entries = re.findall(r"Compiling entry function '(\S+)' for '(\S+)'.*?\n"
                         r".*?\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
                         r".*?Used (\d+) registers", text, re.S)
    return [Kernel(arch, name, int(frame), int(stores) + int(loads), int(registers))
            for name, arch, frame, stores, loads, registers in entries]


def of_metadata(text, architecture):
    """Kernels of AMD's metadata, as the compiler or llvm-readelf write it."""
    entries = re.findall(r"\n    \.name: +(\S+)\n    \.private_segment_fixed_size: (\d+)\n.*?"
                         r"\.sgpr_spill_count: (\d+)\n.*?\.vgpr_count: +(\d+)\n.*?\.vgpr_spill_count: (\d+)",
                         text, re.S)
    return [Kernel(architecture, name, int(frame), int(scalar) + int(vector), int(registers))
            for name, frame, scalar, registers, vector in entries]


def cuda(nvcc, kernels, source, architectures, *more):
    """Compiles the device side for all architectures and reads what ptxas says."""
    targets = [f"--generate-code=arch=compute_{a},code=sm_{a}" for a in architectures]
    done = subprocess.run([nvcc, "-std=c++17", "-O3", *targets, f"-I{kernels}", "-x", "cu", "-Xptxas", "-v",
                           *more, "-fatbin", source, "-o", os.devnull], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return of_ptxas(done.stderr)


def ptx(nvcc, path, architecture, cubin=os.devnull):
    """Assembles PTX and reads what ptxas says."""
    assembler = os.path.join(os.path.dirname(os.path.realpath(nvcc)), "ptxas")
    done = subprocess.run([assembler, "-v", f"-arch=sm_{architecture}", path, "-o", cubin],
                          capture_output=True, text=True, check=True)
    return of_ptxas(done.stderr)


def hip(hipcc, kernels, source, architecture, *more):
    """Compiles the device side to assembly and reads its metadata."""
    done = subprocess.run([hipcc, "-std=c++17", "-O3", f"--offload-arch={architecture}", f"-I{kernels}",
                           "--cuda-device-only", "-S", *more, "-x", "hip", source, "-o", "-"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return of_metadata(done.stdout, architecture)


def hip_code(program, architecture, folder):
    """The device code of a built program, as a file; needs objcopy and clang's bundler. None without them."""
    bundler = next((b for b in ("clang-offload-bundler", *(f"clang-offload-bundler-{v}" for v in range(22, 13, -1)))
                    if shutil.which(b)), None)
    if bundler is None or shutil.which("objcopy") is None:
        return None
    bundle, code = os.path.join(folder, "bundle"), os.path.join(folder, architecture)
    subprocess.run(["objcopy", "--dump-section", f".hip_fatbin={bundle}", program, os.devnull], check=True)
    subprocess.run([bundler, "--unbundle", "--type=o", f"--targets=hipv4-amdgcn-amd-amdhsa--{architecture}",
                    f"--input={bundle}", f"--output={code}"], check=True)
    return code


def llvm(tool, *arguments):
    """The output of an LLVM tool of any installed version; None without one."""
    name = next((n for n in (tool, *(f"{tool}-{v}" for v in range(22, 13, -1))) if shutil.which(n)), None)
    if name is None:
        return None
    return subprocess.run([name, *arguments], capture_output=True, text=True, check=True).stdout


def of_code(code, architecture):
    """Kernels of a file of device code."""
    return of_metadata(llvm("llvm-readelf", "--notes", code), architecture)
