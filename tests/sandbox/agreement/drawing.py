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

from drawn import Emitted, Mixed, Request
from flaws import Flaws, in_partition
from table import DAY, NEAR, Cluster, Nodes
from values import TABLE, read_table

# For unknown figures: less than any sandbox assumes.
SAFE_NODES = 4
SAFE_CPUS = 16
SAFE_MIB_PER_CPU = 2048

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


class Drawing(Flaws):
    """Draws for one cluster from one random source."""

    def __init__(self, cluster: Cluster, seed: str):
        super().__init__(cluster, random.Random(seed))
        bare = any(not n.gpu for n in cluster.nodes)
        self.kinds = [*cluster.gpus] * 3 + [""] * bare

    def emitted(self) -> Emitted:
        while True:
            gpu = self.random.choice(self.kinds)
            wish, shape = self.possible(gpu)
            if self.random.random() < 0.5 and not self.spoil(
                wish, shape, self.random.choice(self.emitted_flaws)
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
                wish, shape, self.random.choice(self.mixed_flaws)
            ):
                continue
            lines = self.mixture(wish, shape)
            if lines and not self.rests_on_unknown(wish):
                value = self.random.choice(VALUES) if self.random.random() < 0.3 else None
                if value and value.option == "prefer" and not any(n.features for n in self.cluster.nodes):
                    value = None  # features that no page tells
                lines += [value.directive()] if value else []
                self.random.shuffle(lines)
                return Mixed(script_of(lines), value)

    def count_by_tasks(self, wish: Request) -> None:
        """If each task gets a GPU, more tasks mean more GPUs, and fewer make no sense."""
        kind = self.cluster.gpus.get(wish.gpu)
        if kind and any("per-task=1" in line for line in kind.spelling) and wish.tasks:
            wish.tasks = wish.tasks if wish.tasks >= wish.gpus else None
            wish.gpus = wish.tasks or wish.gpus

    # ---- a request that some node could serve

    def possible(self, gpu: str) -> tuple[Request, Nodes]:
        draw, cluster = self.random, self.cluster
        shape = draw.choice([n for n in cluster.nodes if n.gpu == gpu])
        wish = Request(gpu=gpu, account=cluster.account)
        wish.partition = self.partition_for(shape, gpu)
        wish.qos = self.qos_for(wish)
        nodes = self.nodes_for(wish, shape)
        if gpu:
            all_gpus = self.most(wish, "gpus") or nodes * shape.gpus
            nodes = min(nodes, all_gpus)
            least = min(-(-self.least(wish, "gpus") // nodes), shape.gpus)
            wish.gpus = nodes * draw.randint(least, max(least, min(shape.gpus, all_gpus // nodes)))
            if wish.gpus > nodes * least and draw.random() < 0.1:
                wish.gpus -= 1
        if nodes > 1 or draw.random() < 0.3:
            wish.nodes = nodes
        cpus = min(shape.cpus or SAFE_CPUS, self.most(wish, "cpus") or SAFE_CPUS * 100)
        if draw.random() < 0.5:
            wish.cpus = draw.choice([1, 2, 4, cpus // 2, cpus])
        if draw.random() < 0.5:
            each = max(1, cpus // (wish.cpus or 1))
            wish.tasks = nodes * draw.choice([1, 1, 2, draw.randint(1, each), each])
            wish.tasks = min(wish.tasks, nodes * each)
        if draw.random() < 0.4:
            most = int((shape.memory_mib or cpus * SAFE_MIB_PER_CPU) * NEAR)
            wish.memory_mib = draw.choice([1000, draw.randint(1, most), most])
        limit = self.limit(wish)
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
        if gpu and (usual := cluster.gpus[gpu].partition):
            return self.random.choice([usual, "", *shape.partitions])
        name = self.random.choice(shape.partitions)
        unsaid = name == cluster.default_partition and self.random.random() < 0.5
        return "" if unsaid else name

    def qos_for(self, wish: Request) -> str:
        own = [name for name, qos in self.cluster.qos.items()
               if name and wish.partition in ("", qos.partition or wish.partition)]
        return self.random.choice(own if self.cluster.needs_qos else ["", "", *own])

    def nodes_for(self, wish: Request, shape: Nodes) -> int:
        draw = self.random
        nodes = draw.choice([1, 1, 1, 1, min(2, shape.count or 2), min(3, shape.count or 3)])
        steps = [step for step, _ in self.partition_of(wish).by_nodes]
        if steps and draw.random() < 0.3:
            nodes = min(draw.choice(steps) + draw.choice([0, 1]), shape.count or SAFE_NODES)
        return max(min(nodes, self.most(wish, "nodes") or nodes), self.least(wish, "nodes"))

    # ---- figures that no page states

    def rests_on_unknown(self, wish: Request) -> bool:
        shapes = self.candidates(wish)
        if wish.feature and any(not n.features for n in shapes):
            return True
        here = in_partition(self.cluster, self.partition_name(wish))
        if any(n.gpu and not n.gpus for n in here):  # no page says what its nodes have
            return True
        shapes = shapes or here
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
        what = ["--wrap", "true"] if self.cluster.own_job else ["integrate2d", "--backend", "cpu"]
        flags = [*what, "--site", self.cluster.site]
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
            ("qos", wish.qos),
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
        if wish.qos:
            lines.append(f"--qos={wish.qos}")
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
