# SPDX-License-Identifier: MIT
"""No launch is in the time of a kernel: a device is held back until kernel and mark have been given to it, as
hold.h does it. A device that can be has `call_in_turn(function)`: the function is called on the host when all
given before is done, and nothing given later begins before it returns."""
import threading

MOST_SECONDS = 1


class Hold:
    """Of one device."""
    problem = None  # of this process: why no device is held back any more

    def __init__(self, device):
        self.device, self.may_go, self.gave_up = device, threading.Event(), False

    def begin(self):
        self.gave_up = False
        if Hold.problem or not self.device.timed or not hasattr(self.device, "call_in_turn"):
            return
        self.may_go.clear()
        try:
            self.device.call_in_turn(self.wait)
        except Exception as problem:  # pylint: disable=broad-except  # a runtime without such calls
            Hold.problem = f"the device cannot be held back: {' '.join(str(problem).split())}"

    def wait(self):
        """On a thread of the runtime. Where a launch waits for the device, both would wait for ever."""
        if not self.may_go.wait(MOST_SECONDS):
            self.gave_up, Hold.problem = True, "a launch waits for the device"

    def end(self):
        self.may_go.set()


def between_marks(device, phase, hold=None):
    """What the phase returns, and the device's marks before and after it."""
    if hold:
        hold.begin()
    before = device.mark()
    returned = phase()
    after = device.mark()
    if hold:
        hold.end()
    return returned, (before, after)
