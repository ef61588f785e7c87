# SPDX-License-Identifier: MIT
"""A documented rule of a center, and the words in which Slurm and the submit rules refuse."""

from dataclasses import dataclass

# Slurm's own words (slurm_errno.c of 22.05).
CONFIGURATION = "Requested node configuration is not available"
NODES = "Node count specification invalid"
FEATURE = "Invalid feature specification"
PARTITION = "Invalid partition name specified"
NO_PARTITION = "No partition specified or system default partition"
TIME = "Requested time limit is invalid"
# Ours, from the submit rules.
ACCOUNT_MISSING = "no --account is given"
FORM = "is not of the form"
OVER = "--time is over the limit"
NO_GPUS_THERE = "takes no jobs with GPUs"
GPUS_ONLY = "takes jobs with GPUs only"
LIMIT = "the job is over a limit"


@dataclass(frozen=True)
class Rule:
    rule: str  # in the center's sense
    refused: str
    says: str  # a part of what the user must read
    accepted: str
    answers: str = ""  # a part of what sbatch says to that


def account(required_with: str, good: str, bad: str) -> list[Rule]:
    """The account must be given; another center's account is refused."""
    return [
        Rule("account required", required_with, ACCOUNT_MISSING, f"{required_with} -A {good}"),
        Rule("account form", f"{required_with} -A {bad}", FORM, f"{required_with} -A {good}"),
    ]
