# SPDX-License-Identifier: MIT
"""Starts the Python twins of workload programs for the tests: on the cores with Numba, in Numba's
simulator of CUDA, or without any compiler."""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
KERNELS = os.path.join(HERE, "../../kernels")

# Parameters that make a twin small: on the cores, and in the simulator, where a thread of a kernel
# is a thread of Python. Odd on purpose: grids end in the middle of a block.
SMALL = {"integrate2d": ({"n": 301, "width": 0.75}, {"n": 21}),
         "vector_add": ({"n": 10007}, {"n": 601}),
         "hidden_layer": ({"n": 10007}, {"n": 601}),
         "gaussian_pdf": ({"n": 10007, "mean": 0.5}, {"n": 601}),
         "polar_distance": ({"n": 10007}, {"n": 601}),
         "zero_suppress": ({"n": 10007}, {"n": 601}),
         "pulses": ({"n": 10007}, {"n": 601}),
         "l2_norm": ({"rows": 1003, "length": 131}, {"rows": 601, "length": 5})}

MODES = {"cores": {}, "simulator": {"NUMBA_ENABLE_CUDASIM": "1"},
         "interpreted": {"NUMBA_DISABLE_JIT": "1"}}


def twins(backend):
    """Workload names and paths of all twins for a backend."""
    paths = sorted(glob.glob(os.path.join(KERNELS, f"workloads/*/*_{backend}.py")))
    return {os.path.basename(os.path.dirname(path)): os.path.realpath(path) for path in paths}


def run(twin, mode, *arguments, **environment):
    inherited = {name: value for name, value in os.environ.items()
                 if not name.startswith(("GPUJOB_", "SLURM_", "NUMBA_"))}
    return subprocess.run([sys.executable, "-B", twin, *arguments], capture_output=True, text=True,
                          check=False, env={**inherited, **MODES[mode], **environment})


def small(workload, mode, samples=2):
    """Arguments of a short run."""
    parameters = SMALL[workload][0 if mode == "cores" else 1]
    words = ["--max-samples", str(samples), "--min-samples", str(samples), "--max-seconds", "20"]
    for name, value in parameters.items():
        words += ["--param", f"{name}={value}"]
    return words


def described(twin, mode="cores"):
    return json.loads(run(twin, mode, "--describe").stdout)


def why_not(twin, mode):
    """Why the twin cannot run here at all, or None. It says so itself, with 77."""
    done = run(twin, mode, "--max-samples", "1", "--min-samples", "1",
               *small(described(twin)["name"], mode)[4:])
    return done.stderr.strip() if done.returncode == 77 else None
