#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dist_test.py BUILD: unpacks the tarball in an empty chroot, beside nothing but a static shell and
static basic commands, and runs the main job there: a login node without any of our libraries. The
command line alone is installed there by the line of the README, word by word."""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
APPLETS = ["sh", "cat", "cut", "date", "env", "grep", "gzip", "head", "hostname", "id", "ln", "ls", "mkdir",
           "mktemp", "mv", "rm", "sed", "sha256sum", "sleep", "sort", "stat", "sync", "tail", "tar",
           "timeout", "tr", "uname", "wc"]
PACKAGES = os.path.join(HERE, "../../packaging/make_packages.py")
SKIPPED = 77


def skip(reason):
    print("skipped: " + reason)
    sys.exit(SKIPPED)


def no_libraries(program):
    """A static-pie program asks for no interpreter and no shared library."""
    said = subprocess.run(["readelf", "-ld", program], capture_output=True, text=True,
                          check=True).stdout
    return "INTERP" not in said and "NEEDED" not in said and "DYN" in subprocess.run(
        ["readelf", "-h", program], capture_output=True, text=True, check=True).stdout


def install_line():
    """What README.md says of a login node."""
    with open(os.path.join(HERE, "../../README.md"), encoding="utf-8") as handle:
        return re.search(r'^```sh title="login node"\n(.*)\n```$', handle.read(), re.M).group(1)


def make_root(root, tarball, alone):
    for folder in ("bin", "proc", "dev", "tmp", "home"):
        os.makedirs(os.path.join(root, folder))
    shutil.copy("/bin/bash-static", os.path.join(root, "bin/bash"))
    shutil.copy("/bin/busybox", os.path.join(root, "bin/busybox"))
    for applet in APPLETS:
        os.symlink("busybox", os.path.join(root, "bin", applet))
    with tarfile.open(tarball) as tar:
        tar.extractall(root)
    os.rename(os.path.join(root, os.path.basename(tarball)[:-len(".tar.gz")]),
              os.path.join(root, "gpujob"))
    shutil.copy(alone, os.path.join(root, "home"))
    with open(os.path.join(root, "home/install.sh"), "w", encoding="utf-8") as handle:
        handle.write("set -e\ncd\n" + install_line() + "\n")
    shutil.copy(os.path.join(HERE, "main_job.sh"), os.path.join(root, "main_job.sh"))


def in_chroot(root, command):
    """Runs in new mount and process namespaces, so that /proc and /dev go away by themselves."""
    enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    if os.geteuid() != 0:
        enter += ["--user", "--map-root-user"]
    inside = (f'mount -t proc proc "{root}/proc" && mount --rbind /dev "{root}/dev" && '
              f'exec chroot "{root}" {command}')
    return subprocess.run(enter + ["sh", "-c", inside], env={
        "PATH": "/bin:/usr/bin:/usr/sbin:/sbin", "HOME": "/home"}, capture_output=True, text=True,
        check=False, timeout=300)


def main(build):
    for needed in ("/bin/bash-static", "/bin/busybox"):
        if not os.path.exists(needed):
            skip(f"{needed} is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        tarball, alone = subprocess.run(
            [sys.executable, "-B", PACKAGES, build, scratch, "full", "cli"],
            capture_output=True, text=True, check=True).stdout.split()
        root = os.path.join(scratch, "root")
        make_root(root, tarball, alone)
        size = os.path.getsize(os.path.join(root, "gpujob/bin/gpujob"))
        print(f"tarball {os.path.getsize(tarball)} bytes, gpujob {size} bytes")
        failures = [f"needs libraries: {name}" for name in (
            "gpujob/bin/gpujob", "gpujob/libexec/gpujob/integrate2d.cpu")
            if not no_libraries(os.path.join(root, name))]
        probe = in_chroot(root, "/bin/sh -c true")
        if probe.returncode:
            skip("no chroot can be made here: " + probe.stderr.strip())
        done = in_chroot(root, "/bin/sh /main_job.sh /gpujob")
        print(done.stdout + done.stderr, end="")
        if done.returncode:
            failures.append("the main job fails in the chroot")
        done = in_chroot(root, "/bin/sh /home/install.sh")
        if done.returncode or "Kebnekaise" not in done.stdout:
            failures.append("the README's line does not install: " + done.stdout + done.stderr)
    for failure in failures:
        print("FAILED " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
