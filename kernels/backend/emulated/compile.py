#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a program with CUDA or HIP kernels for the stand-in for their runtimes, which executes them on CPUs
(runtime.h). What no C++ compiler knows is written in C++ first, line by line, so that its messages name the
lines of the source: launches `kernel<<<blocks, threads>>>(...)` and variables `__shared__ float tile[16]`.

usage: compile.py SOURCE INCLUDE OUTPUT [cuda|hip]
INCLUDE holds device/, harness/ and backend/. The files that SOURCE includes from its own folder are those
beside it. $CXX is the compiler, or g++.
"""
import glob
import hashlib
import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile

LAUNCH = re.compile(r"([A-Za-z_]\w*)\s*<<<(.*?)>>>\s*\(\s*(\)?)", re.S)
SHARED = re.compile(r"\b__shared__\s+(?:alignas\(\w+\)\s+)?([\w:]+(?:\s+\w+)*?)\s+(\w+)\s*((?:\[[^\]]*\])*)\s*;")
DYNAMIC = re.compile(r"\bextern\s+__shared__\s+([\w:]+(?:\s+\w+)*?)\s+(\w+)\s*\[\s*\]\s*;")
# What of each runtime the sources ask for, as its own compiler defines it.
RUNTIMES = {"cuda": ["-D__CUDACC__", "-D__CUDA_ARCH__=900", "-DGPUJOB_ARCHITECTURES=sm_90"],
            "hip": ["-D__HIP__", "-D__HIP_DEVICE_COMPILE__", "-DGPUJOB_ARCHITECTURES=gfx90a"]}
# An access beyond an array ends the program. Compiling takes longer than running: no optimisation.
OPTIONS = ["-std=c++17", "-O0", "-g1", "-pthread", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def in_cpp(text):
    """The same lines for a C++ compiler."""
    text = LAUNCH.sub(lambda m: f"::emulated::launch({m[1]}, ::emulated::launch_of({m[2]})"
                                + (")" if m[3] else ", "), text)
    text = DYNAMIC.sub(r"\1* \2 = static_cast<\1*>(::emulated::shared_memory(nullptr, 0));", text)
    return SHARED.sub(r"\1 (&\2)\3 = ::emulated::shared<\1\3, __LINE__>();", text)


def compiler_call(include, runtime):
    emulator = os.path.join(include, "backend/emulated")
    return [*shlex.split(os.environ.get("CXX", "g++")), *OPTIONS, *RUNTIMES[runtime], "-DGPUJOB_EMULATED",
            '-DGPUJOB_BACKEND=emulated', f'-DGPUJOB_EMULATED_GPUS="{emulator}/gpus.txt"',
            f"-I{emulator}/include", f"-I{include}"]


def cache_folder():
    """Where gpujob keeps what it can make again."""
    home = os.environ.get("GPUJOB_HOME")
    return os.path.join(home, "cache") if home else os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "gpujob")


def key_of(call, include):
    """Of everything that an object of the harness or of the runtime is made from."""
    text = hashlib.sha256(repr([call, platform.machine()]).encode())
    text.update(subprocess.run([call[0], "--version"], capture_output=True, check=True).stdout)
    for folder in ("contract", "device", "harness", "backend/emulated", "backend/emulated/include", "backend/emulated/include/hip"):
        for path in sorted(glob.glob(os.path.join(include, folder, "*.[ch]*"))):
            with open(path, "rb") as file:
                text.update(path.encode() + file.read())
    return text.hexdigest()[:16]


def kept_objects(call, include):
    """The harness and the runtime, compiled once, so that a change of a kernel costs seconds."""
    folder = os.path.join(cache_folder(), "emulated", key_of(call, include))
    os.makedirs(folder, exist_ok=True)
    kept = {os.path.join(folder, f"{part.replace('/', '_')}.o"): os.path.join(include, part, "all.cc")
            for part in ("harness", "backend/emulated")}
    made = {}
    for path, source in kept.items():
        if not os.path.exists(path):
            made[path] = subprocess.Popen([*call, "-c", source, "-o", f"{path}.{os.getpid()}"])
    if any([process.wait() for process in made.values()]):
        sys.exit(1)
    for path in made:
        os.replace(f"{path}.{os.getpid()}", path)
    return list(kept)


def compile_program(source, include, output, runtime):
    call = compiler_call(include, runtime)
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(os.path.dirname(source), "*")):
            if not path.endswith((".cc", ".h", ".cu", ".cuh", ".hip")):
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(os.path.join(folder, os.path.basename(path)), "w", encoding="utf-8") as file:
                file.write(f'#line 1 "{path}"\n{in_cpp(text)}')
        written = os.path.join(folder, os.path.basename(source))
        return subprocess.run([*call, written, *kept_objects(call, include), "-o", output], check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(compile_program(*map(os.path.abspath, sys.argv[1:4]), *(sys.argv[4:] or ["cuda"])))
