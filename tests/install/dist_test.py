#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dist_test.py BUILD: unpacks the tarball in an empty chroot, beside nothing but a static shell and
static basic commands, and runs the main job there: a login node without any of our libraries."""
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
APPLETS = ["sh", "cat", "cut", "date", "env", "grep", "head", "hostname", "id", "ln", "ls", "mkdir",
           "mktemp", "mv", "rm", "sed", "sha256sum", "sleep", "sort", "stat", "sync", "tail",
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


def make_root(root, tarball):
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
        tarball = subprocess.run(
            [sys.executable, "-B", PACKAGES, build, scratch, "full"],
            capture_output=True, text=True, check=True).stdout.strip()
        root = os.path.join(scratch, "root")
        make_root(root, tarball)
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
    for failure in failures:
        print("FAILED " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
