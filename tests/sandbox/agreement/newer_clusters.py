# SPDX-License-Identifier: MIT
"""More of the table in clusters.py, by hand from pages read on 2026-11-27."""

from table import DAY, HOUR, Cluster, Gpu, Nodes, Partition, Qos

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


def alliance_h100(name: str, cpus: int, memory_mib: int, per_node: int, types: dict[str, str],
                  *others: Nodes) -> Cluster:
    """`types` are the slices' names in Slurm."""
    return Cluster(
        site=f"alliance/{name}",
        account="def-someuser",
        needs_account=False,
        limit=7 * DAY,
        nodes=(
            Nodes((), None, cpus, memory_mib, "h100", per_node),
            *(Nodes((), None, cpus, memory_mib, key, 1) for key in types),
            *others,
        ),
        gpus={
            "h100": Gpu(("--nodes={nodes}", "--gpus-per-node=h100:{each}"), "h100"),
            **{key: Gpu((f"--gpus={name}:{{n}}",), name) for key, name in types.items()},
        },
    )


SHORT = {"h100_1g": "h100_1g.10gb", "h100_2g": "h100_2g.20gb", "h100_3g": "h100_3g.40gb"}
LONG = {key: name.replace("h100_", "nvidia_h100_80gb_hbm3_") for key, name in SHORT.items()}
FIR = alliance_h100("fir", 48, 1152000, 4, LONG, Nodes((), 864, 192, 768000), Nodes((), 8, 192, 6144000))
NIBI = alliance_h100("nibi", 112, 2048000, 8, SHORT, Nodes((), 700, 192, 766000), Nodes((), 10, 192, 6144000))
RORQUAL = alliance_h100("rorqual", 64, 510000, 4, SHORT, Nodes((), 678, 192, 768000), Nodes((), 8, 192, 3086250))

# The nodes with GPUs alone; those without have login nodes of their own.
TRILLIUM = Cluster(
    site="alliance/trillium",
    account="def-someuser",
    needs_account=False,
    default_partition="compute",
    limit=1 * DAY,
    partitions={"compute": Partition(1 * DAY, "required"), "debug": Partition(2 * HOUR, "required")},
    nodes=(Nodes(("compute", "debug"), 63, 96, 767000, "h100", 4),),
    gpus={"h100": Gpu(("--nodes={nodes}", "--gpus-per-node={each}"))},
)

# Time limits are on no page, nor the cores of most nodes with GPUs.
BRIDGES_2 = Cluster(
    site="psc/bridges-2",
    account="abc123p",
    needs_account=False,
    partitions={
        "GPU-shared": Partition(None),
        "GPU": Partition(None),
        "RM-shared": Partition(None, "forbidden"),
        "RM": Partition(None, "forbidden"),
    },
    nodes=(
        Nodes(("GPU-shared", "GPU"), 24, 40, None, "v100_32", 8),
        Nodes(("GPU-shared", "GPU"), 10, None, None, "h100_80", 8),
        Nodes(("GPU-shared", "GPU"), 3, None, None, "l40s_48", 8),
        Nodes(("GPU-shared", "GPU"), 9, None, None, "v100_16", 8),
        Nodes(("RM-shared", "RM"), 504, 128, None),
    ),
    gpus={
        "v100_32": Gpu(("--nodes={nodes}", "--gpus=v100-32:{n}"), "v100-32", partition="GPU"),
        "h100_80": Gpu(("--nodes={nodes}", "--gpus=h100-80:{n}"), "h100-80", partition="GPU"),
        "l40s_48": Gpu(("--nodes={nodes}", "--gpus=l40s-48:{n}"), "l40s-48", partition="GPU"),
        "v100_16": Gpu(("--nodes={nodes}", "--gpus=v100-16:{n}"), "v100-16", partition="GPU"),
    },
)

# Counts of nodes, time limits and memory are on no page.
MELUXINA = Cluster(
    site="luxprovide/meluxina",
    account="p200000",
    partition_option="required",
    partitions={"gpu": Partition(None), "cpu": Partition(None, "forbidden")},
    nodes=(
        Nodes(("gpu",), None, 128, None, "a100", 4),
        Nodes(("cpu",), None, 256, None),
    ),
    gpus={
        "a100": Gpu(("--ntasks={tasks}", "--gpus-per-task=1", "--nodes={nodes}"), partition="gpu")
    },
    qos={"default": Qos()},
    needs_qos=True,
)

# Of its nodes, users tell the GPUs.
JURECA = Cluster(
    site="jsc/jureca",
    account="training2600",
    needs_account=False,
    partitions={"dc-gpu": Partition(None)},
    nodes=(Nodes(("dc-gpu",), None, None, None, "a100", 4),),
    gpus={"a100": Gpu(("--nodes={nodes}", "--gres=gpu:{each}"), partition="dc-gpu")},
)

NEWER = {
    cluster.site.split("/")[1]: cluster
    for cluster in (BRIDGES_2, JURECA, MELUXINA, EXPANSE, NARVAL, FIR, NIBI, RORQUAL, TRILLIUM)
}
