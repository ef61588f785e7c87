#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""openblas_core_test.py PROGRAM: matmul's variant `library` uses OpenBLAS's kernels for the processor's own instructions,
whatever OpenBLAS makes of its model."""
import json
import os
import pathlib
import re
import subprocess
import sys

AVX512 = {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}
NAMES = {"SkylakeX": AVX512, "Cooperlake": AVX512, "Sapphirerapids": AVX512, "Haswell": {"avx2", "fma"}, "Zen": {"avx2", "fma"}}


def cores(program, variant, **more):
    """The kernels that OpenBLAS told it uses, once for each start of the program, and what the report says of them."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    done = subprocess.run([program, "--variant", variant, "--param", "n=64", "--max-samples", "1"], text=True, capture_output=True,
                          check=True, env={**environment, "OPENBLAS_VERBOSE": "2", **more})
    told = re.findall(r"^Core: (\w+)$", done.stdout + done.stderr, re.MULTILINE)
    report = json.loads(done.stdout[done.stdout.index("{"):])
    return told, report["versions"].get("library", "")


def main(program):
    found = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    flags = re.search(r"^flags\s*: (.*)$", found, re.MULTILINE)
    told, reported = cores(program, "library")
    if not told or not flags:
        print("SKIPPED: matmul was built without OpenBLAS, or for another kind of processor")
        return 77
    has = set(flags[1].split())
    wanted = AVX512 if has >= AVX512 else {"avx2", "fma"} & has
    wrong = []
    if not NAMES.get(told[-1], set()) >= wanted:
        wrong.append(f"OpenBLAS uses {told[-1]} where the processor has {sorted(wanted)}")
    if len(told) > 2:
        wrong.append(f"started {len(told)} times")
    if not re.fullmatch(rf"OpenBLAS \d+\.\d+\.\d+ \({told[-1]}\)", reported):
        wrong.append(f"the report says '{reported}' of {told[-1]}")
    own, reported = cores(program, "library", OPENBLAS_CORETYPE="Nehalem")
    if own != ["Nehalem"] or not reported.endswith(" (Nehalem)"):
        wrong.append(f"a user's own choice of Nehalem becomes {own}")
    told_of_naive, reported = cores(program, "naive")
    if len(told_of_naive) > 1:
        wrong.append("a variant without OpenBLAS is started anew")
    if reported:
        wrong.append(f"a variant without OpenBLAS reports '{reported}'")
    print(f"counted: OpenBLAS used {' and then '.join(told)}; {len(wrong)} wrong")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
