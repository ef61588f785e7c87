# SPDX-License-Identifier: MIT
"""More of the table in clusters.py, by hand from pages read on 2026-11-27."""

from clusters import DAY, Cluster, Gpu, Nodes, Partition

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

NEWER = (EXPANSE,)
