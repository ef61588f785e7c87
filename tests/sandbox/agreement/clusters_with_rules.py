# SPDX-License-Identifier: MIT
"""Tables of clusters where a request must say more than a GPU, or a limit counts it: by hand like those of
clusters.py. Read on 2026-11-27.
"""

from table import DAY, HOUR, Cluster, Gpu, Nodes, Partition, Qos

# Cores and memory come with the GPUs: 36 cores with each. How many nodes there are is not said.
BASKERVILLE = Cluster(
    site="bham/baskerville",
    account="edmondac-rsg",
    nodes=(
        Nodes((), None, None, None, "a100", 4),
        Nodes((), None, None, None, "a100_80", 4, ("a100_80",)),
    ),
    gpus={
        "a100": Gpu(("--gpus={n}",)),
        "a100_80": Gpu(("--gpus={n}",), feature="a100_80"),
    },
    qos={"arc": Qos()},
    needs_qos=True,
)

# 32 GPUs at most are for all jobs of a project together.
ISAMBARD_AI = Cluster(
    site="brics/isambard-ai",
    account="project",
    needs_account=False,
    default_partition="workq",
    limit=1 * DAY,
    partitions={"workq": Partition(1 * DAY)},
    nodes=(Nodes(("workq",), 38, 288, None, "gh200", 4),),
    gpus={"gh200": Gpu(("--gpus={n}",), partition="workq")},
    own_job=True,
)


def acc_qos(minutes: int, nodes: int) -> Qos:
    return Qos(minutes, nodes=nodes, partition="acc")


# Two processors of 40 cores. Every queue is a QOS; how much memory jobs can have is not said.
MARENOSTRUM5 = Cluster(
    site="bsc/marenostrum5",
    account="ehpc175",
    default_partition="acc",
    partitions={"acc": Partition(None), "accinteractive": Partition(2 * HOUR, nodes=1, cpus=40)},
    nodes=(Nodes(("acc", "accinteractive"), 1120, 80, None, "h100", 4),),
    gpus={
        "h100": Gpu(
            ("--ntasks-per-node={each}", "--cpus-per-task=20", "--gres=gpu:{each}"), partition="acc"
        ),
    },
    qos={
        **{f"acc_bsc{group}": acc_qos(2 * DAY, 25) for group in ("case", "cs", "es", "ls")},
        "acc_debug": acc_qos(2 * HOUR, 8),
        "acc_ehpc": acc_qos(3 * DAY, 100),
        "acc_interactive": Qos(2 * HOUR, nodes=1, cpus=40, partition="accinteractive"),
        "acc_resa": acc_qos(3 * DAY, 50),
        "acc_resb": acc_qos(2 * DAY, 50),
        "acc_resc": acc_qos(1 * DAY, 10),
        "acc_training": acc_qos(2 * DAY, 4),
    },
    needs_qos=True,
)

# The default partition is for serial jobs: 4 cores of two threads; what its nodes are is not said. Two
# pages give other numbers of nodes for boost_qos_dbg.
LEONARDO = Cluster(
    site="cineca/leonardo",
    account="tra26_minwinsc",
    default_partition="lrd_all_serial",
    partitions={
        "lrd_all_serial": Partition(4 * HOUR, "forbidden", nodes=1, cpus=8),
        "boost_usr_prod": Partition(None),
    },
    nodes=(
        Nodes(("lrd_all_serial",), None, None, None),
        Nodes(("boost_usr_prod",), 3456, 32, 494000, "a100", 4),
    ),
    gpus={"a100": Gpu(("--gres=gpu:{each}",), partition="boost_usr_prod")},
    qos={
        "": Qos(1 * DAY, nodes=64),
        "boost_qos_dbg": Qos(30),
        "boost_qos_bprod": Qos(1 * DAY, nodes=256, least_nodes=65),
        "boost_qos_lprod": Qos(4 * DAY, nodes=3),
    },
)

# Whether Slurm counts 64 cores or their threads is not said, nor any limit.
ADASTRA = Cluster(
    site="cines/adastra",
    account="cin4698",
    nodes=(Nodes((), 356, None, None, "mi250x", 8, ("MI250",)),),
    gpus={"mi250x": Gpu(("--gpus-per-node={each}",), feature="MI250")},
)

# 72 cores and 217 GiB, the GPU's memory among them, come with a GPU. Of gpuinteractive's slices
# neither names nor limits are on the pages yet. interactive gives 64 GiB at most, which the profile cannot say.
ROIHU = Cluster(
    site="csc/roihu",
    account="project_2001234",
    partition_option="required",
    partitions={
        "test": Partition(15, "forbidden", nodes=2),
        "small": Partition(3 * DAY, "forbidden", nodes=1),
        "medium": Partition(36 * HOUR, "forbidden", nodes=6),
        "large": Partition(36 * HOUR, "forbidden", nodes=60, least_nodes=6),
        "longrun": Partition(10 * DAY, "forbidden", nodes=1, cpus=192),
        "hugemem": Partition(36 * HOUR, "forbidden", nodes=1),
        "hugemem_longrun": Partition(10 * DAY, "forbidden", nodes=1),
        "interactive": Partition(36 * HOUR, "forbidden", nodes=1, cpus=32),
        "gputest": Partition(15, "required", nodes=2),
        "gpumedium": Partition(36 * HOUR, "required", nodes=4, gpus=4),
        "gpularge": Partition(36 * HOUR, "required", nodes=10, least_gpus=4),
        "vizinteractive": Partition(12 * HOUR, "required", nodes=1, gpus=2),
    },
    nodes=(
        Nodes(("test", "small", "medium", "large", "longrun", "interactive"), 414, 384, 744 * 1024),
        Nodes(("small", "longrun"), 72, 384, 1500 * 1024),
        Nodes(("hugemem", "hugemem_longrun"), 4, 128, 6037 * 1024),
        Nodes(("gputest", "gpumedium", "gpularge"), 132, 288, None, "gh200", 4),
        Nodes(("vizinteractive",), 4, 64, None, "l40", 2),
    ),
    gpus={
        "gh200": Gpu(
            ("--ntasks-per-node={each}", "--cpus-per-task=72", "--gres=gpu:gh200:{each}"),
            "gh200",
            partition="gpumedium",
        ),
        "l40": Gpu(("--gres=gpu:l40:{each}",), "l40", partition="vizinteractive"),
    },
    own_job=True,
)

# A card of two chips is two GPUs. Of 64 cores of a GPU node jobs have 56; a core of a CPU node has two
# threads. Memory is what is installed there. LUMI-D is for visualisation, and how a batch job asks for its
# GPUs is not said.
LUMI = Cluster(
    site="csc/lumi",
    account="project_462000000",
    partitions={
        "standard-g": Partition(2 * DAY, nodes=1024),
        "small-g": Partition(3 * DAY, nodes=4),
        "dev-g": Partition(3 * HOUR, nodes=32),
        "standard": Partition(2 * DAY, "forbidden", nodes=512),
        "small": Partition(3 * DAY, "forbidden", nodes=4),
        "debug": Partition(30, "forbidden", nodes=4),
        "largemem": Partition(1 * DAY, "forbidden", nodes=1),
    },
    nodes=(
        Nodes(("standard-g", "small-g", "dev-g"), 2978, 56, None, "mi250x", 8),
        Nodes(("standard", "small", "debug"), 1888, 256, None),
        Nodes(("small",), 160, 256, None),
        Nodes(("largemem",), 8, None, 4096 * 1024),
    ),
    gpus={"mi250x": Gpu(("--gpus-per-node={each}",), partition="small-g")},
)

GRACE_HOPPER = {
    "gh200": Gpu(("--ntasks-per-node={each}", "--gpus-per-task=1"), partition="normal"),
}
# Two nodes for data transfer; what is in them is not said.
XFER = Nodes(("xfer",), 2, None, None, "unsaid", 0)


# Nodes come whole.
def alps(name: str, count: int, partitions: dict[str, Partition]) -> Cluster:
    return Cluster(
        site=f"cscs/{name}",
        account="g123",
        needs_account=False,
        default_partition="normal",
        partitions={**partitions, "xfer": Partition(1 * DAY, nodes=1)},
        nodes=(
            Nodes(tuple(partitions), count, 288, None, "gh200", 4, ("gh", "gpu")),
            XFER,
        ),
        gpus=GRACE_HOPPER,
        own_job=True,
    )


DAINT = alps(
    "daint",
    1022,
    {
        "normal": Partition(1 * DAY),
        "debug": Partition(30, nodes=2),
        "low": Partition(1 * DAY),
    },
)

# About 1200 nodes, and 1384 in an example of sinfo. debug has 90 node-minutes.
CLARIDEN = alps(
    "clariden",
    1384,
    {
        "normal": Partition(12 * HOUR),
        "debug": Partition(90, nodes=4, by_nodes=((1, 90), (2, 45), (3, 30), (4, 22))),
        "low": Partition(1 * DAY),
    },
)

SANTIS = alps("santis", 430, {"normal": Partition(1 * DAY), "debug": Partition(30, nodes=2)})

# An eighth of a node is the least; how much of its memory jobs can have is not said, nor any limit.
KAROLINA = Cluster(
    site="it4i/karolina",
    account="project",
    partitions={"qgpu": Partition(None, "required")},
    nodes=(Nodes(("qgpu",), 72, 128, None, "a100", 8),),
    gpus={"a100": Gpu(("--gpus-per-node={each}",), partition="qgpu")},
)

CLUSTERS_WITH_RULES = {
    cluster.site.split("/")[1]: cluster
    for cluster in (
        BASKERVILLE,
        ISAMBARD_AI,
        MARENOSTRUM5,
        LEONARDO,
        ADASTRA,
        ROIHU,
        LUMI,
        DAINT,
        CLARIDEN,
        SANTIS,
        KAROLINA,
    )
}
