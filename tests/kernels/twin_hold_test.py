# SPDX-License-Identifier: MIT
"""What holds the device of a Python twin back until all that is timed is given to it, on a fake device.

usage: twin_hold_test.py HARNESS_DIRECTORY
"""
import os
import sys
import threading
import unittest
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, os.path.abspath(sys.argv[1]))
import gpujob_twin  # noqa: E402
import gpujob_twin_hold  # noqa: E402


class LateDevice:
    """Does what it was given when it is waited for, or when a call in turn returns; its clock counts what the
    host gives it and what it does."""
    on_cpu, units, timed = False, 1, True

    def __init__(self, waits=False):
        self.now, self.work, self.waits, self.calls = 0, [], waits, 0

    def give(self, action):
        self.now += 1
        self.work.append(action)
        if not any(one.is_alive() for one in self.work if isinstance(one, threading.Thread)):
            self.wait()

    def wait(self):
        while self.work:
            first = self.work.pop(0)
            first.join() if isinstance(first, threading.Thread) else first()

    def mark(self):
        mark = []
        self.give(lambda: mark.append(self.now))
        return mark

    def launch(self):
        def kernel():
            self.now += 1
        self.give(kernel)
        if self.waits:
            self.wait()

    def call_in_turn(self, function):
        self.calls += 1
        self.work.append(threading.Thread(target=function))
        self.work[-1].start()

    def seconds(self, before, after):
        return after[0] - before[0]


class Held(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, gpujob_twin_hold.Hold, "problem", None)

    def kernel(self, device, hold):
        run = SimpleNamespace(device=device, has_kernel=True, on_all_cores=True, poison=lambda: None,
                              upload=lambda: False, launch=device.launch, download=lambda: False, finish=lambda: None)
        return gpujob_twin.run_once(run, lambda: None, hold)["kernel"]

    def test_no_call_of_the_host_is_in_the_time_of_a_kernel(self):
        device = LateDevice()
        hold = gpujob_twin_hold.Hold(device)
        with mock.patch.object(gpujob_twin_hold, "MOST_SECONDS", 30):
            self.assertEqual((self.kernel(device, None), self.kernel(device, hold), self.kernel(device, hold)), (3, 1, 1))
        self.assertEqual((device.calls, gpujob_twin_hold.Hold.problem), (2, None))

    def test_where_a_launch_waits_the_device_gives_up_once_and_for_all(self):
        device = LateDevice(waits=True)
        hold = gpujob_twin_hold.Hold(device)
        with mock.patch.object(gpujob_twin_hold, "MOST_SECONDS", 0.01):
            self.assertEqual((self.kernel(device, hold), self.kernel(device, hold)), (3, 3))
        self.assertEqual((device.calls, gpujob_twin_hold.Hold.problem), (1, "a launch waits for the device"))

    def test_where_the_runtime_has_no_such_call_none_is_tried_again(self):
        device = LateDevice()
        with mock.patch.object(device, "call_in_turn", side_effect=RuntimeError("not\nsupported")) as call:
            hold = gpujob_twin_hold.Hold(device)
            self.assertEqual((self.kernel(device, hold), self.kernel(device, hold)), (3, 3))
        self.assertEqual(call.call_count, 1)
        self.assertEqual(gpujob_twin_hold.Hold.problem, "the device cannot be held back: not supported")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
