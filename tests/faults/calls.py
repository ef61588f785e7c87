# SPDX-License-Identifier: MIT
"""System calls that fail in trials, with which errors, and what a message has to say of one."""
import collections
import itertools
import pathlib
import re
import time

SKIPPED = 77
FULL = ("ENOSPC", "EDQUOT", "EIO", "EROFS")
NAMES = (*FULL, "ESTALE", "EACCES")
CLASSES = {  # system calls, and what becomes of the k-th: an error, an end, or half of the bytes are written
    "read": dict.fromkeys(("openat", "getdents64", "newfstatat", "read", "pread64", "readlink"), ("EIO", "ESTALE", "EACCES"))
    | {"pipe_read": ("EIO",)},
    "write": dict.fromkeys(("pwrite64", "fdatasync", "ftruncate", "fchmod"), FULL)
    | dict.fromkeys(("rename", "linkat", "link", "symlink", "mkdir", "unlink", "rmdir"), NAMES)
    | {"write": (*FULL, "ESTALE", "EINTR", "SHORT"), "fsync": (*FULL, "ESTALE"), "pipe_write": ("EIO", "EINTR", "SHORT"),
       "close_written": ("EIO",), "lock": ("ENOLCK",)},
    "kill": dict.fromkeys(("openat", "write", "pwrite64", "fsync", "rename", "linkat", "link", "symlink", "mkdir", "unlink",
                           "close"), ("KILL",)),
}
UNHEARD = ("EINTR", "SHORT")  # the call is made again, and all is as usual
PROGRAMS = ("squeue", "sacct", "sbatch", "scancel", "scontrol", "sinfo", "sacctmgr")
WORDS = {"EIO": "input/output error", "ESTALE": "stale file handle", "EACCES": "permission denied",
         "ENOSPC": "no space left on device|disk is full", "EDQUOT": "quota exceeded", "EROFS": "read-only file system",
         "ENOLCK": "no locks available"}


def inject(build):
    """The program that lets a call fail; see inject.cc."""
    return str(pathlib.Path(build, "tests/faults/faults_inject").resolve())


def calls_in(traced):
    """How often each call was made, of a trace of all."""
    return collections.Counter(line.partition("(")[0] for line in traced.splitlines())


def trials(class_name, subject, made, known, until, is_mine, goes_on, attempt, without=()):
    """Goes through all k of each call of the class that a subject has `made` so often; yields (key, what is wrong, whether
    the subject was harmed). `is_mine` says of the number of a trial whether it is to be made here, `goes_on` whether those
    behind the last that was counted are, until one harms nothing: an answer comes in more pieces, a job takes longer.
    Errors `without` are not tried."""
    number = 0
    for call, of_call in CLASSES[class_name].items():
        errors = [error for error in of_call if error not in without]
        for k in itertools.count(1) if made[call] else ():
            is_more = k > made[call]
            harms = not is_more
            for error in errors if goes_on or not is_more else ():
                key = f"{class_name} {subject} {call} {error} {k}"
                number += not is_more
                if key in known:
                    harms = True
                    continue
                if not is_more and not is_mine(number):
                    continue
                if time.time() > until:
                    return
                wrong, harmed = attempt(call, error, k)
                yield key, wrong, harmed
                harms = harms or harmed
                if not harms:
                    break
            if not harms:
                break


def names_in(traced):
    """Names of the files that the failed call was about, as a message may give them; of a pipe, of whom it leads to."""
    if traced.startswith("pipe_"):
        return PROGRAMS
    paths = re.findall(r'"([^"]*)"', traced) + re.findall(r"\(\d+<([^>]*)>", traced)
    names = [path.rstrip("/").rsplit("/", 1)[-1] for path in paths]
    return [re.sub(r"^\.(.*)\.[0-9a-f]{8}\.tmp$", r"\1", name).removesuffix("-journal") for name in names]
