# SPDX-License-Identifier: MIT
"""Stands on PATH for a compiler of workloads. Notes the call and makes it with little optimisation, which costs
CI minutes and changes nothing in what the call names. The harness, the same source in the call of every
workload, is compiled once for all calls with the same options, and linked.

usage: quick_compiler.py FOLDER COMPILER ARGUMENT...
FOLDER keeps the calls (in the file `calls`) and the harness as it was compiled.
"""
import hashlib
import os
import subprocess
import sys

HARNESS = "/harness/all.cc"
# Without any, hipcc gives every kernel the shared memory of all of them, more than there is.
UNOPTIMISED = {"g++": ["-O0"], "hipcc": ["-O1"], "nvcc": ["-O0", "-Xcicc", "-O0", "-Xptxas", "-O0"]}


def options_of(arguments):
    """What is said of every source: no sources, no libraries, no output."""
    words = iter(arguments)
    for word in words:
        if word == "-o":
            next(words)
        elif not word.startswith("-l") and not word.endswith(".cc"):
            yield word


def harness_object(folder, compiler, options, source):
    """The harness compiled with these options; the folder of the sources may be another one."""
    key = hashlib.sha256(repr([w for w in options if not w.startswith("-I")]).encode())
    root = os.path.dirname(os.path.dirname(source))
    for part in ("harness", "device"):
        for name in sorted(os.listdir(os.path.join(root, part))):
            if name.endswith((".cc", ".h")):
                with open(os.path.join(root, part, name), "rb") as text:
                    key.update(text.read())
    kept = os.path.join(folder, key.hexdigest() + ".o")
    if not os.path.exists(kept):
        subprocess.run([compiler, *options, "-c", source, "-o", kept], check=True)
    return kept


folder, compiler, *arguments = sys.argv[1:]
with open(os.path.join(folder, "calls"), "a", encoding="utf-8") as calls:
    print(*arguments, file=calls)
arguments += UNOPTIMISED[os.path.basename(compiler)]
sources = [word for word in arguments if word.endswith(HARNESS)]
if len(sources) != 1:
    sys.exit(f"{' '.join(arguments)}: {len(sources)} sources are the harness, not one")
at = arguments.index(sources[0])
# For the linker by name: after -x every file is a source.
arguments[at:at + 1] = ["-Xlinker", harness_object(folder, compiler, list(options_of(arguments)), sources[0])]
os.execv(compiler, [compiler, *arguments])
