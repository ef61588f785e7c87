#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plain_build_test.py SOURCE: `cmake -B build && cmake --build build` (but for optimisation) of a copy, by clang, where no
archive of another project, no static C library and no CUDA or HIP can be used. It makes the command
line and one workload, without a warning, and both run."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

COMPILER = "clang++-14"
# Archives of the C library that every installation has: since glibc 2.34 most of them are empty.
KEPT = {"libc_nonshared.a", "libpthread.a", "libdl.a", "librt.a", "libutil.a", "libanl.a"}
GPU_COMPILERS = ("/usr/bin/hipcc", "/usr/local/bin/hipcc", "/usr/bin/nvcc", "/usr/local/bin/nvcc",
                 "/usr/local/cuda/bin/nvcc", "/opt/rocm/bin/hipcc")
TARGETS = ("gpujob", "integrate2d_cpu")


def hidden():
    archives = glob.glob("/usr/lib/*-linux-gnu/*.a") + glob.glob("/usr/lib/*-linux-gnu/*/*.a")
    for path in [a for a in archives if os.path.basename(a) not in KEPT] + list(GPU_COMPILERS):
        if os.path.exists(path):
            yield os.path.realpath(path)


def in_namespace(commands, folder, environment):
    """Runs shell commands where each file of `hidden` is an empty one that cannot be executed."""
    mounts = "".join(f"mount --bind /dev/null '{path}' && " for path in sorted(set(hidden())))
    enter = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--user", "--map-root-user"])
    return subprocess.run([*enter, "sh", "-c", mounts + commands], cwd=folder, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def copy(source, folder):
    for name in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cli", "kernels", "cmake", "profiles",
                 "templates", "tests/lint"):
        path = os.path.join(source, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(folder, name))


def needed(program):
    said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(\S+?)\.so", said)


def check(folder, environment):
    """What is wrong with the build."""
    # Without optimisation, which takes a third of the time and gives the same warnings.
    done = in_namespace("cmake -B build -DGPUJOB_OPTIMIZATION=-O0", folder, environment)
    yield from [done.stdout] if done.returncode else []
    for backend in ("cuda", "hip"):
        if not re.search(rf"^--   {backend}: +off \(no ", done.stdout, re.M):
            yield f"{backend} is not off:\n{done.stdout}"
    built = in_namespace(f"cmake --build build --target {' '.join(TARGETS)}", folder, environment)
    if built.returncode or "warning" in built.stdout:
        yield built.stdout
        return
    gpujob = os.path.join(folder, "build/bin/gpujob")
    libraries = needed(gpujob)
    for library in ("libyaml-cpp", "libsqlite3", "libre2"):
        if library not in libraries:
            yield f"gpujob does not ask for {library}: {libraries}"
    for command in ([gpujob, "site", "list"],
                    [os.path.join(folder, "build/libexec/gpujob/integrate2d.cpu"), "--param", "n=100",
                     "--max-samples", "1", "--min-samples", "1"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode or not ("Kebnekaise" in done.stdout or '"valid": true' in done.stdout):
            yield f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"


def main(source):
    if not shutil.which(COMPILER):
        print(f"skipped: no {COMPILER} here")
        return 77
    environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": os.path.expanduser("~"), "CXX": COMPILER,
                   "CCACHE_NOHASHDIR": "1"}
    with tempfile.TemporaryDirectory() as folder:
        probe = in_namespace("true", folder, environment)
        if probe.returncode:
            print("skipped: nothing can be hidden here: " + probe.stdout.strip())
            return 77
        environment["CCACHE_BASEDIR"] = folder
        os.mkdir(os.path.join(folder, "tests"))
        copy(source, folder)
        wrong = list(check(folder, environment))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
