#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The harness of the Python twins of workload programs: the same options, the same way of measuring,
the same report and exit statuses as the C++ harness beside it.

    SPEC = gpujob_twin.Spec("integrate2d", "numba", ...)
    if __name__ == "__main__":
        OPTIONS = gpujob_twin.begin(SPEC)    # --help, --describe and wrong usage end here
    numba = gpujob_twin.need(SPEC, "numba")  # exit 77 with one line without it
    ...
    if __name__ == "__main__":
        gpujob_twin.run(SPEC, OPTIONS, make)

`make(choice, draw)` gives an Experiment with its memory allocated. It runs cold once and is checked;
then warm-ups; then samples, the last of which is checked again. The cold run includes what happens only
once: the device's context in `setup`, compiling the kernels in its `kernel`. A wrong answer never gets
a rate, nor does one that came faster than the device can do its work, and no option changes that. Standard library and NumPy only.
"""
import dataclasses
import importlib.util
import os
import random
import resource
import runpy
import sys
import time

import gpujob_twin_batches as batches
import gpujob_twin_ceiling as ceilings
import gpujob_twin_growth as growths
import gpujob_twin_management as management
import gpujob_twin_report as report_file
from gpujob_twin_hold import Hold, between_marks
from gpujob_twin_options import Parameter, Spec, Variant, parse_options, usage  # noqa: F401
from gpujob_twin_sampler import Sampler, is_gpu

NO_DEVICE = 77


class NoDevice(Exception):
    """Nothing to run on; the text says what is missing."""


class Experiment:
    """A workload with variant, precision and parameters chosen. Times are taken between the calls, so
    each gives its work to `device` and returns; `download` returns with the answer on the host."""

    device = None
    other_units = 1  # how many times as fast the units may be that its ceiling was not measured on
    has_kernel = True  # False: the computation cannot be timed separately
    accumulates = False  # True: a run begins from what the last one left, so that several differ from one
    on_all_cores = True  # False: one thread does a part of `launch`

    def poison(self):
        """Overwrites all outputs, on the device and on the host, with what no right answer contains."""
        raise NotImplementedError("poison() is not written")

    def upload(self):
        """Inputs to the device. False: this phase does not exist."""
        return False

    def launch(self):
        raise NotImplementedError("launch() is not written")

    def download(self):
        """Outputs to the host. False: this phase does not exist."""
        raise NotImplementedError("download() is not written")

    def traffic(self):
        """Bytes that one run moves through memory. Where a cache could hold them, it is emptied before
        each run. 0: memory does not matter."""
        return 0

    def finish(self):
        """The host's share of the computation: part of the total, of no phase."""

    def check(self):
        """Judges the outputs of the last run: a dictionary as `answer` of a report."""
        raise NotImplementedError("check() is not written")

    def work(self):
        """Declared work of one launch: a dictionary as `work` of a report."""
        raise NotImplementedError("work() is not written")

    def ceiling(self):
        """Measures the ceiling of this work, by gpujob_twin_ceiling. None: it has none."""
        return None


def begin(spec, arguments=None):
    """The options of this program. Ends it if nothing is left to do; needs no package."""
    parsed = parse_options(spec, sys.argv[1:] if arguments is None else arguments)
    if isinstance(parsed, str):
        sys.exit(complain(parsed, 2))
    if parsed.action == "help":
        sys.stdout.write(usage(spec))
        sys.exit(0)
    if parsed.action == "describe":
        sys.stdout.write(report_file.json_text(report_file.describe(spec)))
        sys.exit(0)
    if parsed.action == "check-packages":
        if importlib.util.find_spec(spec.backend) is None:
            go_on_without(spec, spec.backend, f"no module named '{spec.backend}'")
        sys.exit(0)
    report_file.stand_in_for(spec.backend)
    return parsed


def need(spec, package):
    """The package, imported. Without it: the machine's own Python, if that has it; else 77."""
    # Numba counts the machine's cores; a job may use only its own.
    os.environ.setdefault("NUMBA_NUM_THREADS", str(report_file.allowed_cores()))
    # The lesson's blocks are small on purpose, and its grids at small sizes too.
    os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")
    try:
        return importlib.import_module(package)
    except ImportError as problem:
        go_on_without(spec, package, problem)


def go_on_without(spec, package, problem):
    """With another Python, if there is one; else the end of this program."""
    go_on_with_another_python()
    sys.exit(complain(f"{spec.name}: no {package} for {sys.executable} ({problem}); "
                      "load the modules of a stack that has it, or set GPUJOB_PYTHON", NO_DEVICE))


def go_on_with_another_python():
    """Once: the one that GPUJOB_PYTHON names, else the machine's own, if a version manager has put a bare
    one before it on PATH. A job's modules and virtual environment come before both on PATH."""
    other = os.environ.get("GPUJOB_PYTHON", "/usr/bin/python3")
    here = os.path.realpath(sys.executable)
    if "GPUJOB_PYTHON_TRIED" in os.environ or not os.access(other, os.X_OK):
        return
    if os.path.realpath(other) == here:
        return
    os.environ["GPUJOB_PYTHON_TRIED"] = "1"
    words = getattr(sys, "orig_argv", [here, *sys.argv])
    os.execv(other, [other, *words[1:]])


def run(spec, options, make):
    """Measures, writes the report and ends the program with 0, 1 or 77."""
    try:
        if options.report is not None:
            report_file.check_writable(options.report)
        report = measure(spec, options, make)
        text = report_file.json_text(report)
        headline = report_file.headline(report)
        if options.report is None:
            sys.stdout.write(text)
        else:
            report_file.write_file(options.report, text)
            print(headline)
    except NoDevice as problem:
        sys.exit(complain(f"{spec.name}: {problem}", NO_DEVICE))
    except report_file.CannotWrite as problem:
        sys.exit(complain(str(problem), 1))
    except Exception as problem:  # pylint: disable=broad-except
        words = " ".join(str(problem).split())
        sys.exit(complain(f"{spec.name}: {type(problem).__name__}: {words}{do_not_fit(problem)}", 1))
    if not report["answer"]["valid"]:
        sys.exit(complain(headline, 1))
    if not report["samples"]["total"]:
        sys.exit(complain(f"{spec.name}: no time was measured (every sample was zero); "
                          "use a larger size", 1))
    sys.exit(0)


def do_not_fit(problem):
    """Of an error that versions not made for each other give, of packages or of a driver: which, and the way out."""
    cuda = sys.modules.get("numba.cuda")
    if cuda and "UNSUPPORTED_PTX_VERSION" in str(problem):  # what Numba has compiled is too new
        versions = map(report_file.readable, (lambda: cuda.cudadrv.driver.driver.get_version(), lambda: cuda.runtime.get_version()))
        return f" ({report_file.driver_problem('Numba', *versions)})"
    versions = [f"{name} {sys.modules[name].__version__}" for name in ("numba", "cupy", "numpy") if name in sys.modules]
    if not isinstance(problem, (AttributeError, ImportError)) or len(versions) < 2:
        return ""
    return f" ({' and '.join(versions)} may not fit each other; load another environment, or set GPUJOB_PYTHON)"


def complain(text, status):
    sys.stdout.flush()
    print(text, file=sys.stderr)
    return status


def measure(spec, options, make):
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
    report = measure_size(spec, options, make, seed)
    check_growth(spec, options, make, seed, report)
    return report_file.fitted(report)


def check_growth(spec, options, make, seed, report):
    """Refuses a right answer whose time does not grow with its work."""
    whole, answer = report_file.timed_seconds(report), report["answer"]
    answer["growth"], size = "not told", growths.size_of(spec, options)
    told = (answer["valid"] and size and whole and whole >= growths.LEAST_SECONDS and "fraction" in report
            and options.data == "resident" and 4 * report["samples"]["cold"]["total"] <= options.max_seconds)
    if not told:
        return
    items = int(options.parameters[size])
    half = make(dataclasses.replace(options, parameters={**options.parameters, size: str(items // 2)}), random.Random(seed))
    flush = ceilings.flush_for(half)
    answer["growth"], takes = growths.growth_of((report["samples"]["kernel"], report["fraction"]), report["work"], items, half,
                                                lambda: run_once(half, flush)["kernel"], options.max_seconds)
    if answer["growth"] == "less":
        answer.update(valid=False, problem=f"half the size ({size} {items // 2}) takes {takes}")
        report_file.take_rates_back(report)


def measure_size(spec, options, make, seed):
    """All but the growth of the time."""
    report = report_file.begin_report(spec, options)
    started = time.perf_counter()
    experiment = make(options, random.Random(seed))
    setup = time.perf_counter() - started
    flush = ceilings.flush_for(experiment)
    cold = run_once(experiment, flush)
    answer = checked(experiment)
    phase = report_file.timed_phase(report["data"])
    hold = Hold(experiment.device) if phase == "kernel" else None
    warmup = []
    if answer["valid"]:
        # Data that a run leaves in the caches for the next one would be faster than any memory.
        report["ceiling"] = experiment.ceiling()
        warmup = warm_up(experiment, flush, hold, cold, phase, options.max_seconds)
    report["samples"] = {"cold": cold_block(cold, setup), "warmup": warmup}
    watched = management.management_of(experiment.device.facts())
    conditions = management.Conditions(watched)

    def run(runs=1):
        return {**run_once(experiment, flush, hold, runs), "throttled": management.throttled(watched)}
    take_possible_samples(report, experiment, options, run, started, conditions)
    if answer["valid"]:
        batches.take(report, experiment, options, run, started, conditions)
    if conditions.block:
        report["conditions"] = conditions.block
    if Hold.problem:
        print(f"{spec.name}: the time of each kernel contains its launch ({Hold.problem})", file=sys.stderr)
    report["samples"].update(time_limit=options.max_seconds, clock=experiment.device.clock)
    if answer["valid"]:
        answer = checked(experiment, answer["seconds"])
        # The rule that catches a right answer by less work than declared: no run beats the ceiling.
        problem = ceilings.faster_than_possible(report, experiment)
        if answer["valid"] and problem:
            answer = {**answer, "valid": False, "problem": problem}
    answer["inputs"]["seed"] = seed
    report_file.end_report(report, experiment, answer)
    return report


def take_possible_samples(report, experiment, options, run, started, conditions):
    """Plausible samples. Other programs may have disturbed both measurements of the ceiling: samples
    that look impossible are taken again, up to twice; one sample each when time is up."""
    phase, right = report_file.timed_phase(report["data"]), "ceiling" in report
    discarded = []
    for _ in range(3):
        sampler = Sampler(options, phase, right, discarded, is_gpu(experiment.device))
        sampler.take(run, started, conditions)
        report["samples"].update(sampler.block())
        if not report.get("ceiling"):
            return
        measure_after(report, experiment)
        if not ceilings.faster_than_possible(report, experiment):
            return
        discarded = report["samples"]["discarded"] + [
            {"seconds": seconds, "reason": "impossible"} for seconds in report["samples"][phase]]


def measure_after(report, experiment):
    """The ceiling after the samples. Other programs may have lowered it: if the samples look impossible
    beside it, it is measured again."""
    for _ in range(6):
        report["ceiling"] = ceilings.merged(report["ceiling"], experiment.ceiling())
        if not ceilings.faster_than_possible(report, experiment):
            return


def checked(experiment, before=0.0):
    """The answer of the last run, judged outside all reported times."""
    start = time.perf_counter()
    answer = experiment.check()
    return {**answer, "seconds": before + time.perf_counter() - start}


def run_once(experiment, flush, hold=None, runs=1):
    """One run from poisoned outputs and emptied caches to the answer on the host. Its kernel must have run once
    before `hold` can be given. The kernel may run several times: its seconds are then those of one."""
    device = experiment.device
    experiment.poison()
    flush()
    device.wait()
    start = time.perf_counter()
    has_upload, h2d = between_marks(device, experiment.upload)
    # Copies use one thread: only the kernel shows whether the cores were free. Asking takes longer
    # than a short kernel, so it is done between the phases.
    launch_start, cpu_start = time.perf_counter(), cpu_seconds()
    _, kernel = between_marks(device, lambda: [experiment.launch() for _ in range(runs)], hold)
    cpu, wall = cpu_seconds() - cpu_start, time.perf_counter() - launch_start
    has_download, d2h = between_marks(device, experiment.download)
    device.wait()
    experiment.finish()
    total = time.perf_counter() - start
    if hold and hold.gave_up():
        return run_once(experiment, flush, hold, runs)  # not held back any more
    tells = device.on_cpu and experiment.on_all_cores and wall >= 0.02
    return {"h2d": device.seconds(*h2d) if has_upload is not False else None,
            "kernel": device.seconds(*kernel) / runs if experiment.has_kernel else None,
            "d2h": device.seconds(*d2h) if has_download is not False else None, "total": total,
            "share": cpu / (wall * device.units) if tells else 1}


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def cold_block(cold, setup):
    phases = {name: cold[name] for name in ("h2d", "kernel", "d2h") if cold[name] is not None}
    return {"setup": setup, **phases, "total": setup + cold["total"]}


def warm_up(experiment, flush, hold, cold, phase, max_seconds):
    """Warm-up runs, until clocks and caches are steady: a fifth of a second, at least one; none if one
    would take a tenth of the time limit."""
    seconds, start = [], time.perf_counter()
    while (cold["total"] <= 0.1 * max_seconds and time.perf_counter() - start < 0.2
           and len(seconds) < 50):
        sample = run_once(experiment, flush, hold)
        if sample[phase] > 0:
            seconds.append(sample[phase])
    return seconds


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(complain("usage: gpujob_twin.py PROGRAM [options of the program]", 2))
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
