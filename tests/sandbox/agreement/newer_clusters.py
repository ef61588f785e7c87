# SPDX-License-Identifier: MIT
"""More of the table in clusters.py, by hand from pages read on 2026-11-27."""

from clusters import DAY, Cluster, Gpu, Nodes, Partition

A100_SLICES = ("1g.5gb", "2g.10gb", "3g.20gb", "4g.20gb")

# Of the memory of its nodes the pages say only what is installed. Partitions of industry's nodes and
# those where a job may be ended are left out: no page counts their nodes.
EXPANSE = Cluster(
    site="sdsc/expanse",
    account="abc123",
    needs_account=False,
    partition_option="required",
    partitions={
        "shared": Partition(2 * DAY, "forbidden"),
        "compute": Partition(2 * DAY, "forbidden"),
        "debug": Partition(30, "forbidden"),
        "gpu-shared": Partition(2 * DAY),
        "gpu": Partition(2 * DAY),
        "gpu-debug": Partition(30),
    },
    nodes=(
        Nodes(("gpu-shared", "gpu", "gpu-debug"), 52, 40, None, "v100", 4),
        Nodes(("shared", "compute", "debug"), 728, 128, None),
    ),
    gpus={"v100": Gpu(("--nodes={nodes}", "--gpus={n}"), partition="gpu")},
)

# Half of the nodes with GPUs have slices, or some: how many is not stated. A job can have one slice.
NARVAL = Cluster(
    site="alliance/narval",
    account="def-someuser",
    needs_account=False,
    limit=7 * DAY,
    nodes=(
        Nodes((), None, 48, 510000, "a100", 4),
        *(Nodes((), None, 48, 510000, f"a100_{size[:2]}", 1) for size in A100_SLICES),
        Nodes((), 1145, 64, 256000),
        Nodes((), 33, 64, 2057500),
        Nodes((), 3, 64, 4096000),
    ),
    gpus={
        "a100": Gpu(("--nodes={nodes}", "--gpus-per-node=a100:{each}"), "a100"),
        **{f"a100_{size[:2]}": Gpu((f"--gpus=a100_{size}:{{n}}",), f"a100_{size}") for size in A100_SLICES},
    },
)

NEWER = (EXPANSE, NARVAL)
