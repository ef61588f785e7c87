# SPDX-License-Identifier: MIT
"""The makers' libraries of products and transforms are loaded when they are first used: no program is linked with
them, and one whose GPU code is executed on CPUs looks for none but the one that its variant uses. Stand-ins of all of
them lie where they are looked for.

usage: library_loading_test.py PROGRAM cuda|hip PROGRAMS_DIRECTORY STAND_IN
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

program, backend, programs, stand_in = sys.argv[1:5]
product, transform = {"cuda": ("cublas", "cufft"), "hip": ("hipblas", "hipfft")}[backend]
USES = [(("add_one",), None), (("matmul", "--variant", "tuned"), None), (("matmul", "--variant", "library"), product),
        (("fft2d", "--variant", "library"), transform)]

for linked in glob.glob(os.path.join(glob.escape(programs), f"*.{backend}")):
    said = subprocess.run(["readelf", "-d", linked], capture_output=True, text=True, check=True).stdout
    assert "(NEEDED)" in said and not re.search("NEEDED.*(blas|fft)", said), (linked, said)

with tempfile.TemporaryDirectory() as folder:
    for name in (product, transform):
        os.symlink(os.path.abspath(stand_in), os.path.join(folder, f"lib{name}.so"))
    for words, used in USES:
        done = subprocess.run([program, *words, "--param", "n=8", "--min-samples", "1", "--max-samples", "1"], capture_output=True, text=True,
                              check=False, timeout=280, env={**os.environ, "GPUJOB_EMULATED": f"libraries={folder}",
                                                             "ASAN_OPTIONS": "detect_leaks=0", "LD_DEBUG": "files"})
        loaded = set(re.findall(rf"file={re.escape(folder)}/lib({product}|{transform})\.so", done.stderr))
        assert loaded == ({used} if used else set()), (words, loaded)
        # The stand-in has no function of theirs.
        assert done.returncode == (1 if used else 0), (words, done.returncode)
        assert not used or f"{words[0]}: lib{used}.so has no {used}" in done.stderr, (words, done.stderr[-500:])
print(f"counted: {backend}: {len(USES)} variants load the library that they use, and no other")
