# SPDX-License-Identifier: MIT
"""Facts about the clusters from the centers' pages, written by hand a second time.

The profiles hold the same facts for gpujob; this table is not generated from them, so that an
error in one of the two shows as a disagreement. It holds only what requests are drawn from: sizes, names,
limits and the documented spelling of a GPU request; see table.py. Read on 2026-11-21 from the pages
that the profiles cite as their sources; clusters outside the first centers on 2026-11-27.
"""

from clusters_with_rules import CLUSTERS_WITH_RULES
from further_clusters import FURTHER
from newer_clusters import NEWER
from table import DAY, Cluster, Gpu, Nodes, Partition

PELLE = Cluster(
    site="uppmax/pelle",
    account="uppmax2025-2-393",
    default_partition="pelle",
    limit=10 * DAY,
    partitions={
        "pelle": Partition(10 * DAY, "forbidden"),
        "fat": Partition(10 * DAY, "forbidden"),
        "gpu": Partition(2 * DAY),
        "haswell": Partition(10 * DAY),
    },
    nodes=(
        Nodes(("pelle",), 80, 96, 768 * 1024),
        Nodes(("fat",), 1, 96, 2048 * 1024, features=("2TB",)),
        Nodes(("fat",), 1, 96, 3072 * 1024, features=("3TB",)),
        Nodes(("gpu",), 4, 64, 384 * 1024, "l40s", 10),
        Nodes(("gpu",), 2, 64, 384 * 1024, "h100", 2),
        Nodes(("haswell",), 34, 16, 256 * 1024, "t4", 1),
        Nodes(("haswell",), 36, 16, 256 * 1024),
    ),
    gpus={
        "l40s": Gpu(("--gpus=l40s:{n}",), "l40s", partition="gpu"),
        "h100": Gpu(("--gpus=h100:{n}",), "h100", partition="gpu"),
        "t4": Gpu(("--gpus=t4:{n}",), "t4", partition="haswell"),
    },
)

# Closed on 2026-01-30. One node has twice the memory.
SNOWY = Cluster(
    site="uppmax/snowy",
    account="uppmax2025-2-393",
    retired=True,
    nodes=(
        Nodes((), 49, 16, 128 * 1000, "t4", 1),
        Nodes((), 1, 16, 256 * 1000, "t4", 1),
    ),
    gpus={"t4": Gpu(("--gres=gpu:{each}",))},
)

# Memory is stated for each core. Features of GPU groups exist too, but not who is in them.
KEBNEKAISE = Cluster(
    site="hpc2n/kebnekaise",
    account="hpc2n2025-151",
    default_partition="batch",
    partition_option="forbidden",
    limit=7 * DAY,
    partitions={"batch": Partition(7 * DAY)},
    nodes=(
        Nodes(("batch",), 10, 28, 28 * 6785, "v100", 2, ("v100", "skylake", "intel_cpu")),
        Nodes(("batch",), 2, 48, 48 * 10600, "a100", 2, ("a100", "zen3", "amd_cpu")),
        Nodes(("batch",), 1, 48, 48 * 10600, "mi100", 2, ("mi100", "zen3", "amd_cpu")),
        Nodes(("batch",), 1, 48, 48 * 6630, "a6000", 2, ("a6000", "zen4", "amd_cpu")),
        Nodes(("batch",), 10, 48, 48 * 6630, "l40s", 2, ("l40s", "zen4", "amd_cpu")),
        Nodes(("batch",), 2, 64, 64 * 11968, "l40s", 6, ("l40s", "zen4", "amd_cpu")),
        Nodes(("batch",), 2, 96, 96 * 6630, "h100", 4, ("h100", "zen4", "amd_cpu")),
        Nodes(("batch",), None, 64, 64 * 11968, "a40", 8, ("a40", "zen4", "amd_cpu")),
    ),
    gpus={
        name: Gpu(("--gpus={n}", f"--constraint={name}"), name, name)
        for name in ("v100", "a100", "mi100", "a6000", "l40s", "h100", "a40")
    },
)

# No type names are used. How many nodes gpua100 and the CPU partitions have is not stated, and of
# gpua40 hardly anything.
COSMOS = Cluster(
    site="lunarc/cosmos",
    account="lu2025-7-106",
    needs_account=False,
    default_partition="lu48",
    limit=7 * DAY,
    partitions={
        "lu48": Partition(7 * DAY, "forbidden"),
        "lu32": Partition(7 * DAY, "forbidden"),
        "gpua100": Partition(7 * DAY),
        "gpua100i": Partition(7 * DAY, "required"),
        "gpua40": Partition(None),
    },
    nodes=(
        Nodes(("lu48",), None, 48, 254000),
        Nodes(("lu32",), None, 32, 32 * 6000),
        Nodes(("gpua100",), None, 48, 512 * 1000, "a100", 1),
        Nodes(("gpua100i",), 2, 32, 384 * 1000, "a100i", 1),
        Nodes(("gpua100i",), 2, 32, 384 * 1000, "a100i", 2),
        Nodes(("gpua40",), None, 48, None, "a40", 0),
    ),
    gpus={
        "a100": Gpu(("--gres=gpu:{each}",), partition="gpua100"),
        "a100i": Gpu(("--gres=gpu:{each}",), partition="gpua100i"),
    },
)

TETRALITH = Cluster(
    site="nsc/tetralith",
    account="naiss2025-22-934",
    default_partition="tetralith",
    limit=7 * DAY,
    partitions={"tetralith": Partition(7 * DAY)},
    nodes=(
        Nodes(("tetralith",), None, 32, 96 * 1000, features=("thin",)),
        Nodes(("tetralith",), None, 32, 384 * 1000, features=("fat",)),
        Nodes(("tetralith",), None, 32, None, "t4", 1),
    ),
    gpus={"t4": Gpu(("--ntasks={tasks}", "--cpus-per-task=32", "--gpus-per-task=1"))},
)

# A card of two dies is two GPUs here. GPU nodes are given whole, and no GPU option is needed.
DARDEL = Cluster(
    site="pdc/dardel",
    account="naiss2025-22-934",
    needs_account=False,
    partition_option="required",
    limit=7 * DAY,
    partitions={
        "shared": Partition(7 * DAY, "forbidden"),
        "main": Partition(1 * DAY, "forbidden"),
        "long": Partition(7 * DAY, "forbidden"),
        "memory": Partition(7 * DAY, "forbidden"),
        "gpu": Partition(1 * DAY),
        "gpugh": Partition(1 * DAY),
    },
    nodes=(
        Nodes(("main", "shared", "long"), 700, 256, 227328),
        Nodes(("main", "memory"), 268, 256, 456704),
        Nodes(("main", "memory"), 8, 256, 915456),
        Nodes(("memory",), 10, 256, 1832960),
        Nodes(("gpu",), 62, 64, 456704, "mi250x", 8),
        Nodes(("gpugh",), 8, 288, None, "gh200", 4),
    ),
    gpus={
        "mi250x": Gpu(("--gpus-per-node={each}",), partition="gpu"),
        "gh200": Gpu(
            ("--ntasks={tasks}", "--cpus-per-task=72", "--gpus-per-task=1"), partition="gpugh"
        ),
    },
)

# The GPUs of each type are known, their nodes only where all have the same number.
ALVIS = Cluster(
    site="c3se/alvis",
    account="NAISS2025-22-934",
    default_partition="alvis",
    limit=7 * DAY,
    partitions={"alvis": Partition(7 * DAY, "required")},
    nodes=(
        Nodes(("alvis",), None, 32, 576000, "T4", 8, ("MEM576",)),
        Nodes(("alvis",), None, 32, 1536000, "T4", 8, ("MEM1536",)),
        Nodes(("alvis",), None, 16, 768000, "V100", 2, ("MEM768",)),
        Nodes(("alvis",), None, 32, 768000, "V100", 4, ("MEM768",)),
        Nodes(("alvis",), 87, 64, 256000, "A40", 4, ("mem256",)),
        Nodes(("alvis",), None, 64, 256000, "A100", 4, ("mem256",)),
        Nodes(("alvis",), None, 64, 512000, "A100", 4, ("mem512",)),
        Nodes(("alvis",), 8, 64, 1024000, "A100fat", 4, ("mem1024",)),
        Nodes(("alvis",), None, None, None, features=("NOGPU",)),
    ),
    gpus={
        name: Gpu((f"--gpus-per-node={name}:{{each}}",), name)
        for name in ("T4", "V100", "A40", "A100", "A100fat")
    },
)

ARRHENIUS = Cluster(
    site="naiss/arrhenius",
    account="naiss2026-4-100-gpu",
    partition_option="required",
    limit=3 * DAY,
    partitions={
        "gpu": Partition(3 * DAY, "required"),
        "cpu": Partition(3 * DAY, "forbidden"),
        "fat": Partition(3 * DAY, "forbidden"),
    },
    nodes=(
        Nodes(("gpu",), 382, 288, None, "gh200", 4),
        Nodes(("cpu",), 192, 256, 768 * 1000),
        Nodes(("fat",), 20, None, 3000 * 1000),
    ),
    gpus={"gh200": Gpu(("--gpus-per-node={each}",), partition="gpu")},
)

SEED_CLUSTERS = {
    cluster.site.split("/")[1]: cluster
    for cluster in (
        PELLE,
        SNOWY,
        KEBNEKAISE,
        COSMOS,
        TETRALITH,
        DARDEL,
        ALVIS,
        ARRHENIUS,
    )
}

CLUSTERS = {**SEED_CLUSTERS, **FURTHER, **CLUSTERS_WITH_RULES, **NEWER}
