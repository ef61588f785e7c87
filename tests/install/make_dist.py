#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_dist.py BUILD OUT: the tarball for login nodes, gpujob-<version>-linux-<processor>.tar.gz,
with the static gpujob and the CPU programs, and its SHA-256 beside it. Prints its path."""
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile


def version_of(build):
    said = subprocess.run([os.path.join(build, "static/bin/gpujob"), "--version"],
                          capture_output=True, text=True, check=True).stdout
    return re.match(r"gpujob (\S+)", said).group(1)


def stage(build, prefix):
    for component in ("common", "dist"):
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", component],
                       check=True, stdout=subprocess.DEVNULL)


def anonymous(entry):
    """Two builds of one tree give the same tarball: no owner, no time."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = 0
    return entry


def main(build, out):
    name = f"gpujob-{version_of(build)}-linux-{platform.machine()}"
    os.makedirs(out, exist_ok=True)
    tarball = os.path.join(out, name + ".tar.gz")
    scratch = tempfile.mkdtemp()
    try:
        stage(build, os.path.join(scratch, name))
        with open(tarball, "wb") as raw, \
                gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed, \
                tarfile.open(fileobj=packed, mode="w") as tar:
            tar.add(os.path.join(scratch, name), arcname=name, filter=anonymous)
    finally:
        shutil.rmtree(scratch)
    with open(tarball, "rb") as handle:
        digest = hashlib.sha256(handle.read()).hexdigest()
    with open(tarball + ".sha256", "w", encoding="ascii") as handle:
        handle.write(f"{digest}  {os.path.basename(tarball)}\n")
    print(tarball)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
