# SPDX-License-Identifier: MIT
"""Random requests for a cluster, about half of them impossible.

Two populations. *Emitted*: flags for `gpujob script`, with the same request written by hand as
on the center's page, for sbatch to judge if gpujob refuses. *Mixed*: scripts with any combination of
sbatch's options.

A draw begins possible; a flaw then breaks it in one place (too many GPUs on a node, an unknown
feature, ...). A draw that depends on an unknown figure
(`rests_on_unknown`) is thrown away.
"""

import random

from clusters import DAY, NEAR, Cluster, Nodes
from drawn import Emitted, Mixed, Request
from values import TABLE, read_table

# For unknown figures: less than any sandbox assumes.
SAFE_NODES = 4
SAFE_CPUS = 16
SAFE_MIB_PER_CPU = 2048

EMITTED_FLAWS = ("gpus", "nodes", "cpus", "memory", "time", "feature", "partition", "account")
MIXED_FLAWS = EMITTED_FLAWS + ("type", "spread", "no_gpus", "tasks")


# Values are not drawn for what a request counts: alone they are in the table, and beside the request's
# own numbers they would be a second request.
COUNTED = {"nodes", "ntasks", "ntasks-per-node", "tasks-per-node", "cpus-per-task", "mem", "mem-per-cpu",
           "mem-per-gpu", "time", "gpus", "gpus-per-node", "gpus-per-task", "gpus-per-socket", "gres",
           "constraint", "account", "partition", "array", "exclusive"}
VALUES = [case for case in read_table(TABLE) if case.option not in COUNTED]


def script_of(lines: list[str]) -> str:
    return "\n".join(["#!/bin/bash", *(f"#SBATCH {line}" for line in lines), "", "hostname", ""])


def walltime(minutes: int) -> str:
    return f"{minutes // DAY}-{minutes % DAY // 60:02d}:{minutes % 60:02d}:00"


def in_partition(cluster: Cluster, name: str) -> list[Nodes]:
    return [n for n in cluster.nodes if not name or not n.partitions or name in n.partitions]


class Drawing:
    """Draws for one cluster from one random source."""

    def __init__(self, cluster: Cluster, seed: str):
        self.cluster = cluster
        self.random = random.Random(seed)
        bare = any(not n.gpu for n in cluster.nodes)
        self.kinds = [*cluster.gpus] * 3 + [""] * bare

    def emitted(self) -> Emitted:
        while True:
            gpu = self.random.choice(self.kinds)
            wish, shape = self.possible(gpu)
            if self.random.random() < 0.5 and not self.spoil(
                wish, shape, self.random.choice(EMITTED_FLAWS)
            ):
                continue
            self.count_by_tasks(wish)
            if not self.rests_on_unknown(wish):
                return Emitted(self.flags(wish), script_of(self.by_hand(wish)))

    def mixed(self) -> Mixed:
        while True:
            gpu = self.random.choice(self.kinds)
            wish, shape = self.possible(gpu)
            if self.random.random() < 0.5 and not self.spoil(
                wish, shape, self.random.choice(MIXED_FLAWS)
            ):
                continue
            lines = self.mixture(wish, shape)
            if lines and not self.rests_on_unknown(wish):
                value = self.random.choice(VALUES) if self.random.random() < 0.3 else None
                lines += [value.directive()] if value else []
                self.random.shuffle(lines)
                return Mixed(script_of(lines), value)

    def count_by_tasks(self, wish: Request) -> None:
        """If each task gets a GPU, more tasks mean more GPUs, and fewer make no sense."""
        kind = self.cluster.gpus.get(wish.gpu)
        if kind and "{tasks}" in kind.spelling[0] and wish.tasks:
            wish.tasks = wish.tasks if wish.tasks >= wish.gpus else None
            wish.gpus = wish.tasks or wish.gpus

    # ---- a request that some node could serve

    def possible(self, gpu: str) -> tuple[Request, Nodes]:
        draw, cluster = self.random, self.cluster
        shape = draw.choice([n for n in cluster.nodes if n.gpu == gpu])
        wish = Request(gpu=gpu, account=cluster.account)
        wish.partition = self.partition_for(shape, gpu)
        nodes = draw.choice([1, 1, 1, 1, min(2, shape.count or 2), min(3, shape.count or 3)])
        if gpu:
            wish.gpus = nodes * draw.randint(1, max(1, shape.gpus))
            if wish.gpus > nodes and draw.random() < 0.1:
                wish.gpus -= 1
        if nodes > 1 or draw.random() < 0.3:
            wish.nodes = nodes
        cpus = shape.cpus or SAFE_CPUS
        if draw.random() < 0.5:
            wish.cpus = draw.choice([1, 2, 4, cpus // 2, cpus])
        if draw.random() < 0.5:
            each = max(1, cpus // (wish.cpus or 1))
            wish.tasks = nodes * draw.choice([1, 1, 2, draw.randint(1, each), each])
            wish.tasks = min(wish.tasks, nodes * each)
        if draw.random() < 0.4:
            most = int((shape.memory_mib or cpus * SAFE_MIB_PER_CPU) * NEAR)
            wish.memory_mib = draw.choice([1000, draw.randint(1, most), most])
        limit = self.limit(wish.partition)
        if limit:
            wish.minutes = draw.choice([1, 30, 24 * 60, limit, draw.randint(1, limit)])
            wish.minutes = min(wish.minutes, limit)
        if shape.features and draw.random() < 0.3:
            wish.feature = draw.choice(shape.features)
        return wish, shape

    def partition_for(self, shape: Nodes, gpu: str) -> str:
        cluster = self.cluster
        if cluster.partition_option == "forbidden" or not shape.partitions:
            return ""
        if gpu and cluster.gpus[gpu].partition:
            return cluster.gpus[gpu].partition
        name = self.random.choice(shape.partitions)
        unsaid = name == cluster.default_partition and self.random.random() < 0.5
        return "" if unsaid else name

    def limit(self, partition: str) -> int | None:
        known = self.cluster.partitions.get(partition or self.cluster.default_partition)
        limits = [m for m in (known.minutes if known else None, self.cluster.limit) if m]
        return min(limits, default=None)

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
        wish.nodes = sum(n.count for n in shapes) + self.random.choice([1, 2, 50])
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
        limit = self.limit(wish.partition)
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

    def spoil_type(self, wish: Request, shape: Nodes) -> bool:
        types = [gpu.type for gpu in self.cluster.gpus.values() if gpu.type]
        if not wish.gpu or not types:
            return False
        wrong = self.random.choice(["k80", types[0].swapcase(), types[-1] + "x"])
        wish.more.append(f"--gpus={wrong}:1")
        return True

    def spoil_spread(self, wish: Request, shape: Nodes) -> bool:
        """More tasks per node than it has CPUs."""
        shapes = in_partition(self.cluster, wish.partition or self.cluster.default_partition)
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

    # ---- the nodes that the request could run on, and unknown figures

    def candidates(self, wish: Request) -> list[Nodes]:
        name = wish.partition or self.cluster.default_partition
        shapes = in_partition(self.cluster, name)
        kind = self.cluster.gpus.get(wish.gpu)
        feature = wish.feature or (kind.feature if kind else "")
        shapes = [n for n in shapes if not feature or not n.features or feature in n.features]
        counted = any("gpu" in option.split("=")[0] or "gres" in option for option in wish.more)
        if wish.gpu or counted:
            any_type = not (wish.gpu and wish.pinned)
            shapes = [n for n in shapes if n.gpu and (any_type or n.gpu == wish.gpu)]
        return shapes

    def rests_on_unknown(self, wish: Request) -> bool:
        shapes = self.candidates(wish)
        if wish.feature and any(not n.features for n in shapes):
            return True
        cpus_known = all(n.cpus for n in shapes)
        least = min((n.cpus or SAFE_CPUS for n in shapes), default=1)
        cpus = wish.cpus or 1
        tasks = max(wish.tasks or 1, wish.nodes or 1)
        if not all(n.count for n in shapes):
            by_gpus = -(-wish.gpus // max(1, min((n.gpus for n in shapes), default=1)))
            by_cpus = -(-tasks // max(1, least // cpus))
            fixed = wish.nodes or 0
            memory = min((n.memory_mib or 0 for n in shapes), default=0)
            if not fixed and (wish.memory_mib or 0) > memory:  # per CPU: over more nodes
                return True
            if max(fixed, by_gpus if not fixed else 0, by_cpus if not fixed else 0) > SAFE_NODES:
                return True
        if not cpus_known and cpus * tasks > SAFE_CPUS:
            return True
        memory_known = all(n.memory_mib for n in shapes)
        return not memory_known and (wish.memory_mib or 0) > SAFE_MIB_PER_CPU * SAFE_CPUS

    # ---- spellings

    def flags(self, wish: Request) -> list[str]:
        flags = ["--site", self.cluster.site, "--backend", "cpu"]
        if wish.gpu:
            joined = self.random.random() < 0.5
            flags += ["--gpu", f"{wish.gpu}:{wish.gpus}"] if joined else [
                "--gpu", wish.gpu, "--gpus", str(wish.gpus)]
        for name, value in (
            ("nodes", wish.nodes),
            ("ntasks", wish.tasks),
            ("cpus-per-task", wish.cpus),
            ("mem", f"{wish.memory_mib}M" if wish.memory_mib else None),
            ("time", walltime(wish.minutes)),
            ("constraint", wish.feature),
            ("partition", wish.partition),
            ("account", wish.account),
        ):
            if value:
                flags += [f"--{name}", str(value)]
        if self.cluster.retired and self.random.random() < 0.7:
            flags.append("--allow-retired")
        return flags

    def by_hand(self, wish: Request) -> list[str]:
        """The documented spelling, on the fewest nodes possible."""
        largest = max((n.gpus for n in self.cluster.nodes if n.gpu == wish.gpu), default=0)
        nodes = wish.nodes or max(1, -(-wish.gpus // max(1, largest)))
        lines = [f"--nodes={nodes}"]
        if wish.gpu:
            values = {"n": wish.gpus, "each": -(-wish.gpus // nodes), "nodes": nodes,
                      "tasks": wish.tasks or wish.gpus}
            lines += [line.format(**values) for line in self.cluster.gpus[wish.gpu].spelling]
        if wish.tasks:
            lines.append(f"--ntasks={wish.tasks}")
        if wish.cpus:
            lines.append(f"--cpus-per-task={wish.cpus}")
        if wish.memory_mib:
            lines.append(f"--mem={wish.memory_mib}M")
        return lines + self.common(wish)

    def common(self, wish: Request) -> list[str]:
        lines = [f"--time={walltime(wish.minutes)}"]
        if wish.account:
            lines.append(f"--account={wish.account}")
        kind = self.cluster.gpus.get(wish.gpu)
        partition = wish.partition or (kind.partition if kind else "")
        if partition:
            lines.append(f"--partition={partition}")
        features = [f for f in (kind.feature if kind else "", wish.feature) if f]
        if features:
            lines.append(f"--constraint={'&'.join(features)}")
        return lines

    def mixture(self, wish: Request, shape: Nodes) -> list[str]:
        """Any ways of counting, one or two of them together."""
        draw = self.random
        lines = self.gpu_options(wish) if wish.gpu else []
        lines += self.common(wish) + wish.more
        if draw.random() < 0.05:
            lines = [line for line in lines if not line.startswith("--time")]
        if wish.nodes:
            lines.append(draw.choice([f"--nodes={wish.nodes}", f"-N{wish.nodes}",
                                      f"--nodes={wish.nodes}-{wish.nodes + 1}"]))
        if wish.tasks:
            nodes = wish.nodes or 1
            each = -(-wish.tasks // nodes)
            lines += draw.choice([[f"-n{wish.tasks}"], [f"--ntasks={wish.tasks}"],
                                  [f"--ntasks-per-node={each}"],
                                  [f"-n{wish.tasks}", f"--ntasks-per-node={each}"]])
        if wish.cpus:
            lines.append(draw.choice([f"-c{wish.cpus}", f"--cpus-per-task={wish.cpus}"]))
        if wish.memory_mib:
            cpus = (wish.cpus or 1) * -(-(wish.tasks or 1) // (wish.nodes or 1))
            lines.append(draw.choice([f"--mem={wish.memory_mib}",
                                      f"--mem={max(1, wish.memory_mib // 1024)}G",
                                      f"--mem-per-cpu={max(1, wish.memory_mib // cpus)}"]))
        elif draw.random() < 0.05:
            lines.append("--mem=0")
        # Memory per CPU then counts for all CPUs of a node.
        known = all(n.cpus and n.memory_mib for n in self.candidates(wish))
        if known and draw.random() < 0.1:
            lines.append("--exclusive")
        return lines

    def gpu_options(self, wish: Request) -> list[str]:
        draw = self.random
        kind = self.cluster.gpus[wish.gpu]
        typed = kind.type and draw.random() < 0.6
        wish.pinned = bool(typed or kind.feature or not kind.type)
        name = f"{kind.type}:" if typed else ""
        nodes = wish.nodes or 1
        each = -(-wish.gpus // nodes)
        tasks = wish.tasks or nodes
        for_each = max(1, wish.gpus // tasks)
        ways = {
            "gpus": f"--gpus={name}{wish.gpus}",
            "node": f"--gpus-per-node={name}{each}",
            "gres": f"--gres=gpu:{name}{each}",
            "task": f"--gpus-per-task={name}{for_each}",
        }
        chosen = draw.sample(sorted(ways), draw.choice([1, 1, 1, 1, 2]))
        if "task" in chosen:
            wish.gpus = max(wish.gpus, for_each * tasks)
        return [ways[way] for way in chosen]
