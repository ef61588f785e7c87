# SPDX-License-Identifier: MIT
"""System calls that fail in trials, with which errors, and what a message has to say of one."""
import collections
import pathlib
import re

SKIPPED = 77
CLASSES = {  # system calls, and what becomes of the k-th
    "read": (("openat", "getdents64", "newfstatat", "read", "pread64", "readlink"), ("EIO", "ESTALE", "EACCES")),
    "write": (("write", "pwrite64", "fsync", "fdatasync", "rename", "linkat", "link", "symlink", "mkdir", "unlink", "rmdir",
               "ftruncate", "fchmod"), ("ENOSPC", "EDQUOT", "EIO", "EROFS")),
    "kill": (("openat", "write", "pwrite64", "fsync", "rename", "linkat", "link", "symlink", "mkdir", "unlink", "close"),
             ("KILL",)),
}
WORDS = {"EIO": "input/output error", "ESTALE": "stale file handle", "EACCES": "permission denied",
         "ENOSPC": "no space left on device|disk is full", "EDQUOT": "quota exceeded", "EROFS": "read-only file system"}


def inject(build):
    """The program that lets a call fail; see inject.cc."""
    return str(pathlib.Path(build, "tests/faults/faults_inject").resolve())


def calls_in(traced):
    """How often each call was made, of a trace of all."""
    return collections.Counter(line.partition("(")[0] for line in traced.splitlines())


def names_in(traced):
    """Names of the files that the failed call was about, as a message may give them."""
    paths = re.findall(r'"([^"]*)"', traced) + re.findall(r"\(\d+<([^>]*)>", traced)
    names = [path.rstrip("/").rsplit("/", 1)[-1] for path in paths]
    return [re.sub(r"^\.(.*)\.[0-9a-f]{8}\.tmp$", r"\1", name).removesuffix("-journal") for name in names]
