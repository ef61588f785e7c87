# SPDX-License-Identifier: MIT
"""Stands on PATH for a compiler of workloads. Notes the call and makes it with little optimisation, which costs
CI minutes and changes nothing in what the call names. The harness, the same source in the call of every
workload, is compiled once for all calls with the same options, and linked. Of a bundled workload that is not
in COMPILED, the program that the build made of the same sources is handed out, once the call names exactly
these sources and the compiler finds every header that they include.

usage: quick_compiler.py FOLDER PROGRAMS COMPILER ARGUMENT...
FOLDER keeps the calls (in the file `calls`) and the harness as it was compiled; PROGRAMS has the programs
that the build made.
"""
import glob
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

HARNESS = "/harness/all.cc"
# Without any, hipcc gives every kernel the shared memory of all of them, more than there is.
UNOPTIMISED = {"g++": ["-O0"], "hipcc": ["-O1"], "nvcc": ["-O0", "-Xcicc", "-O0", "-Xptxas", "-O0"]}
COMPILED = ("fft2d", "matmul")  # their variant `library` depends on what is found here
LANGUAGE = {"g++": ".cpu", "nvcc": ".cuda", "hipcc": ".hip"}


def options_of(arguments):
    """What is said of every source: no sources, no libraries, no output."""
    words = iter(arguments)
    for word in words:
        if word == "-o":
            next(words)
        elif not word.startswith("-l") and not word.endswith(".cc"):
            yield word


def kept_of_harness(folder, options, source, ending):
    """Where what is made of the harness with these options is kept."""
    key = hashlib.sha256(repr(options).encode())
    root = os.path.dirname(os.path.dirname(source))
    for part in ("harness", "device"):
        for name in sorted(os.listdir(os.path.join(root, part))):
            if name.endswith((".cc", ".h")):
                with open(os.path.join(root, part, name), "rb") as text:
                    key.update(text.read())
    return os.path.join(folder, key.hexdigest() + ending)


def harness_object(folder, compiler, options, source):
    """The harness compiled with these options; the folder of the sources may be another one."""
    kept = kept_of_harness(folder, [w for w in options if not w.startswith("-I")], source, ".o")
    if not os.path.exists(kept):
        subprocess.run([compiler, *options, "-c", source, "-o", kept], check=True)
    return kept


def find_headers(folder, compiler, options, source):
    """Ends if one is not found; what the harness includes is found once."""
    found = kept_of_harness(folder, options, source, ".d") if source.endswith(HARNESS) else None
    if found and os.path.exists(found):
        return
    subprocess.run([compiler, *options, "-M", source], check=True, stdout=subprocess.DEVNULL)
    if found:
        pathlib.Path(found).touch()


def made_before(folder, programs, compiler, arguments, sources):
    """The program the build made of these sources, or None where they are to be compiled."""
    owners = {os.path.dirname(source) for source in sources if not source.endswith(HARNESS)}
    if len(owners) != 1:
        sys.exit(f"{sources}: these are not the harness and the sources of one workload")
    owner = owners.pop()
    name = os.path.basename(owner)
    program = os.path.join(programs, name + LANGUAGE[os.path.basename(compiler)])
    if name in COMPILED or not os.path.exists(program):
        return None
    named = {os.path.realpath(source) for source in sources if not source.endswith(HARNESS)}
    there = {os.path.realpath(source) for source in glob.glob(os.path.join(owner, "*.cc"))}
    if named != there:
        sys.exit(f"{name}: the call names {sorted(named)}, the workload has {sorted(there)}")
    for source in sources:
        find_headers(folder, compiler, list(options_of(arguments)), source)
    return program


def main(folder, programs, compiler, *arguments):
    with open(os.path.join(folder, "calls"), "a", encoding="utf-8") as calls:
        print(*arguments, file=calls)
    sources = [word for word in arguments if word.endswith(".cc")]
    harness = [word for word in sources if word.endswith(HARNESS)]
    if len(harness) != 1:
        sys.exit(f"{' '.join(arguments)}: {len(harness)} sources are the harness, not one")
    made = made_before(folder, programs, compiler, arguments, sources)
    if made:
        shutil.copy(made, arguments[arguments.index("-o") + 1])
        return
    arguments = [*arguments, *UNOPTIMISED[os.path.basename(compiler)]]
    at = arguments.index(harness[0])
    # For the linker by name: after -x every file is a source.
    arguments[at:at + 1] = ["-Xlinker",
                            harness_object(folder, compiler, list(options_of(arguments)), harness[0])]
    os.execv(compiler, [compiler, *arguments])


main(*sys.argv[1:])
