# SPDX-License-Identifier: MIT
"""No launch is in the time of a kernel: a device is held back until kernel and mark have been given to it, as
hold.h does it. A device that can be has `seen_by_both(count)`, an array of int32 in memory of the host that kernels
reach too, and `wait_for_host(flags, looks)`, a kernel that ends when the first of them is not 0; after so many looks
it sets the second."""

MAY_GO, GAVE_UP = 0, 1
MOST_LOOKS = 1 << 20  # see hold.h


class Hold:
    """Of one device."""
    problem = None  # of this process: why no device is held back any more

    def __init__(self, device):
        self.device, self.flags, self.holds = device, None, False
        if not Hold.problem and device.timed and hasattr(device, "wait_for_host"):
            self.launch(may_go=1)  # is compiled by that

    def launch(self, may_go):
        try:
            if self.flags is None:
                self.flags = self.device.seen_by_both(2)
            self.flags[MAY_GO], self.flags[GAVE_UP] = may_go, 0
            self.device.wait_for_host(self.flags, MOST_LOOKS)
        except Exception as problem:  # pylint: disable=broad-except  # a runtime without such memory
            Hold.problem = f"the device cannot be held back: {' '.join(str(problem).split())}"

    def begin(self):
        if self.flags is not None and not self.gave_up() and not Hold.problem:
            self.launch(may_go=0)
            self.holds = not Hold.problem

    def end(self):
        if self.holds:
            self.flags[MAY_GO] = 1

    def gave_up(self):
        """Once the device was waited for. Where a launch waits for the device, both would wait for ever."""
        if self.holds and self.flags[GAVE_UP]:
            self.holds, Hold.problem = False, "a launch waits for the device"
            return True
        return False


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
