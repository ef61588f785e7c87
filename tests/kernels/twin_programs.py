# SPDX-License-Identifier: MIT
"""Starts the Python twins of workload programs for the tests: on the cores with Numba, in Numba's
simulator of CUDA, without any compiler, with a stand-in for CuPy that computes by NumPy, or on a GPU."""
import functools
import glob
import json
import os
import subprocess
import sys
import tempfile

from clean_environment import clean_environment

HERE = os.path.dirname(os.path.realpath(__file__))
KERNELS = os.path.join(HERE, "../../kernels")
HARNESS = os.path.realpath(os.path.join(KERNELS, "harness"))

# Parameters that make a twin small: on the cores, and in the simulator, where a thread of a kernel
# is a thread of Python. Odd on purpose: grids end in the middle of a block.
ELEMENTS = ({"n": 10007}, {"n": 301})
SQUARE = ({"n": 99}, {"n": 19})
SMALL = {"integrate2d": ({"n": 301, "width": 0.75}, {"n": 23}),
         "gaussian_pdf": ({"n": 10007, "mean": 0.5}, {"n": 301}),
         "l2_norm": ({"rows": 1003, "length": 131}, {"rows": 301, "length": 5}),
         "monte_carlo_pi": ({"n": 100001}, {"n": 3001}),
         **dict.fromkeys(("vector_add", "hidden_layer", "polar_distance", "zero_suppress", "pulses"), ELEMENTS),
         **dict.fromkeys(("add_one", "matmul", "elementwise", "fft2d"), SQUARE)}

MODES = {"cores": {"NUMBA_OPT": "1"},  # compiling takes longer than running
         "simulator": {"NUMBA_ENABLE_CUDASIM": "1"},
         "interpreted": {"NUMBA_DISABLE_JIT": "1"},
         "gpu": {"GPUJOB_GPU_KEY": "the-one-here"},  # never the cores in its place
         "ptx": {"NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0"},
         "stand_in": {"PYTHONPATH": os.path.join(HERE, "stand_in")}}


def twins(backend):
    """Workload names and paths of all twins for a backend."""
    paths = sorted(glob.glob(os.path.join(KERNELS, f"workloads/*/*_{backend}.py")))
    return {os.path.basename(os.path.dirname(path)): os.path.realpath(path) for path in paths}


def choices(backend):
    """(workload, twin, variant, precision) of all there are."""
    for workload, twin in twins(backend).items():
        facts = described(twin)
        for variant in facts["variants"]:
            for precision in variant.get("precisions", facts["precisions"]):
                yield workload, twin, variant["name"], precision


def environment(mode, changes):
    return clean_environment(**{**MODES[mode], **changes})


def run(twin, mode, *arguments, **changes):
    return subprocess.run([sys.executable, "-B", twin, *arguments], capture_output=True, text=True,
                          check=False, env=environment(mode, changes))


@functools.lru_cache
def python():
    """The Python that the twins go on with: one that has NumPy."""
    has_it = subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True, check=False)
    return sys.executable if has_it.returncode == 0 else "/usr/bin/python3"


def run_all(requests, mode, session="twin_session.py", **changes):
    """(twin, arguments) of each program to the {status, out, err} of each, all in one process; or what
    another session answers."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answers = (os.path.join(folder, name) for name in ("asked.json", "answers.json"))
        with open(asked, "w", encoding="utf-8") as file:
            json.dump([{"twin": twin, "arguments": list(words)} for twin, words in requests], file)
        changes = {"GPUJOB_PYTHON_TRIED": "1", **changes}
        done = subprocess.run([python(), "-B", os.path.join(HERE, session), asked, answers], capture_output=True, text=True,
                              check=False, env=environment(mode, changes))
        assert done.returncode == 0, done.stderr
        with open(answers, encoding="utf-8") as file:
            return json.load(file)


def small(workload, mode, samples=2, seconds=20, parameters=None):
    """Arguments of a short run, with these parameters in place of the small ones."""
    in_simulator = mode == "simulator"
    parameters = {**SMALL[workload][1 if in_simulator else 0], **(parameters or {})}
    count = "1" if in_simulator else str(samples)
    words = ["--max-samples", count, "--min-samples", count, "--max-seconds", "0" if in_simulator else str(seconds)]
    for name, value in parameters.items():
        words += ["--param", f"{name}={value}"]
    return words


def described(twin, mode="cores"):
    return json.loads(run(twin, mode, "--describe").stdout)


def why_not(twin, mode):
    """Why the twin cannot run here at all, or None. It says so itself, with 77."""
    done = run(twin, mode, *small(described(twin)["name"], mode, 1))
    return done.stderr.strip() if done.returncode == 77 else None
