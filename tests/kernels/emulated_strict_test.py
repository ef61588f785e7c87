# SPDX-License-Identifier: MIT
"""The stand-in for the runtime is as strict as a real GPU may be: each variant of strict/ is right, and fails in each
of its wrong ways with the text that a person looks for.

usage: emulated_strict_test.py BUILD
"""
import os
import re
import sys
import tempfile

import emulated_program

build = os.path.abspath(sys.argv[1])
folder = os.path.join(os.path.dirname(os.path.realpath(__file__)), "strict")
# What standard error says of a variant that is wrong in its 1st, 2nd ... way.
lost, refused = r" failed \(unspecified launch failure\)", r"GetLastError\(\) failed \(invalid configuration argument\)"
wrong = {"address": [r"AddressSanitizer: heap-buffer-overflow (?s:.*) in write_all.*/address\.cu:7\n"],
         "aligned": [r"/aligned\.cu:11:\d+: runtime error: store to misaligned address .* requires 16 byte alignment"],
         "barrier": [rf"block 0: 63 of 64 threads wait at line 8 \(barrier\), 1 have ended\n.*{lost}",
                     rf"block 0: (63|1) of 64 threads wait at line (8|10) \(barrier\), 0 have ended\n.*{lost}"],
         "grid": [refused, refused],
         "late_copy": [r"WRONG ANSWER, value 63 is off by 1\n"],
         "shared_memory": [r"GetLastError\(\) failed \(invalid argument\)"] * 2 +
                          [rf"a block uses 49408 bytes of shared memory, at most 49152 are allowed\n.*{lost}"],
         "shuffle": [rf"block 0: 62 of 64 threads wait at line 9 \(shuffle\), 2 have ended\n.*{lost}"],
         "threads": [refused],
         "unwritten": [r"WRONG ANSWER, value \d+ is not finite, or was never written\n"] * 2}
assert {f"{name}.cu" for name in wrong} == {name for name in os.listdir(folder) if name.endswith(".cu")}

with tempfile.TemporaryDirectory() as scratch:
    program = os.path.join(scratch, "strict")
    made = emulated_program.compiler_of(build).compile_program(
        os.path.join(folder, "strict.cc"), emulated_program.sources_of(build), program, "cuda")
    assert made == 0, "strict/ does not compile"
    for variant, texts in wrong.items():
        done = emulated_program.run(program, "--variant", variant, gpu="t4")
        assert done.returncode == 0, (variant, done.stderr)
        for way, text in enumerate(texts, 1):
            done = emulated_program.run(program, "--variant", variant, "--param", f"wrong={way}", gpu="t4")
            assert done.returncode == 1 and re.search(text, done.stderr), (variant, way, done.returncode, done.stderr)
print(f"counted: {len(wrong)} things that a GPU may punish, wrong in {sum(map(len, wrong.values()))} ways: all said")
