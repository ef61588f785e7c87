# SPDX-License-Identifier: MIT
"""What holds the device of a Python twin back until all that is timed is given to it, on a fake device.

usage: twin_hold_test.py HARNESS_DIRECTORY
"""
import os
import sys
import unittest
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, os.path.abspath(sys.argv[1]))
import gpujob_twin  # noqa: E402
import gpujob_twin_hold  # noqa: E402


class LateDevice:
    """Does what it was given at once, but for what stands behind a kernel that waits for the host: such a kernel gives
    up if the host waits for it. Its clock counts what the host gives it and what it does."""
    on_cpu, units, timed = False, 1, True

    def __init__(self, waits=False):
        self.now, self.work, self.waits, self.calls = 0, [], waits, 0

    def give(self, action):
        self.now += 1
        self.work.append(action)
        self.go_on(lambda flags: flags[0])

    def go_on(self, may):
        while self.work and (callable(self.work[0]) or may(self.work[0])):
            first = self.work.pop(0)
            if callable(first):
                first()
            else:
                first[1] = not first[0]

    def wait(self):
        self.go_on(lambda flags: True)

    def seen_by_both(self, count):
        return [7] * count

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

    def wait_for_host(self, flags, looks):
        assert looks > 1000
        self.calls += 1
        self.give(flags)

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
        self.assertEqual((device.calls, device.work), (1, []))  # compiled, and held back by nothing
        self.assertEqual((self.kernel(device, None), self.kernel(device, hold), self.kernel(device, hold)), (3, 1, 1))
        self.assertEqual((device.calls, gpujob_twin_hold.Hold.problem), (3, None))

    def test_where_a_launch_waits_the_device_gives_up_once_and_for_all(self):
        device = LateDevice(waits=True)
        hold = gpujob_twin_hold.Hold(device)
        self.assertEqual((self.kernel(device, hold), self.kernel(device, hold)), (3, 3))
        self.assertEqual((device.calls, gpujob_twin_hold.Hold.problem), (2, "a launch waits for the device"))

    def test_between_marks_alone_it_gives_up_too(self):
        device = LateDevice(waits=True)
        hold = gpujob_twin_hold.Hold(device)
        for _ in range(3):
            gpujob_twin_hold.between_marks(device, device.launch, hold)
            device.wait()
        self.assertEqual((device.calls, gpujob_twin_hold.Hold.problem), (2, "a launch waits for the device"))

    def test_where_the_runtime_cannot_none_is_tried_again(self):
        for method in ("seen_by_both", "wait_for_host"):
            gpujob_twin_hold.Hold.problem = None
            device = LateDevice()
            with mock.patch.object(device, method, side_effect=RuntimeError("not\nsupported")) as call:
                hold = gpujob_twin_hold.Hold(device)
                self.assertEqual((self.kernel(device, hold), self.kernel(device, hold)), (3, 3))
                self.assertEqual(self.kernel(device, gpujob_twin_hold.Hold(device)), 3)
            self.assertEqual(call.call_count, 1)
            self.assertEqual(gpujob_twin_hold.Hold.problem, "the device cannot be held back: not supported")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
