# SPDX-License-Identifier: MIT
"""Tables of clusters outside the first centers, by hand like those of clusters.py. Read on 2026-11-27.

The pages give what is installed of memory, seldom what a job can have; where they do not, it is None.
"""

from table import DAY, HOUR, Cluster, Gpu, Nodes, Partition, Qos

# A core has two threads. 192 of the CPU nodes have more memory; no limits are on the pages.
VEGA = Cluster(
    site="izum/vega",
    account="d2026d01-001-users",
    partition_option="required",
    partitions={"cpu": Partition(None), "gpu": Partition(None, "required")},
    nodes=(
        Nodes(("cpu",), 768, 256, None),
        Nodes(("gpu",), 60, 256, None, "a100", 4),
    ),
    gpus={"a100": Gpu(("--gres=gpu:{each}",), partition="gpu")},
)

# Of JUWELS Cluster's GPU nodes only the partition is said.
JUWELS = Cluster(
    site="jsc/juwels",
    account="project",
    partition_option="required",
    partitions={"booster": Partition(None), "gpus": Partition(None, "required")},
    nodes=(
        Nodes(("booster",), None, None, None, "a100", 4),
        Nodes(("gpus",), None, None, None, "v100", 0),
    ),
    gpus={"a100": Gpu(("--gres=gpu:{each}",), partition="booster")},
)

# About 6000 nodes.
JUPITER = Cluster(
    site="jsc/jupiter",
    account="project",
    partition_option="required",
    partitions={"booster": Partition(None)},
    nodes=(Nodes(("booster",), None, 288, None, "gh200", 4),),
    gpus={"gh200": Gpu(("--gres=gpu:{each}",), partition="booster")},
    own_job=True,
)

# A quarter of a node comes with each of its four GPUs. Two pages count other cores in a node of
# `gpu`, and POWER9 has more threads than cores. What the test partitions have is not said.
BEDE = Cluster(
    site="n8cir/bede",
    account="bdxxx01",
    partition_option="required",
    partitions={
        "gpu": Partition(2 * DAY, "required"),
        "infer": Partition(2 * DAY, "required"),
        "gh": Partition(2 * DAY, "required"),
        "test": Partition(30, "required"),
        "ghtest": Partition(30, "required"),
    },
    nodes=(
        Nodes(("gpu",), 32, None, None, "v100", 4),
        Nodes(("infer",), 4, None, None, "t4", 4),
        Nodes(("gh",), 5, 72, None, "gh200", 1),
        Nodes(("test", "ghtest"), None, None, None, "unsaid", 0),
    ),
    gpus={
        "v100": Gpu(("--gres=gpu:{each}",), partition="gpu"),
        "t4": Gpu(("--gres=gpu:{each}",), partition="infer"),
        "gh200": Gpu(("--gres=gpu:{each}",), partition="gh"),
    },
    own_job=True,
)


def delta_partitions(node: str, gpu: str, *, interactive: int, nodes: int | None,
                     preempt: bool = False) -> dict[str, Partition]:
    """For the nodes of one kind; `interactive` minutes on at most so many nodes."""
    two_days = Partition(2 * DAY, gpu)
    return {
        node: two_days,
        f"{node}-interactive": Partition(interactive, gpu, nodes=nodes),
        **({f"{node}-preempt": two_days} if preempt else {}),
    }


# No threads. What a job can have of 256 GB, or 2 TB on nodes of eight, is not said.
DELTA = Cluster(
    site="ncsa/delta",
    account="bbka-delta-gpu",
    default_partition="gpuA100x4",
    partitions={
        **delta_partitions("cpu", "forbidden", interactive=30, nodes=4, preempt=True),
        **delta_partitions("gpuA40x4", "optional", interactive=HOUR, nodes=4, preempt=True),
        **delta_partitions("gpuA100x4", "optional", interactive=HOUR, nodes=4, preempt=True),
        **delta_partitions("gpuA100x8", "optional", interactive=HOUR, nodes=2),
        **delta_partitions("gpuMI100x8", "optional", interactive=HOUR, nodes=None),
        "gpuH200x8": Partition(2 * DAY, nodes=1),
        "gpuH200x8-interactive": Partition(HOUR, nodes=1),
    },
    nodes=(
        Nodes(("cpu", "cpu-interactive", "cpu-preempt"), 132, 128, None),
        Nodes(("gpuA40x4", "gpuA40x4-interactive", "gpuA40x4-preempt"), 100, 64, None, "a40", 4),
        Nodes(("gpuA100x4", "gpuA100x4-interactive", "gpuA100x4-preempt"), 100, 64, None, "a100", 4),
        Nodes(("gpuA100x8", "gpuA100x8-interactive"), 6, 128, None, "a100x8", 8),
        Nodes(("gpuH200x8", "gpuH200x8-interactive"), 8, 96, None, "h200", 8),
        Nodes(("gpuMI100x8", "gpuMI100x8-interactive"), 1, None, None, "mi100", 8),
    ),
    gpus={
        "a40": Gpu(("--gpus-per-node={each}",), partition="gpuA40x4"),
        "a100": Gpu(("--gpus-per-node={each}",), partition="gpuA100x4"),
        "a100x8": Gpu(("--gpus-per-node={each}",), partition="gpuA100x8"),
        "h200": Gpu(("--gpus-per-node={each}",), partition="gpuH200x8"),
        "mi100": Gpu(("--gpus-per-node={each}",), partition="gpuMI100x8"),
    },
)

DELTAAI = Cluster(
    site="ncsa/deltaai",
    account="bbka-dtai-gh",
    partition_option="required",
    partitions={"ghx4": Partition(None)},
    nodes=(Nodes(("ghx4",), 114, 288, None, "gh200", 4),),
    gpus={"gh200": Gpu(("--gpus-per-node={each}",), partition="ghx4")},
    own_job=True,
)

# No partition is named: a feature chooses the nodes and a QOS the limits. 64 cores of two threads.
PERLMUTTER = Cluster(
    site="nersc/perlmutter",
    account="m1234_g",
    limit=2 * DAY,
    nodes=(
        Nodes((), 1536, 128, None, "a100", 4, ("gpu", "hbm40g")),
        Nodes((), 256, 128, None, "a100_80", 4, ("gpu", "hbm80g")),
    ),
    gpus={
        "a100": Gpu(("--qos=regular", "--ntasks={tasks}", "--gpus-per-node={each}"), feature="gpu&hbm40g"),
        "a100_80": Gpu(("--qos=regular", "--ntasks={tasks}", "--gpus-per-node={each}"), feature="gpu&hbm80g"),
    },
    qos={
        "regular": Qos(2 * DAY),
        "debug": Qos(30, nodes=8),
        "shared": Qos(2 * DAY, nodes=1, gpus=2),
    },
)

# Neither limits nor partitions are on the pages, nor how Slurm counts its two 64-core processors.
BERZELIUS = Cluster(
    site="nsc/berzelius",
    account="berzelius-2026-100",
    nodes=(
        Nodes((), 60, None, None, "a100", 8, ("thin",)),
        Nodes((), 34, None, None, "a100_80", 8, ("fat",)),
    ),
    gpus={
        "a100": Gpu(("--gpus={n}",), feature="thin"),
        "a100_80": Gpu(("--gpus={n}",), feature="fat"),
    },
)

# A card of two dies is two GPUs. Nodes come whole; 8 of their 64 cores belong to the system.
FRONTIER = Cluster(
    site="olcf/frontier",
    account="ABC123",
    default_partition="batch",
    partitions={
        "batch": Partition(12 * HOUR, by_nodes=((91, 2 * HOUR), (183, 6 * HOUR), (9856, 12 * HOUR))),
        "extended": Partition(24 * HOUR, nodes=64),
    },
    nodes=(Nodes(("batch", "extended"), 9856, 56, None, "mi250x", 8),),
    gpus={"mi250x": Gpu(("--gpus-per-node={each}",), partition="batch")},
    qos={"debug": Qos(2 * HOUR)},
)

SNELLIUS = Cluster(
    site="surf/snellius",
    account="project",
    partition_option="required",
    limit=5 * DAY,
    partitions={
        "gpu_a100": Partition(5 * DAY, "required"),
        "gpu_h100": Partition(5 * DAY, "required"),
    },
    nodes=(
        Nodes(("gpu_a100",), 63, 72, 480 * 1024, "a100", 4),
        Nodes(("gpu_h100",), 88, 64, 720 * 1024, "h100", 4),
    ),
    gpus={
        "a100": Gpu(("--gpus-per-node={each}",), partition="gpu_a100"),
        "h100": Gpu(("--gpus-per-node={each}",), partition="gpu_h100"),
    },
)

# Two pages give other numbers of Intel nodes, and other amounts of memory in them.
BIANCA = Cluster(
    site="uppmax/bianca",
    account="sens2023598",
    default_partition="core",
    partitions={
        "core": Partition(None),
        "node": Partition(None),
        "devcore": Partition(HOUR, "forbidden"),
        "devel": Partition(HOUR, "forbidden", nodes=2),
    },
    nodes=(
        Nodes(("core", "node", "devcore", "devel"), None, 16, None),
        Nodes(("core", "node"), 105, 16, 256 * 1024, features=("mem256GB",)),
        Nodes(("core", "node"), 10, 16, 256 * 1024, "a100", 2),
        Nodes(("core", "node"), 17, 16, 256 * 1024, "t4", 1),
    ),
    gpus={
        "a100": Gpu(("--gpus=a100:{n}", "--gpus-per-node=a100:{each}"), "a100"),
        "t4": Gpu(("--gpus=t4:{n}", "--gpus-per-node=t4:{each}"), "t4"),
    },
    qos={"short": Qos(15, nodes=4)},
)

FURTHER = {
    cluster.site.split("/")[1]: cluster
    for cluster in (
        VEGA,
        JUWELS,
        JUPITER,
        BEDE,
        DELTA,
        DELTAAI,
        PERLMUTTER,
        BERZELIUS,
        FRONTIER,
        SNELLIUS,
        BIANCA,
    )
}
