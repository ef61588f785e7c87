# SPDX-License-Identifier: MIT
"""Still more of the table in rules_table.py, from pages read 2026-11-27."""

from rule import (ACCOUNT_MISSING, CONFIGURATION, FORM, GPUS_ONLY, LIMIT, NO_GPUS_THERE, NODES, OVER, TIME,
                  Rule)

GPU = "--ntasks-per-node=1 --gpus"
EXPANSE = [
    Rule("a partition must be named", f"-N 1 {GPU}=1 -t 10", "no --partition is given",
         f"-p gpu-shared -N 1 {GPU}=1 -t 10"),
    Rule("48 hours", f"-p gpu -N 1 {GPU}=1 -t 2-00:01:00", TIME, f"-p gpu -N 1 {GPU}=1 -t 2-00:00:00"),
    Rule("fewer than 4 GPUs in gpu-shared", f"-p gpu-shared -N 1 {GPU}=4 -t 10", LIMIT,
         f"-p gpu-shared -N 1 {GPU}=3 -t 10"),
    Rule("one node in gpu-shared", f"-p gpu-shared -N 2 {GPU}=2 -t 10", NODES,
         f"-p gpu-shared -N 1 {GPU}=2 -t 10"),
    Rule("4 nodes in gpu", f"-p gpu -N 5 {GPU}=20 -t 10", NODES, f"-p gpu -N 4 {GPU}=16 -t 10"),
    Rule("4 GPUs per node", f"-p gpu -N 1 {GPU}=5 -t 10", CONFIGURATION, f"-p gpu -N 1 {GPU}=4 -t 10"),
    Rule("nodes of gpu come whole", "-p gpu -N 1 -n 1 -c 41 --gpus=4 -t 10", CONFIGURATION,
         "-p gpu -N 1 -n 1 --gpus=1 -t 10", "using 40 processors"),
    Rule("gpu-debug has 30 minutes", f"-p gpu-debug -N 1 {GPU}=1 -t 31", TIME,
         f"-p gpu-debug -N 1 {GPU}=1 -t 30"),
    Rule("two GPUs in gpu-debug", f"-p gpu-debug -N 1 {GPU}=3 -t 10", LIMIT,
         f"-p gpu-debug -N 2 {GPU}=2 -t 10"),
    Rule("no GPUs in compute", f"-p compute -N 1 {GPU}=1 -t 10", NO_GPUS_THERE, "-p compute -N 1 -t 10"),
    Rule("32 nodes in compute", "-p compute -N 33 -t 10", NODES, "-p compute -N 32 -t 10"),
    Rule("fewer than 128 cores in shared", "-p shared -N 1 -n 128 -t 10", LIMIT, "-p shared -N 1 -n 127 -t 10"),
]

A = "-A def-someuser -t 60"
NARVAL = [
    Rule("account form", "-A naiss2025-1-22 -t 60 --gpus-per-node=a100:1", FORM,
         "-A rrg-someuser -t 60 --gpus-per-node=a100:1"),
    Rule("168 hours", "-A def-someuser -t 7-00:01:00 --gpus-per-node=a100:1", OVER,
         "-A def-someuser -t 7-00:00:00 --gpus-per-node=a100:1"),
    Rule("a time limit must be given", "-A def-someuser --gpus-per-node=a100:1", "no --time is given",
         f"{A} --gpus-per-node=a100:1"),
    Rule("4 GPUs per node", f"{A} -N 1 --gpus-per-node=a100:5", CONFIGURATION,
         f"{A} -N 2 --gpus-per-node=a100:4"),
    Rule("types are in small letters", f"{A} --gpus-per-node=A100:1", CONFIGURATION, f"{A} --gpus=a100:1"),
    Rule("48 cores beside four GPUs", f"{A} -n 1 -c 49 --gpus-per-node=a100:4", CONFIGURATION,
         f"{A} -n 1 -c 48 --gpus-per-node=a100:4"),
    Rule("510000 MB beside GPUs", f"{A} --gpus-per-node=a100:4 --mem=510001", CONFIGURATION,
         f"{A} --gpus-per-node=a100:4 --mem=510000"),
    Rule("four sizes of slices", f"{A} --gpus=a100_7g.40gb:1", CONFIGURATION, f"{A} --gpus=a100_4g.20gb:1"),
    Rule("a job has one slice", f"{A} -N 1 --gpus=a100_3g.20gb:2", CONFIGURATION,
         f"{A} -N 1 --gpus=a100_3g.20gb:1"),
    Rule("4096000 MB at most", f"{A} --mem=4096001", CONFIGURATION, f"{A} --mem=4096000"),
]


def h100(cpus: int, memory_mib: int, per_node: int, prefix: str) -> list[Rule]:
    """The H100 and their slices at the Alliance."""
    return [
        Rule("168 hours", "-A def-someuser -t 7-00:01:00 --gpus-per-node=h100:1", OVER,
             "-A def-someuser -t 7-00:00:00 --gpus-per-node=h100:1"),
        Rule(f"{per_node} GPUs per node", f"{A} -N 1 --gpus-per-node=h100:{per_node + 1}", CONFIGURATION,
             f"{A} -N 2 --gpus-per-node=h100:{per_node}"),
        Rule(f"{cpus} cores beside GPUs", f"{A} -n 1 -c {cpus + 1} --gpus-per-node=h100:{per_node}", CONFIGURATION,
             f"{A} -n 1 -c {cpus} --gpus-per-node=h100:{per_node}"),
        Rule(f"{memory_mib} MB beside GPUs", f"{A} --gpus-per-node=h100:1 --mem={memory_mib + 1}", CONFIGURATION,
             f"{A} --gpus-per-node=h100:1 --mem={memory_mib}"),
        Rule("three sizes of slices", f"{A} --gpus={prefix}4g.40gb:1", CONFIGURATION, f"{A} --gpus={prefix}3g.40gb:1"),
        Rule("a job has one slice", f"{A} -N 1 --gpus={prefix}1g.10gb:2", CONFIGURATION,
             f"{A} -N 1 --gpus={prefix}1g.10gb:1"),
    ]


FIR = h100(48, 1152000, 4, "nvidia_h100_80gb_hbm3_")
NIBI = h100(112, 2048000, 8, "h100_")
RORQUAL = h100(64, 510000, 4, "h100_")

A = "-A def-someuser -t 30"
TRILLIUM = [
    Rule("24 hours", "-A def-someuser -N 1 --gpus-per-node=1 -t 1-00:01:00", OVER,
         "-A def-someuser -N 1 --gpus-per-node=1 -t 1-00:00:00"),
    Rule("one GPU or four", f"{A} -N 1 --gpus-per-node=2", "takes no jobs of 2 to 3 GPUs",
         f"{A} -N 1 --gpus-per-node=4"),
    Rule("several nodes come whole", f"{A} -N 2 --gpus-per-node=3", "takes no jobs of 5 to 7 GPUs",
         f"{A} -N 2 --gpus-per-node=4"),
    Rule("25 nodes", f"{A} -N 26 --gpus-per-node=4", NODES, f"{A} -N 25 --gpus-per-node=4"),
    Rule("jobs ask for GPUs", f"{A} -N 1", GPUS_ONLY, f"{A} -N 1 --gpus-per-node=1"),
    Rule("2 nodes in debug", f"{A} -p debug -N 3 --gpus-per-node=4", NODES, f"{A} -p debug -N 2 --gpus-per-node=4"),
    Rule("half an hour for 8 GPUs in debug", "-A def-someuser -p debug -N 2 --gpus-per-node=4 -t 31", LIMIT,
         "-A def-someuser -p debug -N 1 --gpus-per-node=1 -t 120"),
    Rule("96 cores", f"{A} -N 1 -n 1 -c 97 --gpus-per-node=4", CONFIGURATION,
         f"{A} -N 1 -n 1 -c 96 --gpus-per-node=4"),
]

BRIDGES_2 = [
    Rule("4 GPUs in GPU-shared", "-p GPU-shared -N 1 --gpus=v100-32:5 -t 10", LIMIT,
         "-p GPU-shared -N 1 --gpus=v100-32:4 -t 10"),
    Rule("one node in GPU-shared", "-p GPU-shared -N 2 --gpus=v100-32:2 -t 10", NODES,
         "-p GPU-shared -N 1 --gpus=v100-32:2 -t 10"),
    Rule("8 GPUs per node", "-p GPU -N 1 --gpus=v100-32:9 -t 10", CONFIGURATION, "-p GPU -N 2 --gpus=v100-32:16 -t 10"),
    Rule("nodes of GPU come whole", "-p GPU -N 1 -n 1 -c 41 --gpus=v100-32:8 -t 10", CONFIGURATION,
         "-p GPU -N 1 -n 1 --gpus=v100-32:8 -t 10", "using 40 processors"),
    Rule("24 nodes with V100", "-p GPU -N 25 --gpus=v100-32:200 -t 10", CONFIGURATION,
         "-p GPU -N 24 --gpus=v100-32:192 -t 10"),
    Rule("3 nodes with L40S", "-p GPU -N 4 --gpus=l40s-48:32 -t 10", CONFIGURATION,
         "-p GPU -N 3 --gpus=l40s-48:24 -t 10"),
    Rule("9 nodes with V100 of 16 GB", "-p GPU -N 10 --gpus=v100-16:80 -t 10", CONFIGURATION,
         "-p GPU -N 9 --gpus=v100-16:72 -t 10"),
    Rule("10 nodes with H100", "-p GPU -N 11 --gpus=h100-80:88 -t 10", CONFIGURATION,
         "-p GPU -N 10 --gpus=h100-80:80 -t 10"),
    Rule("types have a size", "-p GPU-shared -N 1 --gpus=h100:1 -t 10", CONFIGURATION,
         "-p GPU-shared -N 1 --gpus=h100-80:1 -t 10"),
    Rule("no GPUs in RM", "-p RM -N 1 --gpus=1 -t 10", NO_GPUS_THERE, "-p RM -N 1 -t 10"),
    Rule("64 cores in RM-shared", "-p RM-shared -N 1 -n 65 -t 10", LIMIT, "-p RM-shared -N 1 -n 64 -t 10"),
]

A = "-A p200000 -t 10 -p gpu -q default"
MELUXINA = [
    Rule("account required", "-t 10 -p gpu -q default -N 1 --ntasks-per-node=1 --gpus-per-task=1", ACCOUNT_MISSING,
         f"{A} -N 1 --ntasks-per-node=1 --gpus-per-task=1"),
    Rule("partition required", "-A p200000 -t 10 -q default -N 1 --gpus-per-task=1 -n 1", "no --partition is given",
         f"{A} -N 1 -n 1 --gpus-per-task=1"),
    Rule("QOS required", "-A p200000 -t 10 -p gpu -N 1 -n 1 --gpus-per-task=1", "no --qos is given",
         f"{A} -N 1 -n 4 --gpus-per-task=1"),
    Rule("4 GPUs per node", f"{A} -N 1 --ntasks-per-node=5 --gpus-per-task=1", CONFIGURATION,
         f"{A} -N 2 --ntasks-per-node=4 --gpus-per-task=1"),
    Rule("no GPUs in cpu", "-A p200000 -t 10 -p cpu -q default --gpus=1", NO_GPUS_THERE,
         "-A p200000 -t 10 -p cpu -q default -n 1"),
    Rule("128 threads", f"{A} -N 1 -n 1 -c 129 --gpus-per-task=1", CONFIGURATION,
         f"{A} -N 1 -n 1 -c 128 --gpus-per-task=1"),
]

JURECA = [
    Rule("4 GPUs per node", "-p dc-gpu -N 1 --gres=gpu:5", CONFIGURATION, "-p dc-gpu -N 2 --gres=gpu:4"),
    Rule("types have no names", "-p dc-gpu -N 1 --gres=gpu:a100:4", CONFIGURATION, "-p dc-gpu -N 1 --gres=gpu:1"),
]
