# SPDX-License-Identifier: MIT
"""Batches of a Python twin: where isolated samples make up too little of a GPU's time, several runs in a row are timed
as one until both make up the rest, as measure.cc has it."""
import statistics

import gpujob_twin_ceiling as ceilings
from gpujob_twin_hold import Hold
from gpujob_twin_sampler import GPU_LIMITS, Sampler, is_gpu

SHORTEST = 0.01        # seconds of a batch
MOST, MOST_HELD = 20000, 500  # runs of a batch; a driver takes about a thousand launches before one waits for the device
MOST_BATCHES = 200


def take(report, experiment, options, run, started, conditions):
    """Adds `batched` to a report with samples of the kernel. `run(runs)`: a run of that many launches."""
    samples, missing = report["samples"], GPU_LIMITS[2] - sum(report["samples"]["kernel"])
    enough = missing <= 0 or options.max_samples or samples["stop_reason"] == "timeout" or not samples["kernel"]
    alike = report["data"] == "resident" and experiment.has_kernel and not experiment.accumulates
    if enough or not alike or not is_gpu(experiment.device) or not report.get("ceiling"):
        return
    runs = runs_of(statistics.median(samples["kernel"]), run)
    if runs == 1:
        return
    sampler = Sampler(options, "kernel", True, on_gpu=True)
    sampler.timed, sampler.most = missing / runs, MOST_BATCHES
    sampler.take(lambda: run(runs), started, conditions)
    samples["discarded"] += sampler.discarded
    seconds = [sample["kernel"] for sample in sampler.samples]
    if seconds:
        experiment.device.repeats = runs
        reached = {"value": 0, "best": 0}
        for _ in range(6):  # other programs may have lowered it
            ceiling = experiment.ceiling()
            reached = {name: max(rate, ceiling[name]) for name, rate in reached.items()}
            report["batched"] = {**block_of(runs, seconds, report["ceiling"]["counted"], reached), **sampler.throttled()}
            if not ceilings.faster_than_possible(report, experiment):
                break
        experiment.device.repeats = 1


def runs_of(seconds, run):
    """How many runs last long enough, from the seconds of one; 1: one does."""
    runs = 1
    for _ in range(4):
        most = MOST if Hold.problem else MOST_HELD
        if runs * seconds >= SHORTEST or runs >= most:
            break
        runs = min(most, int(1 + 1.1 * SHORTEST / seconds))
        seconds = max(run(runs)["kernel"], 1e-9)  # the caches are warm then, too
    return runs


def block_of(runs, seconds, counted, ceiling):
    median, best = statistics.median(seconds), min(seconds)
    return {"runs": runs, "kernel": seconds, "seconds": median, "ceiling": ceiling["value"], "best_ceiling": ceiling["best"],
            "provable": counted / ceiling["best"] > ceilings.SHORTEST_IN_BATCH,
            "fraction": counted / median / ceiling["value"], "best_fraction": counted / best / ceiling["best"]}
