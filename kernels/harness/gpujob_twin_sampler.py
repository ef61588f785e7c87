# SPDX-License-Identifier: MIT
"""When a Python twin has taken samples enough, and which of them count."""
import math
import time

import gpujob_twin_report as report_file

# Samples at least and at most, and seconds that they have to make up together, unless options say otherwise: with
# gpujob_twin_batches.py on a GPU.
CPU_LIMITS, GPU_LIMITS = (5, 100, 0), (20, 2000, 0.5)


def is_gpu(device):
    return device.clock == "event" and device.timed


class Sampler:
    """Takes samples until a limit is reached; tells which one, and what was discarded."""

    def __init__(self, options, phase, right, discarded=(), on_gpu=False):
        """`discarded`: by samplers before this one."""
        self.options, self.phase, self.before = options, phase, list(discarded)
        # A wrong answer is not worth more time.
        least, most, self.timed = GPU_LIMITS if on_gpu else CPU_LIMITS
        most = options.max_samples or max(most, options.min_samples or 0)
        self.least, self.most = (options.min_samples or min(least, most), most) if right else (1, 1)
        self.samples, self.discarded = [], []
        self.longest, self.stop_reason = 0.0, None

    def wants_more(self, elapsed):
        """`elapsed`: seconds since the program started. One sample is always taken."""
        taken = len(self.samples)
        if taken >= self.most or taken + len(self.discarded) >= 2 * self.most:
            self.stop_reason = "count"
        elif taken >= max(self.least, 2) and self.seconds() >= self.timed and self.is_settled():
            self.stop_reason = "noise"
        elif taken > 0 and elapsed + self.longest > self.options.max_seconds:
            self.stop_reason = "timeout"
        return self.stop_reason is None

    def take(self, run, started, conditions):
        """Samples of `run`, while the device is watched."""
        with conditions:
            while self.wants_more(time.perf_counter() - started):
                self.add(run())

    def add(self, sample):
        self.longest = max(self.longest, sample["total"])
        seconds = sample[self.phase]
        if not seconds > 0:
            # The clock is too coarse for this size: a rate would be meaningless.
            self.discarded.append({"seconds": seconds, "reason": "zero_time"})
        elif sample["share"] < 0.75 and len(self.discarded) <= len(self.samples):
            # Other processes used the cores. At most half are discarded, or a busy machine yields
            # none.
            self.discarded.append({"seconds": seconds, "reason": "cpu_taken"})
        elif sample.get("throttled") and len(self.discarded) <= len(self.samples):
            self.discarded.append({"seconds": seconds, "reason": "throttled"})
        else:
            self.samples.append(sample)

    def seconds(self):
        return sum(sample[self.phase] for sample in self.samples)

    def is_settled(self):
        """Is there little noise, and no drift beyond what noise makes?"""
        return self.noise() < self.options.noise and abs(self.drift() or 0) <= report_file.STEADY

    def drift(self):
        """How much longer the last third of the samples took than the first, by their medians; None below six."""
        return report_file.drift_of([sample[self.phase] for sample in self.samples])

    def noise(self):
        """Standard error of the mean of the seconds, over the mean; None below two."""
        taken = [sample[self.phase] for sample in self.samples]
        if len(taken) < 2:
            return None
        mean = sum(taken) / len(taken)
        squares = sum((one - mean) ** 2 for one in taken)
        return math.sqrt(squares / (len(taken) - 1) / len(taken)) / mean

    def throttled(self):
        """How many were kept though the clock was held down, as in a report."""
        count = sum(bool(sample.get("throttled")) for sample in self.samples)
        return {"throttled": count} if count else {}

    def block(self):
        def phase(name):
            return [sample[name] for sample in self.samples if sample[name] is not None]
        return {"h2d": phase("h2d"), "kernel": phase("kernel"), "d2h": phase("d2h"),
                "total": phase("total"), "discarded": self.before + self.discarded,
                "stop_reason": self.stop_reason, "noise_target": self.options.noise,
                "noise": self.noise(), "drift": self.drift(), **self.throttled()}
