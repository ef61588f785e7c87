# SPDX-License-Identifier: MIT
"""The device of the stand-in for CuPy: this machine's memory and clock."""
import time

from . import runtime  # noqa: F401


class Device:
    id = 0

    def synchronize(self):
        """Nothing runs beside the program."""


class Event:
    def __init__(self):
        self.at = None

    def record(self):
        self.at = time.perf_counter()

    def synchronize(self):
        assert self.at is not None, "the event was not recorded"


class Stream:
    def __init__(self, non_blocking=False):
        self.non_blocking = non_blocking


def alloc_pinned_memory(size):
    return bytearray(size)


def get_elapsed_time(before, after):
    """Milliseconds."""
    return (after.at - before.at) * 1e3
