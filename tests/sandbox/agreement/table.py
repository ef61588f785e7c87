# SPDX-License-Identifier: MIT
"""What the tables of clusters hold: facts that requests are drawn from.

None: a count, a limit or an amount of memory that no page states. The sandbox assumes a figure, so no
request may depend on it. CPUs are Slurm's (threads where a core has two). Memory is in MiB; pages round
it, so requests stay clear of the figure (see NEAR).
"""

from dataclasses import KW_ONLY, dataclass, field

HOUR = 60
DAY = 24 * HOUR

# Memory asked for stays below this share of a node's, or clearly above all of it: pages give what
# is installed, in units that differ by a few percent.
NEAR = 0.85


@dataclass(frozen=True)
class Nodes:
    """A group of equal nodes."""

    partitions: tuple[str, ...]
    count: int | None
    cpus: int | None
    memory_mib: int | None
    gpu: str = ""  # key in Cluster.gpus
    gpus: int = 0
    features: tuple[str, ...] = ()


@dataclass(frozen=True)
class Limits:
    """Of one job: at most, or at least."""

    minutes: int | None = None  # longest walltime
    _: KW_ONLY
    nodes: int | None = None
    gpus: int | None = None
    cpus: int | None = None
    least_nodes: int = 1
    least_gpus: int = 1  # of a job with GPUs


@dataclass(frozen=True)
class Partition(Limits):
    gpu: str = "optional"  # required, optional, forbidden
    by_nodes: tuple[tuple[int, int], ...] = ()  # (up to so many nodes, minutes), in rising order


@dataclass(frozen=True)
class Qos(Limits):
    partition: str = ""  # the only one that it is for


@dataclass(frozen=True)
class Gpu:
    """`spelling`: documented lines; {n} GPUs in all, {each} per node, {nodes}, {tasks}.

    Where the page documents the partition alone, this is the usual spelling with a number: it only
    serves to put to sbatch what gpujob refuses.
    """

    spelling: tuple[str, ...]
    type: str = ""  # Slurm's type name, capitals as written; empty: the page uses none
    feature: str = ""  # several are joined by &
    partition: str = ""  # the one that gets it


@dataclass(frozen=True)
class Cluster:
    site: str
    account: str
    nodes: tuple[Nodes, ...]
    gpus: dict[str, Gpu]
    partitions: dict[str, Partition] = field(default_factory=dict)
    default_partition: str = ""
    partition_option: str = "optional"  # required, optional, forbidden
    needs_account: bool = True
    limit: int | None = None  # minutes for any job
    retired: bool = False
    qos: dict[str, Qos] = field(default_factory=dict)  # under "": what a job without one gets
    needs_qos: bool = False
    # Its GPU nodes have another processor than this machine, and no page says how to compile there:
    # a command of the user's is drawn in place of the bundled workload.
    own_job: bool = False
