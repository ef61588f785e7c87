# SPDX-License-Identifier: MIT
"""More of the table in rules_table.py, from pages read 2026-11-25."""

from rule import (ACCOUNT_MISSING, CONFIGURATION, FEATURE, FORM, GPUS_ONLY, LIMIT, NO_GPUS_THERE,
                  NODES, OVER, TIME, Rule, account)

A = "-A sens2023598 -t 10"
BIANCA = [
    *account("-t 10", "sens2023598", "uppmax2025-2-25"),
    Rule("two A100 a node", f"{A} -N 1 --gpus-per-node=a100:3", CONFIGURATION,
         f"{A} --gpus=a100:2 --gpus-per-node=a100:2"),
    Rule("one T4 a node", f"{A} -N 1 --gpus-per-node=t4:2", CONFIGURATION,
         f"{A} --gpus=t4:1 --gpus-per-node=t4:1"),
    Rule("17 T4", f"{A} --gpus=t4:18", CONFIGURATION, f"{A} --gpus=t4:17"),
    Rule("16 cores", f"{A} -p core -n 1 -c 17", CONFIGURATION, f"{A} -p core -n 1 -c 16"),
    Rule("an hour in devel", "-A sens2023598 -p devel -t 61", TIME, "-A sens2023598 -p devel -t 60"),
    Rule("2 nodes in devel", f"{A} -p devel -N 3", NODES, f"{A} -p devel -N 2"),
    Rule("15 minutes for short jobs", "-A sens2023598 --qos=short -t 16", LIMIT,
         "-A sens2023598 --qos=short -t 15"),
    Rule("4 nodes for short jobs", f"{A} --qos=short -p node -N 5", LIMIT,
         f"{A} --qos=short -p node -N 4"),
]

A = "-A ehpc175 -t 10"
ONE_GPU = "--ntasks=1 --ntasks-per-node=1 --cpus-per-task=20 --gres=gpu:1"
MARENOSTRUM5 = [
    Rule("account required", f"-t 10 -q acc_ehpc {ONE_GPU}", ACCOUNT_MISSING,
         f"{A} -q acc_ehpc {ONE_GPU}"),
    Rule("a QOS is a queue", f"{A} -p acc {ONE_GPU}", "no --qos is given",
         f"{A} -p acc -q acc_ehpc {ONE_GPU}"),
    Rule("2 hours in acc_debug", f"-A ehpc175 -p acc -q acc_debug -t 02:01:00 {ONE_GPU}", LIMIT,
         f"-A ehpc175 -p acc -q acc_debug -t 02:00:00 {ONE_GPU}"),
    Rule("8 nodes in acc_debug", f"{A} -p acc -q acc_debug -N 9 --gres=gpu:4", LIMIT,
         f"{A} -p acc -q acc_debug -N 8 --gres=gpu:4"),
    Rule("72 hours in acc_ehpc", f"-A ehpc175 -p acc -q acc_ehpc -t 3-00:01:00 {ONE_GPU}", LIMIT,
         f"-A ehpc175 -p acc -q acc_ehpc -t 3-00:00:00 {ONE_GPU}"),
    Rule("100 nodes in acc_ehpc", f"{A} -p acc -q acc_ehpc -N 101 --gres=gpu:4", LIMIT,
         f"{A} -p acc -q acc_ehpc -N 100 --gres=gpu:4"),
    Rule("10 nodes in acc_resc", f"{A} -p acc -q acc_resc -N 11 --gres=gpu:4", LIMIT,
         f"{A} -p acc -q acc_resc -N 10 --gres=gpu:4"),
    Rule("acc_interactive has a partition", f"{A} -p acc -q acc_interactive {ONE_GPU}",
         "QOS 'acc_interactive' is for partition 'accinteractive'",
         f"{A} -p accinteractive -q acc_interactive {ONE_GPU}"),
    Rule("which takes no other QOS", f"{A} -p accinteractive -q acc_debug {ONE_GPU}",
         "QOS 'acc_debug' is for partition 'acc'", f"{A} -p acc -q acc_debug {ONE_GPU}"),
    Rule("4 GPUs per node", f"{A} -p acc -q acc_ehpc -N 1 --gres=gpu:5", CONFIGURATION,
         f"{A} -p acc -q acc_ehpc -N 1 --gres=gpu:4"),
    Rule("80 cores", f"{A} -p acc -q acc_ehpc -n 1 -c 81 --gres=gpu:4", CONFIGURATION,
         f"{A} -p acc -q acc_ehpc -n 1 -c 80 --gres=gpu:4"),
]

VEGA = [
    Rule("jobs in gpu ask for GPUs", "-p gpu -n 1", GPUS_ONLY, "-p gpu -n 1 --gres=gpu:1"),
    Rule("4 GPUs per node", "-p gpu -N 1 --gres=gpu:5", CONFIGURATION, "-p gpu -N 1 --gres=gpu:4"),
    Rule("60 nodes with GPUs", "-p gpu -N 61 --gres=gpu:4", NODES, "-p gpu -N 60 --gres=gpu:4"),
    Rule("128 cores of two threads", "-p cpu -N 1 -n 1 -c 257", CONFIGURATION,
         "-p cpu -N 1 -n 1 -c 256"),
]

A = "-A edmondac-rsg -q arc -t 60"
BASKERVILLE = [
    Rule("account required", "-q arc -t 60 --gpus 1", ACCOUNT_MISSING, f"{A} --gpus 1"),
    Rule("QOS required", "-A edmondac-rsg -t 60 --gpus 1", "no --qos is given", f"{A} --gpus 1"),
    Rule("4 GPUs per node", f"{A} --gpus 5 --nodes 1", CONFIGURATION, f"{A} --gpus 3 --nodes 1"),
    Rule("features exist", f"{A} --gpus 1 --constraint=a100_90", FEATURE,
         f"{A} --gpus 1 --constraint=a100_80"),
]

A = "-A cin4698 -t 10"
ADASTRA = [
    Rule("account required", "-C MI250 -N 1 --gpus-per-node=1 -t 10", ACCOUNT_MISSING,
         f"{A} -C MI250 -N 1 --gpus-per-node=1"),
    Rule("nodes are chosen with -C", f"{A} -N 1", "no --constraint is given",
         f"{A} -C MI250 -N 1 --exclusive"),
    Rule("8 GPUs per node", f"{A} -C MI250 -N 1 --gpus-per-node=9", CONFIGURATION,
         f"{A} -C MI250 -N 1 --gpus-per-node=8"),
    Rule("356 nodes with GPUs", f"{A} -C MI250 -N 357", NODES, f"{A} -C MI250 -N 356"),
    Rule("features exist", f"{A} -C MI250X -N 1", FEATURE, f"{A} -C MI250 -N 1"),
]

DELTA = [
    Rule("48 hours", "-p gpuA40x4 --gpus-per-node=1 -t 2-00:01:00", TIME,
         "-p gpuA40x4 --gpus-per-node=1 -t 2-00:00:00"),
    Rule("an hour of interactive work", "-p gpuA100x4-interactive --gpus-per-node=1 -t 61", TIME,
         "-p gpuA100x4-interactive --gpus-per-node=1 -t 60"),
    Rule("4 nodes for interactive work", "-p gpuA40x4-interactive -N 5 --gpus-per-node=4", NODES,
         "-p gpuA40x4-interactive -N 4 --gpus-per-node=4"),
    Rule("one node with H200", "-p gpuH200x8 -N 2 --gpus-per-node=8", NODES,
         "-p gpuH200x8 -N 1 --gpus-per-node=8"),
    Rule("4 A40 per node", "-p gpuA40x4 -N 1 --gpus-per-node=5", CONFIGURATION,
         "-p gpuA40x4 -N 1 --gpus-per-node=4"),
    Rule("6 nodes of eight A100", "-p gpuA100x8 -N 7 --gpus-per-node=8", NODES,
         "-p gpuA100x8 -N 6 --gpus-per-node=8"),
    Rule("no GPUs in cpu", "-p cpu --gpus-per-node=1", NO_GPUS_THERE, "-p cpu -n 1"),
    Rule("64 cores beside four GPUs", "-p gpuA40x4 -N 1 -n 1 -c 65 --gpus-per-node=4",
         CONFIGURATION, "-p gpuA40x4 -N 1 -n 1 -c 64 --gpus-per-node=4"),
]

SNELLIUS = [
    Rule("jobs in gpu_a100 ask for GPUs", "-p gpu_a100 -n 1", GPUS_ONLY,
         "-p gpu_a100 -n 1 --gpus-per-node=1"),
    Rule("120 hours", "-p gpu_a100 --gpus-per-node=1 -t 5-00:01:00", OVER,
         "-p gpu_a100 --gpus-per-node=1 -t 5-00:00:00"),
    Rule("4 GPUs per node", "-p gpu_h100 -N 1 --gpus-per-node=5", CONFIGURATION,
         "-p gpu_h100 -N 1 --gpus-per-node=4"),
    Rule("64 cores beside four H100", "-p gpu_h100 -N 1 -n 1 -c 65 --gpus-per-node=4", CONFIGURATION,
         "-p gpu_h100 -N 1 -n 1 -c 64 --gpus-per-node=4"),
    Rule("63 nodes with A100", "-p gpu_a100 -N 64 --gpus-per-node=4", NODES,
         "-p gpu_a100 -N 63 --gpus-per-node=4"),
]

# From pages read 2026-11-26.
ISAMBARD_AI = [
    Rule("24 hours", "-N 1 --gpus=1 -t 1-00:01:00", TIME, "-N 1 --gpus=1 -t 1-00:00:00"),
    Rule("4 GPUs per node", "-N 1 --gpus=5", CONFIGURATION, "-N 2 --gpus-per-node=4"),
    Rule("38 nodes", "-N 39 --gpus-per-node=4", NODES, "-N 38 --gpus-per-node=4"),
]

KAROLINA = [
    Rule("jobs in qgpu ask for GPUs", "-p qgpu -N 1", GPUS_ONLY, "-p qgpu -N 1 --gpus-per-node=1"),
    Rule("8 GPUs per node", "-p qgpu -N 1 --gpus-per-node=9", CONFIGURATION, "-p qgpu -N 8 --gpus-per-node=8"),
    Rule("72 nodes", "-p qgpu -N 73 --gpus-per-node=8", NODES, "-p qgpu -N 72 --gpus-per-node=8"),
]

JUPITER = [
    Rule("4 GPUs per node", "-p booster -N 1 --gres=gpu:5", CONFIGURATION, "-p booster -N 2 --gres=gpu:4"),
]

DELTAAI = [
    Rule("account form", "-A bbka-delta-gpu -p ghx4 --gpus-per-node=1", FORM,
         "-A abcd-dtai-gh -p ghx4 --gpus-per-node=1"),
    Rule("4 GPUs per node", "-p ghx4 -N 1 --gpus-per-node=5", CONFIGURATION, "-p ghx4 -N 1 --gpus-per-node=4"),
    Rule("114 nodes", "-p ghx4 -N 115 --gpus-per-node=4", NODES, "-p ghx4 -N 114 --gpus-per-node=4"),
]

BERZELIUS = [
    Rule("features exist", "--gpus=1 -C thick", FEATURE, "--gpus=1 -C thin"),
    Rule("34 fat nodes", "-N 35 --gpus=280 -C fat", CONFIGURATION, "-N 34 --gpus=272 -C fat"),
    Rule("8 GPUs per node", "-N 1 --gpus=9 -C thin", CONFIGURATION, "-N 1 --gpus=8 -C thin"),
]
