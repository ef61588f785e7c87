# SPDX-License-Identifier: MIT
"""The pages of host arrays, locked or not, are written to once and come from the memory next to the GPU that they are
for, as the system tells it: the kernel says which policy they have. Where the system tells none, they have the usual
one. policies.cc is compiled with changed copies of numa.h and pinned.h that hold all mutants; $NODE chooses one.

usage: emulated_memory_node_test.py BUILD cuda|hip
"""
import os
import subprocess
import sys
import tempfile

import emulated_program
from skip import skip

build, backend = os.path.abspath(sys.argv[1]), sys.argv[2]
sources = emulated_program.sources_of(build)
program_source = os.path.join(os.path.dirname(os.path.realpath(__file__)), "memory_node/policies.cc")
# is(n) in mutant n.
CHANGES = {"numa.h": [("if (node >= 0 &&", "if (node >= 0 && !is(1) &&"), ("preferred, &nodes", "preferred + is(2), &nodes"),
                      ("? -1 :", "? -1 + is(3) :"), ("bits = 64 + 1;", "bits = is(7) ? 64 : 65;"),
                      ("  std::memset(address, 0, bytes);", "  if (!is(4)) std::memset(address, 0, bytes);"),
                      ("namespace gpujob {\n", """namespace gpujob {
inline bool is(int mutant) { return std::atoi(std::getenv("NODE")) == mutant; }
""")],
           "pinned.h": [("    touch_on_node(", "    if (!is(5) || pages == Pages::Locked) touch_on_node("),
                        ("sizeof bus_id, current_gpu())", "sizeof bus_id, is(6) ? 0 : current_gpu())")]}
USUAL, NEXT, BOUND = "mode 0 nodes 0", "mode 1 nodes 1", "mode 2 nodes 1"  # MPOL_DEFAULT, _PREFERRED, _BIND
NOTHING = object()  # in place of a file
# What the system tells of two GPUs, and the policies of their arrays. Each machine has a node 0, and none is as large as
# to have all.
TOLD = [(("0\n", "-1\n"), (NEXT, USUAL)), ((None, "0\n"), (USUAL, NEXT)), ((NOTHING, "63\n"), (USUAL, USUAL))]
KINDS = ("pageable", "locked")


def compiled(folder):
    os.makedirs(os.path.join(folder, "device"))
    for name, changes in CHANGES.items():
        with open(os.path.join(sources, "device", name), encoding="utf-8") as file:
            text = file.read()
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        with open(os.path.join(folder, "device", name), "w", encoding="utf-8") as file:
            file.write(text)
    compiler = emulated_program.compiler_of(build)
    call = compiler.compiler_call(sources, backend)
    runtime = [path for path in compiler.kept_objects(call, sources) if "emulated.o" in path]
    program = os.path.join(folder, "policies")
    subprocess.run([call[0], f"-I{folder}", *call[1:], program_source, *runtime, "-o", program], check=True)
    return program


def policies(program, told, mutant):
    """By GPU and kind: the policies of its pages, and how many were not written to."""
    with tempfile.TemporaryDirectory() as system:
        for gpu, text in enumerate(told):
            path = os.path.join(system, f"bus/pci/devices/0000:0{gpu + 1}:00.0/numa_node")
            if text is NOTHING:
                os.makedirs(path)  # which cannot be read
            elif text is not None:
                os.makedirs(os.path.dirname(path))
                with open(path, "w", encoding="ascii") as file:
                    file.write(text)
        done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=60, env={
            **os.environ, "NODE": str(mutant), "GPUJOB_EMULATED": f"devices={len(told)} sys={system}", "ASAN_OPTIONS": "detect_leaks=0"})
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


def lines(wanted, untouched=0):
    return [f"{gpu} {kind}: {policy}, {untouched} untouched" for gpu, policy in enumerate(wanted) for kind in KINDS]


with tempfile.TemporaryDirectory() as scratch:
    made = compiled(scratch)
    found = [policies(made, told, 0) for told, _ in TOLD]
    for refusal in ("Function not implemented", "Operation not permitted"):
        if refusal in found[0][0]:
            skip(f"the system tells no policy of memory ({refusal})")
    assert found == [lines(wanted) for _, wanted in TOLD], found
    told = TOLD[0][0]
    assert policies(made, told, 1) == lines((USUAL, USUAL)), "not bound"
    assert policies(made, told, 2) == lines((BOUND, USUAL)), "to that node alone"
    assert policies(made, told, 3) == lines((NEXT, NEXT)), "to a node that was not told"
    assert all(" 0 untouched" not in line for line in policies(made, told, 4)), "not written to"
    some = policies(made, told, 5)
    assert some[1::2] == lines((NEXT, USUAL))[1::2] and USUAL in some[0] and " 0 untouched" not in some[0], ("one kind", some)
    assert policies(made, told, 6) == lines((NEXT, NEXT)), "next to another GPU"
    assert policies(made, TOLD[2][0], 7) != lines((USUAL, USUAL)), "where the process runs, in place of the last node"
print(f"counted: {backend}: {len(TOLD)} pairs of GPUs, and 7 mutants of what puts host arrays next to them: all caught")
