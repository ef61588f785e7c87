#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""aarch64_test.py BUILD: the command line for aarch64, as `./dev dist` cross-compiles it beside BUILD,
packed, unpacked and run under qemu-user: it lists sites, checks a script and makes a dry run."""
import glob
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
QEMU = "qemu-aarch64-static"
LARGEST = 6_000_000  # bytes
SCRIPT = "#!/bin/bash\n#SBATCH --time=00:10:00\nmodule load CUDA/12.1.1\npython train.py\n"


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def main(build):
    cross = os.path.join(build, "../arm64")
    if not os.path.exists(os.path.join(cross, "static/bin/gpujob")):
        skip("nothing is cross-compiled here (./dev dist does it)")
    if not shutil.which(QEMU):
        skip(QEMU + " is not installed")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", os.path.join(ROOT, "packaging/make_packages.py"), cross,
                        folder, "cli"], check=True, stdout=subprocess.DEVNULL)
        tarball = glob.glob(folder + "/*-linux-aarch64.tar.gz")[0]
        assert os.path.getsize(tarball) <= LARGEST, f"{os.path.getsize(tarball)} bytes"
        with tarfile.open(tarball) as tar:
            tar.extractall(folder)
        prefix = tarball[:-len(".tar.gz")]
        script = os.path.join(folder, "job.sh")
        with open(script, "w", encoding="utf-8") as handle:
            handle.write(SCRIPT)

        def gpujob(*words):
            return subprocess.run([QEMU, prefix + "/bin/gpujob", *words], env={"HOME": folder},
                                  capture_output=True, text=True, check=False)

        assert "Kebnekaise" in gpujob("site", "list").stdout
        lint = gpujob("lint", "--site", "hpc2n", script)
        assert lint.returncode == 3 and "gj101" in lint.stderr, lint
        dry = gpujob("submit", "integrate2d", "--site", "hpc2n", "--gpu", "l40s", "--account",
                     "hpc2n2025-151", "--dry-run")
        assert dry.returncode == 0 and "#SBATCH --constraint=l40s" in dry.stdout, dry
        with open(prefix + "/share/doc/gpujob/NOTICE", encoding="utf-8") as handle:
            assert "\nlibsqlite3-dev\n" in handle.read()
        print(f"aarch64: {os.path.getsize(tarball)} bytes, works under qemu-user")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
