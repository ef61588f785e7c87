# SPDX-License-Identifier: MIT
"""What drawing.py draws."""

from dataclasses import dataclass, field

from values import Case


@dataclass
class Request:
    """One request; absent means not given. `flags` and `lines` are made from it."""

    gpu: str = ""
    gpus: int = 0
    nodes: int | None = None
    tasks: int | None = None
    cpus: int | None = None
    memory_mib: int | None = None
    minutes: int = 30
    feature: str = ""
    partition: str = ""
    account: str = ""
    qos: str = ""
    pinned: bool = True  # does the script determine the GPU type?
    more: list[str] = field(default_factory=list)  # options of sbatch, as written


@dataclass(frozen=True)
class Mixed:
    script: str
    value: Case | None  # a value from the table, beside the rest


@dataclass(frozen=True)
class Emitted:
    flags: list[str]
    script: str  # the same, by hand
