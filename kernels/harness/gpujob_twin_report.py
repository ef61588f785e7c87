# SPDX-License-Identifier: MIT
"""The timing report of a Python twin, `gpujob/report/v1`: seconds, bytes, hertz and counts."""
import json
import math
import os
import platform
import re
import statistics
import time

import gpujob_twin_management as management
from gpujob_twin_contract import FIELDS

STEADY = 0.02  # samples that drift by more did not find the device in a steady state


class CannotWrite(Exception):
    """The report could not be written; the text names its path."""


def describe(spec):
    """--describe of a twin; agrees with the manifest for its backend."""
    def parameter(one):
        default = one.default if one.default == "drawn" else float(one.default)
        described = {"name": one.name, "type": one.kind, "default": default,
                     "min": one.minimum, "max": one.maximum}
        return {**described, "unit": one.unit} if one.unit else described
    first = spec.variants[0].name
    return {
        "schema": "gpujob/describe/v1", "name": spec.name, "version": version_of_gpujob(),
        "compiler": python_version(), "backend": spec.backend,
        "architectures": [], "processor": platform.machine(),
        "variants": [{"name": variant.name, "class": variant.algorithm_class,
                      "data": variant.data, "precisions": list(spec.precisions_of(variant.name))}
                     for variant in spec.variants],
        "default_variant": first, "precisions": list(spec.precisions),
        "default_precision": spec.precisions_of(first)[0],
        "parameters": [parameter(one) for one in spec.parameters]}


def begin_report(spec, options):
    def value(text):
        try:
            return float(text)
        except ValueError:  # "drawn", or a word
            return text
    return {
        "schema": "gpujob/report/v1", "run": run_facts(),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "workload": spec.name,
        "variant": options.variant, "class": spec.variant(options.variant).algorithm_class,
        "data": options.data, "backend": spec.backend, "precision": options.precision,
        "parameters": {name: value(text) for name, text in options.parameters.items()}}


def timed_phase(data):
    """The phase that rates are computed from."""
    return "total" if data == "host" else "kernel"


def timed_seconds(report):
    """Median of the seconds that rates are computed from; None without samples."""
    taken = report["samples"][timed_phase(report["data"])]
    return statistics.median(taken) if taken else None


def drift_of(seconds):
    """How much longer the last third took than the first, by their medians: 0.1 is a tenth. None below six."""
    third = len(seconds) // 3
    if third < 2:
        return None
    return statistics.median(seconds[-third:]) / statistics.median(seconds[:third]) - 1


def fraction(report):
    """Share of the ceiling that was reached; None without a ceiling."""
    held, seconds = report.get("ceiling"), timed_seconds(report)
    return held["counted"] / seconds / held["value"] if held and seconds else None


def fraction_of_best(report):
    """The same of the best that was reached."""
    held, seconds = report.get("ceiling"), timed_seconds(report)
    return held["counted"] / seconds / held["best"] if held and seconds else None


def best_fraction(report):
    """Share of the best that was reached, of the fastest sample."""
    held, taken = report.get("ceiling"), report["samples"][timed_phase(report["data"])]
    return held["counted"] / min(taken) / held["best"] if held and taken else None


def end_report(report, experiment, answer):
    held, seconds = report.pop("ceiling", None), timed_seconds(report)
    device = experiment.device
    report["answer"] = answer
    report["work"] = work = experiment.work()
    rated = answer["valid"] and seconds
    if rated:
        report["rates"] = {
            "seconds": seconds, "points_per_second": work["points"] / seconds,
            "operations_per_second": work["operations"] / seconds,
            "bytes_per_second": (work["bytes_read"] + work["bytes_written"]) / seconds}
    if held:
        report["ceiling"] = held
        if rated and device.timed:
            report.update(fraction=fraction(report), best_fraction=best_fraction(report))
    if not rated:
        take_rates_back(report)
    facts = device.facts()
    watched = management.management_of(facts)
    report["device"] = {**facts, **(watched.state() if watched else {})}
    report["host"] = host_facts(device)
    report["versions"] = {"gpujob": version_of_gpujob(), "compiler": device.compiler(),
                          "architectures": [report["device"]["architecture"]]}


def take_rates_back(report):
    """A wrong answer has none."""
    for name in ("rates", "fraction", "best_fraction", "batched"):
        report.pop(name, None)


def fitted(values, place=""):
    """An object of a report as the contract has it: in its order, with null where a twin says nothing of what
    may be unknown. What is missing then, or unknown to the contract, is a mistake of the twin."""
    own = {path: row for path, row in FIELDS.items() if path.rpartition(".")[0] == place}
    whole = {}
    for path, (needed, may_be_null) in own.items():
        key = path.rpartition(".")[2]
        value = values.get(key)
        if isinstance(value, dict) and any(inner.startswith(path + ".") for inner in FIELDS):
            value = fitted(value, path)
        if value is not None or may_be_null and (needed or key in values):
            whole[key] = value
        elif needed:
            raise KeyError(f"the report lacks '{path}'")
    unknown = [key for key in values if f"{place}.{key}".lstrip(".") not in own]
    if unknown:
        raise KeyError(f"the report has '{unknown[0]}', which kernels/contract/ does not know")
    return whole


def headline(report):
    """One line for people."""
    text = "{workload} {variant} (class {class}) {backend} {precision}: ".format(**report)
    if not report["answer"]["valid"]:
        return f"{text}WRONG ANSWER, {report['answer']['problem']}"
    if "rates" not in report:
        return text + "no time was measured"
    rates, samples = report["rates"], report["samples"]
    text += (f"{rates['seconds']:.4g} s, {rates['points_per_second']:.4g} points/s, "
             f"{len(samples['total'])} samples ({samples['stop_reason']}), "
             f"error {report['answer']['worst']['error']:.2g}")
    if abs(samples["drift"] or 0) > STEADY:
        text += f", DRIFT of {100 * samples['drift']:.3g} %"
    text += throttled_text(samples)
    if "fraction" in report:
        text += f", {report['fraction']:.3g} of {report['ceiling']['what']}"
    if "batched" in report:
        text += ", {seconds:.4g} s and {fraction:.3g} of it in batches of {runs}".format(**report["batched"])
        text += throttled_text(report["batched"])
    return text


def throttled_text(block):
    return f", THROTTLED in {block['throttled']}" if "throttled" in block else ""


def plain(value):
    """Whole numbers in plain digits, not as 1e+06; non-finite numbers as null."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    value = float(value)
    if not math.isfinite(value):
        return None
    return int(value) if value == math.floor(value) and abs(value) < 1e15 else value


def json_text(document):
    return json.dumps(plain(document), indent=2, allow_nan=False) + "\n"


def takes_bytes_only(path):
    """Devices and pipes are written to; renaming a file over them would remove them."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def create_beside(path):
    """A new file of a temporary name, open: its descriptor and name."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), temporary
    except OSError as problem:
        raise CannotWrite(f"{path}: cannot create the report ({problem.strerror})") from None


def check_writable(path):
    """Raises, before anything is measured, what writing the report would raise later."""
    if not takes_bytes_only(path):
        file, temporary = create_beside(path)
        os.close(file)
        os.unlink(temporary)


def write_file(path, text):
    """To a temporary name beside `path`, synced and renamed, so that the file appears whole."""
    if takes_bytes_only(path):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return
    file, temporary = create_beside(path)
    try:
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.rename(temporary, path)
    except OSError as problem:
        os.unlink(temporary)
        raise CannotWrite(f"{path}: cannot write the report ({problem.strerror})") from None


def version_of_gpujob():
    """From version.h, which the build writes and installs, as in the C++ programs."""
    try:
        header = os.path.join(os.path.dirname(os.path.realpath(__file__)), "version.h")
        with open(header, encoding="utf-8") as file:
            found = re.search(r'GPUJOB_VERSION "([^"]+)"', file.read())
        return found[1] if found else "unversioned"
    except OSError:
        return "unversioned"


def variable(name):
    return os.environ.get(name) or None


def stand_in_for(backend):
    """What the program stands in for, if anything. A sandbox has GPUs in name only: it tells its own
    programs so, and a user's program finds out here. Noted where reports and children look."""
    if backend != "cpu" and variable("GPUJOB_SANDBOX"):
        os.environ.setdefault("GPUJOB_STAND_IN_FOR", backend)
    return variable("GPUJOB_STAND_IN_FOR")


def expand_nodes(text):
    """"n[1-2],m" is n1, n2, m; numbers keep their leading zeros."""
    nodes = []
    for item in re.findall(r"(?:[^,\[]|\[[^\]]*\])+", text):
        names = [""]
        for plain_part, inside in re.findall(r"([^\[]+)|\[([^\]]*)\]", item):
            endings = [plain_part] if plain_part else list(numbers_in(inside))
            names = [name + ending for name in names for ending in endings]
        nodes += names
    return nodes


def numbers_in(ranges):
    for one in ranges.split(","):
        first, _, last = one.partition("-")
        for number in range(int(first), int(last or first) + 1):
            yield str(number).zfill(len(first))


def run_facts():
    job = variable("SLURM_JOB_ID")
    launch = variable("GPUJOB_LAUNCH")
    return {
        "id": variable("GPUJOB_RUN_ID"),
        "launch": int(launch) if launch and launch.isdigit() and int(launch) else 1,
        "site": variable("GPUJOB_SITE"), "cluster": variable("GPUJOB_CLUSTER"),
        "partition": variable("GPUJOB_PARTITION") or variable("SLURM_JOB_PARTITION"),
        "gpu_key": variable("GPUJOB_GPU_KEY"), "gpu_model": variable("GPUJOB_GPU_MODEL"),
        "executor": variable("GPUJOB_EXECUTOR") or ("slurm" if job else "local"),
        "sandbox": variable("GPUJOB_SANDBOX"), "stand_in_for": variable("GPUJOB_STAND_IN_FOR"),
        "job_id": job, "nodes": expand_nodes(os.environ.get("SLURM_JOB_NODELIST", ""))}


def allowed_cores():
    """Cores by affinity, and no more than the job asked for."""
    cores = len(os.sched_getaffinity(0))
    asked = os.environ.get("SLURM_CPUS_PER_TASK", "")
    return min(cores, int(asked)) if asked.isdigit() and int(asked) else cores


def cpuinfo(key):
    return proc_text("/proc/cpuinfo", key)


def proc_text(path, key):
    """The value in the first such line of a file of /proc, or None."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.search(rf"^{key}\s*:[ \t]*(.+)$", file.read(), re.M)
    except OSError:
        return None
    return found[1].strip() if found else None


def host_isa():
    """The instruction set that a compiler uses on this machine."""
    flags = set((cpuinfo("flags") or "").split())
    if {"avx512f", "avx512dq", "avx512vl"} <= flags:
        return "avx512"
    return "avx2" if {"avx2", "fma"} <= flags else "baseline"


def host_facts(device):
    return {"name": platform.node(), "cpu": cpuinfo("model name"),
            "processor": platform.machine(), "isa": host_isa() if device.on_cpu else "baseline",
            "cores_used": device.units if device.on_cpu else 1,
            "cores_allowed": allowed_cores(),
            "affinity": proc_text("/proc/self/status", "Cpus_allowed_list")}


def readable(read):
    """What `read` gives, or None if this version or driver does not know it."""
    try:
        return read()
    except Exception:  # pylint: disable=broad-except
        return None


def version_text(version):
    """13000 and (13, 0) are both "13.0", as CUDA and Numba count, 50221153 is "5.2" (HIP)."""
    if isinstance(version, int):
        version = ((version // 10 ** 7, version // 10 ** 5 % 100) if version >= 10 ** 7 else
                   (version // 1000, version // 10 % 100))
    return ".".join(str(part) for part in version) if version else None


def driver_problem(package, driver, toolkit):
    """Of a driver that is too old for the toolkit of that package, as far as their versions are known, and the way out."""
    problem = f"the driver is older than {package}'s toolkit"
    if driver and toolkit:
        stack = "ROCm" if isinstance(driver, int) and driver >= 10 ** 7 else "CUDA"
        problem = f"the driver supports {stack} {version_text(driver)}, {package}'s toolkit is {version_text(toolkit)}"
    return f"{problem}; load an environment with an older one, or ask for a newer driver"


def python_version():
    return f"python {platform.python_version()}"
