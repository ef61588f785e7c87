# SPDX-License-Identifier: MIT
"""This process's variables without those that change what gpujob and the programs do."""
import os

DROPPED = ("GPUJOB_", "SLURM_", "SBATCH_", "XDG_", "NUMBA_", "CUDA_")
KEPT = ("GPUJOB_LAST_CACHE_MIB",)  # CMakeLists.txt says it for all tests


def clean_environment(**changes):
    inherited = {name: value for name, value in os.environ.items()
                 if name in KEPT or not name.startswith(DROPPED)}
    return {**inherited, **changes}
