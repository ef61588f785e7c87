# SPDX-License-Identifier: MIT
"""What the pages allow a request, and ways to break it in one place."""

import random

from drawn import Request
from table import DAY, Cluster, Nodes, Partition, Qos

EMITTED_FLAWS = ("gpus", "nodes", "cpus", "memory", "time", "feature", "partition", "account")
MIXED_FLAWS = EMITTED_FLAWS + ("type", "spread", "no_gpus", "tasks")
UNKNOWN = Partition(None)


def in_partition(cluster: Cluster, name: str) -> list[Nodes]:
    return [n for n in cluster.nodes if not name or not n.partitions or name in n.partitions]


class Flaws:
    """Limits and flaws of requests to one cluster."""

    def __init__(self, cluster: Cluster, source: random.Random):
        self.cluster = cluster
        self.random = source
        rules = (*cluster.qos.values(), *cluster.partitions.values())
        more = ("qos",) if cluster.qos else ()
        more += ("job",) if any(one.gpus or one.cpus or one.least_gpus > 1 for one in rules) else ()
        self.emitted_flaws = EMITTED_FLAWS + more
        self.mixed_flaws = MIXED_FLAWS + more

    # ---- limits

    def partition_name(self, wish: Request) -> str:
        kind = self.cluster.gpus.get(wish.gpu)
        return (wish.partition or self.qos_of(wish).partition or (kind.partition if kind else "")
                or self.cluster.default_partition)

    def partition_of(self, wish: Request) -> Partition:
        return self.cluster.partitions.get(self.partition_name(wish), UNKNOWN)

    def qos_of(self, wish: Request) -> Qos:
        return self.cluster.qos.get(wish.qos, Qos())

    def limit(self, wish: Request) -> int | None:
        """In minutes."""
        partition = self.partition_of(wish)
        steps = [minutes for step, minutes in partition.by_nodes if (wish.nodes or 1) <= step]
        limits = (partition.minutes, self.cluster.limit, self.qos_of(wish).minutes, *steps[:1])
        return min((one for one in limits if one), default=None)

    def most(self, wish: Request, what: str) -> int | None:
        """Nodes, GPUs or CPUs that the rules give to one job."""
        rules = (self.partition_of(wish), self.qos_of(wish))
        return min((most for rule in rules if (most := getattr(rule, what))), default=None)

    def least(self, wish: Request, what: str) -> int:
        """Nodes or GPUs that a job must have."""
        return max(getattr(rule, f"least_{what}") for rule in (self.partition_of(wish), self.qos_of(wish)))

    def candidates(self, wish: Request) -> list[Nodes]:
        kind = self.cluster.gpus.get(wish.gpu)
        feature = wish.feature or (kind.feature if kind else "")
        asked = {*feature.split("&")} if feature else set()
        shapes = [n for n in in_partition(self.cluster, self.partition_name(wish))
                  if not n.features or asked <= {*n.features}]
        counted = any("gpu" in option.split("=")[0] or "gres" in option for option in wish.more)
        if wish.gpu or counted:
            any_type = not (wish.gpu and wish.pinned)
            shapes = [n for n in shapes if n.gpu and (any_type or n.gpu == wish.gpu)]
        return shapes

    # ---- flaws: False if the flaw does not apply

    def spoil(self, wish: Request, shape: Nodes, flaw: str) -> bool:
        return getattr(self, f"spoil_{flaw}")(wish, shape)

    def spoil_gpus(self, wish: Request, shape: Nodes) -> bool:
        most = max((n.gpus for n in self.cluster.nodes if n.gpu == wish.gpu), default=0)
        if not wish.gpu or not most:
            return False
        wish.nodes = wish.nodes or 1
        wish.gpus = wish.nodes * (most + self.random.choice([1, 1, 2, 5]))
        return True

    def spoil_nodes(self, wish: Request, shape: Nodes) -> bool:
        shapes = self.candidates(wish)
        if not shapes or not all(n.count for n in shapes):
            return False
        there = sum(n.count for n in shapes)
        wish.nodes = min(there, self.most(wish, "nodes") or there) + self.random.choice([1, 2, 50])
        if wish.gpu:
            wish.gpus = wish.nodes
        wish.tasks = None
        return True

    def spoil_cpus(self, wish: Request, shape: Nodes) -> bool:
        shapes = self.candidates(wish)
        if not shapes or not all(n.cpus for n in shapes):
            return False
        wish.cpus = max(n.cpus for n in shapes) + self.random.choice([1, 2, 64])
        wish.tasks = None
        return True

    def spoil_memory(self, wish: Request, shape: Nodes) -> bool:
        shapes = self.candidates(wish)
        if not shapes or not all(n.memory_mib for n in shapes):
            return False
        most = max(n.memory_mib for n in shapes)
        wish.memory_mib = int(most * self.random.choice([1.15, 2, 10]))
        return True

    def spoil_time(self, wish: Request, shape: Nodes) -> bool:
        limit = self.limit(wish)
        if not limit:
            return False
        wish.minutes = limit + self.random.choice([1, 60, 10 * DAY])
        return True

    def spoil_feature(self, wish: Request, shape: Nodes) -> bool:
        others = sorted({f for n in self.cluster.nodes for f in n.features} - {*shape.features})
        if not others:
            return False
        wish.feature = self.random.choice([*others, "k80"])
        return True

    def spoil_partition(self, wish: Request, shape: Nodes) -> bool:
        names = [p for p in self.cluster.partitions if p not in shape.partitions]
        if not self.cluster.partitions:
            return False
        wish.partition = self.random.choice([*names, "devcore"])
        return True

    def spoil_account(self, wish: Request, shape: Nodes) -> bool:
        wish.account = "staff"
        return True

    def spoil_qos(self, wish: Request, shape: Nodes) -> bool:
        """More or less than a QOS gives to one job; none where one is needed; another partition's."""
        if self.cluster.needs_qos and self.random.random() < 0.3:
            wish.qos = ""
            return True
        wish.qos = self.random.choice([*self.cluster.qos])
        limits = self.cluster.qos[wish.qos]
        if limits.partition and wish.partition not in ("", limits.partition):
            return True
        if limits.gpus and wish.gpu:
            wish.nodes, wish.gpus = 1, limits.gpus + 1
        elif limits.nodes:
            wish.nodes = self.random.choice([limits.least_nodes - 1 or 1, limits.nodes + 1, limits.nodes + 2])
            wish.gpus = wish.nodes if wish.gpu else 0
        else:
            return False
        wish.tasks = None
        wish.minutes = min(wish.minutes, limits.minutes or wish.minutes)
        return True

    def spoil_job(self, wish: Request, shape: Nodes) -> bool:
        """More or fewer GPUs, or more CPUs, than the partition or the QOS gives to one job."""
        gpus, cpus, least = self.most(wish, "gpus"), self.most(wish, "cpus"), self.least(wish, "gpus")
        if cpus and self.random.random() < 0.5:
            wish.cpus, wish.tasks = cpus + self.random.choice([1, 2, 8]), None
        elif wish.gpu and gpus:
            wish.gpus, wish.nodes = gpus + self.random.choice([1, 4]), 2
        elif wish.gpu and least > 1:
            wish.gpus, wish.nodes = self.random.randint(1, least - 1), 1
        else:
            return False
        return True

    def spoil_type(self, wish: Request, shape: Nodes) -> bool:
        types = [gpu.type for gpu in self.cluster.gpus.values() if gpu.type]
        if not wish.gpu or not types:
            return False
        wrong = self.random.choice(["k80", types[0].swapcase(), types[-1] + "x"])
        wish.more.append(f"--gpus={wrong}:1")
        return True

    def spoil_spread(self, wish: Request, shape: Nodes) -> bool:
        """More tasks per node than it has CPUs."""
        shapes = in_partition(self.cluster, self.partition_name(wish))
        if not shapes or not all(n.cpus for n in shapes):
            return False
        wish.more.append(f"--ntasks-per-node={max(n.cpus for n in shapes) + 1}")
        wish.tasks = None
        return True

    def spoil_no_gpus(self, wish: Request, shape: Nodes) -> bool:
        """GPUs on nodes without GPUs."""
        bare = [n for n in self.cluster.nodes if not n.gpu]
        if not bare:
            return False
        other = self.random.choice(bare)
        wish.more.append("--gpus-per-node=1")
        wish.gpu, wish.gpus = "", 0
        named = self.cluster.partition_option != "forbidden" and other.partitions
        wish.partition = self.random.choice(other.partitions) if named else ""
        wish.feature = self.random.choice([*other.features, ""])
        return True

    def spoil_tasks(self, wish: Request, shape: Nodes) -> bool:
        """More tasks than the nodes hold."""
        shapes = self.candidates(wish)
        if not shapes or not all(n.cpus for n in shapes):
            return False
        wish.nodes = wish.nodes or 1
        wish.tasks = wish.nodes * max(n.cpus for n in shapes) + 1
        return True
