# SPDX-License-Identifier: MIT
"""The centers' documented rules, each with a request that breaks it and the same request put right.

Written by hand from the pages that the profiles cite (read 2026-11-21), not from the profiles or
from the program, so that a slip in either shows. A request is what stands after #SBATCH. Rules that
Slurm is not the one to hold (a cluster that has closed, what an allocation grants) are not here,
nor is anything that depends on a number the pages leave open.
"""

from rule import (ACCOUNT_MISSING, CONFIGURATION, FEATURE, FORM, GPUS_ONLY, LIMIT, NO_GPUS_THERE,
                  NO_PARTITION, NODES, OVER, PARTITION, TIME, Rule, account)
from rules_more import (ADASTRA, BASKERVILLE, BERZELIUS, BIANCA, DELTA, DELTAAI, ISAMBARD_AI, JUPITER, KAROLINA,
                        MARENOSTRUM5, SNELLIUS, VEGA)
from rules_newer import BRIDGES_2, EXPANSE, FIR, JURECA, MELUXINA, NARVAL, NIBI, RORQUAL, TRILLIUM

A = "-A hpc2n2025-151"
KEBNEKAISE = [
    *account("-t 10 --gpus=1 -C l40s", "hpc2n2025-151", "naiss2025-1-22"),
    Rule("only the default partition", f"{A} -p cpu_zen4", "--partition is not to be given",
         f"{A} -p batch"),
    Rule("168 hours at most", f"{A} -t 7-00:01:00", OVER, f"{A} -t 7-00:00:00"),
    Rule("features exist", f"{A} --gpus=1 -C l40", FEATURE, f"{A} --gpus=1 -C l40s"),
    Rule("features are those of one node", f"{A} --gpus=1 -C 'l40s&skylake'", CONFIGURATION,
         f"{A} --gpus=1 -C 'l40s&zen4'"),
    Rule("2 A100 a node", f"{A} --gpus-per-node=3 -C a100", CONFIGURATION,
         f"{A} --gpus-per-node=2 -C a100"),
    Rule("6 L40S a node at most", f"{A} --gpus-per-node=7 -C l40s", CONFIGURATION,
         f"{A} --gpus-per-node=6 -C l40s"),
    Rule("32 L40S in all", f"{A} --gpus=33 -C l40s", CONFIGURATION, f"{A} --gpus=32 -C l40s"),
    Rule("4 H100 a node", f"{A} --gpus-per-node=h100:5", CONFIGURATION,
         f"{A} --gpus-per-node=h100:4"),
    Rule("types are in small letters", f"{A} --gpus=L40S:1", CONFIGURATION, f"{A} --gpus=l40s:1"),
    Rule("2 nodes with A100", f"{A} -N 3 --gpus-per-node=1 -C a100", CONFIGURATION,
         f"{A} -N 2 --gpus-per-node=1 -C a100"),
    Rule("48 cores with A100", f"{A} -n 1 -c 49 --gpus=1 -C a100", CONFIGURATION,
         f"{A} -n 1 -c 48 --gpus=1 -C a100"),
    Rule("10 cores for each of 6 L40S", f"{A} -N 1 -n 1 -c 61 --gpus-per-node=6 -C l40s",
         "61 CPUs for 6 GPUs are too many", f"{A} -N 1 -n 1 -c 60 --gpus-per-node=6 -C l40s"),
    Rule("the limit counts all tasks", f"{A} -N 1 -n 31 --gpus-per-node=l40s:3",
         "31 CPUs for 3 GPUs are too many", f"{A} -N 1 -n 31 --gpus-per-node=l40s:4"),
    Rule("the limit holds for what a GPU is given", f"{A} -N 1 --gpus=5 --cpus-per-gpu=11 -C l40s",
         "55 CPUs for 5 GPUs are too many", f"{A} -N 1 --gpus=2 --cpus-per-gpu=11 -C l40s"),
    Rule("6630 MB for each of 96 cores", f"{A} --gpus=1 -C h100 --mem=636481", CONFIGURATION,
         f"{A} --gpus=1 -C h100 --mem=636480"),
]

A = "-A uppmax2025-2-25 -t 10"
PELLE = [
    *account("-t 10", "uppmax2025-2-25", "hpc2n2025-151"),
    Rule("10 days at most", "-A uppmax2025-2-25 -t 10-00:01:00", OVER,
         "-A uppmax2025-2-25 -t 10-00:00:00"),
    Rule("2 days on gpu", "-A uppmax2025-2-25 -p gpu --gpus=l40s:1 -t 2-00:01:00", TIME,
         "-A uppmax2025-2-25 -p gpu --gpus=l40s:1 -t 2-00:00:00"),
    Rule("no GPUs in the default partition", f"{A} --gpus=l40s:1", NO_GPUS_THERE,
         f"{A} -p gpu --gpus=l40s:1"),
    Rule("no GPUs in fat", f"{A} -p fat --gres=gpu:1", NO_GPUS_THERE, f"{A} -p fat"),
    Rule("fat comes in 2TB and 3TB", f"{A} -p fat -C 4TB", FEATURE, f"{A} -p fat -C 3TB"),
    Rule("fat comes whole", f"{A} -p fat -N 2 -C 2TB", CONFIGURATION, f"{A} -p fat -C 2TB -n 1",
         "using 96 processors"),
    Rule("no core partition", f"{A} -p core", PARTITION, f"{A} -p pelle"),
    Rule("10 L40S a node", f"{A} -p gpu --gpus-per-node=l40s:11", CONFIGURATION,
         f"{A} -p gpu --gpus-per-node=l40s:10"),
    Rule("2 H100 a node", f"{A} -p gpu --gpus-per-node=h100:3", CONFIGURATION,
         f"{A} -p gpu --gpus-per-node=h100:2"),
    Rule("4 L40S nodes", f"{A} -p gpu --gpus=l40s:41", CONFIGURATION, f"{A} -p gpu --gpus=l40s:40"),
    Rule("one T4 a node", f"{A} -p haswell -N 1 --gpus=t4:2", CONFIGURATION,
         f"{A} -p haswell -N 2 --gpus=t4:2"),
    Rule("T4 are in haswell", f"{A} -p gpu --gpus=t4:1", CONFIGURATION,
         f"{A} -p haswell --gpus=t4:1"),
    Rule("types are in small letters", f"{A} -p gpu --gpus=L40s:1", CONFIGURATION,
         f"{A} -p gpu --gpus=l40s:1"),
    Rule("16 cores in haswell", f"{A} -p haswell -n 1 -c 17", CONFIGURATION,
         f"{A} -p haswell -n 1 -c 16"),
    Rule("memory is asked for in one way", f"{A} --mem=1G --mem-per-cpu=1G", "mutually exclusive",
         f"{A} --mem-per-cpu=1G"),
]

A = "-A uppmax2023-2-25"
SNOWY = [
    *account("--gres=gpu:1", "uppmax2023-2-25", "hpc2n2025-151"),
    Rule("one T4 a node", f"{A} --gres=gpu:2", CONFIGURATION, f"{A} --gres=gpu:1"),
    Rule("50 nodes", f"{A} -N 51 --gres=gpu:1", NODES, f"{A} -N 50 --gres=gpu:1"),
    Rule("16 cores", f"{A} -n 1 -c 17", CONFIGURATION, f"{A} -n 1 -c 16"),
]

COSMOS = [
    Rule("account form", "-A naiss2025-1-22", FORM, "-A lu2025-2-33"),
    Rule("168 hours at most", "-t 7-00:01:00", OVER, "-t 7-00:00:00"),
    Rule("gpua40 is for the desktop", "-p gpua40", "takes no batch jobs",
         "-p gpua100i --gres=gpu:1"),
    Rule("no jobs without GPU in gpua100i", "-p gpua100i -n 1", GPUS_ONLY,
         "-p gpua100i -n 1 --gres=gpu:1"),
    Rule("no GPUs in the default partition", "--gres=gpu:1", NO_GPUS_THERE,
         "-p gpua100 --gres=gpu:1"),
    Rule("one A100 a node", "-p gpua100 --gres=gpu:2", CONFIGURATION, "-p gpua100"),
    Rule("gpua100 comes whole", "-p gpua100 -n 1 -c 49", CONFIGURATION, "-p gpua100 -n 1",
         "using 48 processors"),
    Rule("two A100 a node of gpua100i", "-p gpua100i --gres=gpu:3", CONFIGURATION,
         "-p gpua100i --gres=gpu:2"),
    Rule("GPU types have no names", "-p gpua100i --gres=gpu:a100:1", CONFIGURATION,
         "-p gpua100i --gres=gpu:1"),
    Rule("32 cores in lu32", "-p lu32 -n 1 -c 33", CONFIGURATION, "-p lu32 -n 1 -c 32"),
    Rule("254000 MB for jobs", "-n 1 --mem=254001", CONFIGURATION, "-n 1 --mem=254000"),
    Rule("partitions exist", "-p gpua200", PARTITION, "-p gpua100"),
]

A = "-A naiss2025-1-22"
TETRALITH = [
    *account("-t 10", "naiss2025-1-22", "lu2025-2-33"),
    Rule("7 days at most", f"{A} -t 7-00:01:00", OVER, f"{A} -t 7-00:00:00"),
    Rule("nodes are thin or fat", f"{A} -C thick", FEATURE, f"{A} -C fat"),
    Rule("one T4 a node", f"{A} -N 1 -n 2 --gpus-per-task=1", CONFIGURATION,
         f"{A} -N 2 -n 2 --gpus-per-task=1"),
    Rule("32 cores", f"{A} -n 1 -c 33 --gpus-per-task=1", CONFIGURATION,
         f"{A} -n 1 -c 32 --gpus-per-task=1"),
    Rule("one partition", f"{A} -p gpu", PARTITION, f"{A} -p tetralith"),
]

A = "-A naiss2025-22-934"
DARDEL = [
    Rule("a partition must be named", A, "no --partition is given", f"{A} -p main"),
    Rule("account form", "-A uppmax2025-2-25 -p main", FORM, "-A pdc.staff -p main"),
    Rule("24 hours on gpu", f"{A} -p gpu -t 1-00:01:00", TIME, f"{A} -p gpu -t 1-00:00:00"),
    Rule("24 hours on main", f"{A} -p main -t 1-00:01:00", TIME, f"{A} -p main -t 1-00:00:00"),
    Rule("7 days on shared", f"{A} -p shared -t 7-00:01:00", OVER, f"{A} -p shared -t 7-00:00:00"),
    Rule("no GPUs in main", f"{A} -p main --gpus=1", NO_GPUS_THERE, f"{A} -p gpu --gpus=1"),
    Rule("8 GPUs per node", f"{A} -p gpu --gpus-per-node=9", CONFIGURATION,
         f"{A} -p gpu --gpus-per-node=8"),
    Rule("62 nodes with MI250X", f"{A} -p gpu -N 63 --ntasks-per-node=1", NODES,
         f"{A} -p gpu -N 62 --ntasks-per-node=1"),
    Rule("nodes of gpu come whole", f"{A} -p gpu -n 1 -c 65", CONFIGURATION, f"{A} -p gpu -n 1",
         "using 64 processors"),
    Rule("456704 MB for jobs", f"{A} -p gpu --mem=456705", CONFIGURATION,
         f"{A} -p gpu --mem=456704"),
    Rule("four GH200 of 72 cores", f"{A} -p gpugh -N 1 -n 5 -c 72 --gpus-per-task=1",
         CONFIGURATION, f"{A} -p gpugh -N 1 -n 4 -c 72 --gpus-per-task=1"),
    Rule("partitions exist", f"{A} -p normal", PARTITION, f"{A} -p memory"),
]

A = "-A NAISS2025-5-6 -t 10"
ALVIS = [
    *account("-t 10 --gpus-per-node=T4:1", "naiss2025-5-6", "hpc2n2025-151"),
    Rule("7 days at most", "-A NAISS2025-5-6 --gpus-per-node=T4:1 -t 7-00:01:00", OVER,
         "-A NAISS2025-5-6 --gpus-per-node=T4:1 -t 7-00:00:00"),
    Rule("jobs ask for GPUs", A, GPUS_ONLY, f"{A} --gpus-per-node=A40:1"),
    Rule("work without GPUs goes to NOGPU", f"{A} -C MEM768", GPUS_ONLY, f"{A} -C NOGPU"),
    Rule("types have capitals", f"{A} --gpus-per-node=t4:1", CONFIGURATION,
         f"{A} --gpus-per-node=T4:1"),
    Rule("A100fat is a type", f"{A} --gpus-per-node=A100Fat:1", CONFIGURATION,
         f"{A} --gpus-per-node=A100fat:1"),
    Rule("8 T4 a node", f"{A} --gpus-per-node=T4:9", CONFIGURATION, f"{A} --gpus-per-node=T4:8"),
    Rule("4 V100 a node", f"{A} --gpus-per-node=V100:5", CONFIGURATION,
         f"{A} --gpus-per-node=V100:4"),
    Rule("348 A40 in all", f"{A} --gpus=A40:349", CONFIGURATION, f"{A} --gpus=A40:348"),
    Rule("Icelake's memory is in small letters", f"{A} --gpus-per-node=A100:1 -C MEM512", FEATURE,
         f"{A} --gpus-per-node=A100:1 -C mem512"),
    Rule("several nodes come whole", f"{A} -N 2 --gpus-per-node=A40:5", CONFIGURATION,
         f"{A} -N 2 --gpus-per-node=A40:1", "using 128 processors"),
    Rule("one node is shared", f"{A} -N 1 -n 1 -c 65 --gpus-per-node=A40:1", CONFIGURATION,
         f"{A} -N 1 -n 1 -c 16 --gpus-per-node=A40:1", "using 16 processors"),
    Rule("partitions exist", f"{A} -p gpu --gpus-per-node=A40:1", PARTITION,
         f"{A} -p alvis --gpus-per-node=A40:1"),
]

A = "-A naiss2026-1-22-gpu -t 10"
ARRHENIUS = [
    *account("-t 10 -p gpu --gpus-per-node=1", "naiss2026-1-22-gpu", "lu2025-2-33"),
    Rule("account suffix", "-A naiss2026-1-22-fat -p gpu --gpus-per-node=1", FORM,
         "-A naiss2026-1-22 -p gpu --gpus-per-node=1"),
    Rule("72 hours at most", "-A naiss2026-1-22-gpu -p gpu --gpus-per-node=1 -t 3-00:01:00", OVER,
         "-A naiss2026-1-22-gpu -p gpu --gpus-per-node=1 -t 3-00:00:00"),
    Rule("4 GH200 a node", f"{A} -p gpu --gpus-per-node=5", CONFIGURATION,
         f"{A} -p gpu --gpus-per-node=4"),
    Rule("382 nodes with GPUs", f"{A} -p gpu -N 383 --gpus-per-node=1", NODES,
         f"{A} -p gpu -N 382 --gpus-per-node=1"),
    Rule("72 cores for each of 4 GPUs", f"{A} -p gpu -N 1 -n 5 -c 72 --gpus=4", CONFIGURATION,
         f"{A} -p gpu -n 8 -c 72 --gpus=8"),
    Rule("no GPUs in cpu", f"{A} -p cpu --gpus=1", NO_GPUS_THERE, f"{A} -p gpu --gpus=1"),
    Rule("a partition is needed", f"{A} --gpus=1", NO_PARTITION, f"{A} -p gpu --gpus=1"),
    Rule("partitions exist", f"{A} -p gpugh --gpus=1", PARTITION, f"{A} -p gpu --gpus=1"),
]

A = "-A ABC123"
FRONTIER = [
    *account("-t 10 -N 1", "ABC123", "naiss2025-1-22"),
    Rule("1 to 91 nodes have 2 hours", f"{A} -N 91 -t 02:01:00", LIMIT, f"{A} -N 91 -t 02:00:00"),
    Rule("92 to 183 nodes have 6 hours", f"{A} -N 183 -t 06:01:00", LIMIT,
         f"{A} -N 92 -t 06:00:00"),
    Rule("more nodes have 12 hours", f"{A} -N 184 -t 12:01:00", TIME, f"{A} -N 184 -t 12:00:00"),
    Rule("extended has 24 hours", f"{A} -p extended -N 1 -t 1-00:01:00", TIME,
         f"{A} -p extended -N 1 -t 1-00:00:00"),
    Rule("extended has 64 nodes", f"{A} -p extended -N 65 -t 10", NODES,
         f"{A} -p extended -N 64 -t 10"),
    Rule("debug has 2 hours", f"{A} -q debug -N 100 -t 02:01:00", LIMIT,
         f"{A} -q debug -N 100 -t 02:00:00"),
    Rule("56 cores", f"{A} -N 1 -n 1 -c 57 -t 10", CONFIGURATION, f"{A} -N 1 -n 1 -c 56 -t 10"),
    Rule("8 GPUs per node", f"{A} -N 1 --gpus-per-node=9 -t 10", CONFIGURATION,
         f"{A} -N 1 --gpus-per-node=8 -t 10"),
]

PERLMUTTER = [
    Rule("GPUs or CPUs are chosen with -C", "-q regular -t 10", "no --constraint is given",
         "-q regular -t 10 -C gpu"),
    Rule("4 GPUs per node", "-C gpu -N 1 --gpus-per-node=5", CONFIGURATION,
         "-C gpu -N 1 --gpus-per-node=4"),
    Rule("80 GB on 256 nodes", "-C gpu&hbm80g -N 257 --gpus-per-node=4", CONFIGURATION,
         "-C gpu&hbm80g -N 256 --gpus-per-node=4"),
    Rule("features exist", "-C gpus -N 1", FEATURE, "-C gpu -N 1"),
    Rule("2 GPUs in shared", "-C gpu -q shared -N 1 -n 1 -c 96 --gpus-per-node=3", LIMIT,
         "-C gpu -q shared -N 1 -n 1 -c 64 --gpus-per-node=2", "using 64 processors"),
    Rule("1 node in shared", "-C gpu -q shared -N 2 --gpus-per-node=1", LIMIT,
         "-C gpu -q shared -N 1 --gpus-per-node=1"),
    Rule("8 nodes in debug, whole ones", "-C gpu -q debug -N 9 --gpus-per-node=1 -t 10", LIMIT,
         "-C gpu -q debug -N 1 -n 1 --gpus-per-node=1 -t 10", "using 128 processors"),
    Rule("2 days in regular, whole nodes", "-C gpu -q regular -N 1 -t 2-00:01:00", LIMIT,
         "-C gpu -q regular -N 1 -n 1 --gpus-per-node=1 -t 2-00:00:00", "using 128 processors"),
]

A = "-A tra26_x -p boost_usr_prod"
LEONARDO = [
    Rule("account required", "-p boost_usr_prod -t 10", ACCOUNT_MISSING, f"{A} -t 10"),
    Rule("24 hours without a QOS", f"{A} -N 1 -t 1-00:01:00", LIMIT, f"{A} -N 1 -t 1-00:00:00"),
    Rule("64 nodes without a QOS", f"{A} -N 65 -t 10", LIMIT, f"{A} -N 64 -t 10"),
    Rule("4 days for boost_qos_lprod", f"{A} -q boost_qos_lprod -N 3 -t 4-00:01:00", TIME,
         f"{A} -q boost_qos_lprod -N 3 -t 4-00:00:00"),
    Rule("3 nodes for boost_qos_lprod", f"{A} -q boost_qos_lprod -N 4 -t 10", LIMIT,
         f"{A} -q boost_qos_lprod -N 3 -t 10"),
    Rule("65 nodes at least for boost_qos_bprod", f"{A} -q boost_qos_bprod -N 64 -t 10",
         "takes no jobs of at most 64 nodes", f"{A} -q boost_qos_bprod -N 65 -t 10"),
    Rule("30 minutes for boost_qos_dbg", f"{A} -q boost_qos_dbg -N 1 -t 31", LIMIT,
         f"{A} -q boost_qos_dbg -N 1 -t 30"),
    Rule("4 GPUs per node", f"{A} -N 1 --gres=gpu:5", CONFIGURATION, f"{A} -N 1 --gres=gpu:4"),
    Rule("494000 MB for jobs", f"{A} -N 1 --mem=494001", CONFIGURATION, f"{A} -N 1 --mem=494000"),
    Rule("no GPUs in the default partition", "-A tra26_x --gres=gpu:1 -t 10", NO_GPUS_THERE,
         f"{A} --gres=gpu:1 -t 10"),
]

A = "-A project_2000000 -t 10"
ROIHU = [
    *account("-t 10 -p gpumedium -N 1 --gres=gpu:gh200:1", "project_2000000", "naiss2025-1-22"),
    Rule("a partition must be named", A, "no --partition is given", f"{A} -p small"),
    Rule("gpumedium takes jobs of 4 GPUs at most", f"{A} -p gpumedium -N 2 --gres=gpu:gh200:4",
         "takes no jobs of 5 or more GPUs", f"{A} -p gpumedium -N 1 --gres=gpu:gh200:4"),
    Rule("gpularge begins at 4 GPUs", f"{A} -p gpularge -N 1 --gres=gpu:gh200:3",
         "takes no jobs of at most 3 GPUs", f"{A} -p gpularge -N 2 --gres=gpu:gh200:4"),
    Rule("gpularge has 10 nodes", f"{A} -p gpularge -N 11 --gres=gpu:gh200:4", NODES,
         f"{A} -p gpularge -N 10 --gres=gpu:gh200:4"),
    Rule("15 minutes for tests", "-A project_2000000 -t 16 -p gputest --gres=gpu:gh200:1", TIME,
         "-A project_2000000 -t 15 -p gputest --gres=gpu:gh200:1"),
    Rule("types have names", f"{A} -p gpumedium --gres=gpu:l40:1", CONFIGURATION,
         f"{A} -p gpumedium --gres=gpu:gh200:1"),
    Rule("72 cores for each of 4 GPUs", f"{A} -p gpumedium -N 1 -n 5 -c 72 --gres=gpu:gh200:4",
         CONFIGURATION, f"{A} -p gpumedium -N 1 -n 4 -c 72 --gres=gpu:gh200:4"),
    Rule("GPU partitions are for GPUs", f"{A} -p gpumedium", GPUS_ONLY, f"{A} -p small"),
    Rule("vizinteractive has 12 hours", "-A project_2000000 -t 12:01:00 -p vizinteractive --gres=gpu:l40:1", TIME,
         "-A project_2000000 -t 12:00:00 -p vizinteractive --gres=gpu:l40:1"),
    Rule("2 GPUs per job of vizinteractive", f"{A} -p vizinteractive -N 2 --gres=gpu:l40:2", LIMIT,
         f"{A} -p vizinteractive -N 1 --gres=gpu:l40:2"),
    Rule("vizinteractive has one node", f"{A} -p vizinteractive -N 2 --gres=gpu:l40:1", NODES,
         f"{A} -p vizinteractive -N 1 --gres=gpu:l40:1"),
    Rule("large begins at 6 nodes", f"{A} -p large -N 5", "takes no jobs of at most 5 nodes", f"{A} -p large -N 6"),
    Rule("large has 60 nodes", f"{A} -p large -N 61", NODES, f"{A} -p large -N 60"),
    Rule("longrun has 10 days", "-A project_2000000 -p longrun -t 10-00:01:00", TIME,
         "-A project_2000000 -p longrun -t 10-00:00:00"),
    Rule("half a node of longrun", f"{A} -p longrun -N 1 -n 193", LIMIT, f"{A} -p longrun -N 1 -n 192"),
    Rule("128 cores of hugemem", f"{A} -p hugemem -N 1 -n 129", CONFIGURATION, f"{A} -p hugemem -N 1 -n 128"),
    Rule("36 hours of hugemem", "-A project_2000000 -p hugemem -t 1-12:01:00", TIME,
         "-A project_2000000 -p hugemem_longrun -t 10-00:00:00"),
    Rule("32 cores of interactive", f"{A} -p interactive -N 1 -n 33", LIMIT, f"{A} -p interactive -N 1 -n 32"),
    Rule("L40 are in vizinteractive", f"{A} -p vizinteractive -N 1 --gres=gpu:gh200:1", CONFIGURATION,
         f"{A} -p vizinteractive -N 1 --gres=gpu:l40:1"),
]

A = "-A project_462000000 -t 10"
LUMI = [
    *account("-t 10 -p small-g --gpus-per-node=1", "project_462000000", "naiss2025-1-22"),
    Rule("small-g has 4 nodes", f"{A} -p small-g -N 5 --gpus-per-node=8", NODES,
         f"{A} -p small-g -N 4 --gpus-per-node=8"),
    Rule("standard-g has 1024 nodes", f"{A} -p standard-g -N 1025 --gpus-per-node=8", NODES,
         f"{A} -p standard-g -N 1024 --gpus-per-node=8"),
    Rule("standard-g has 2 days", "-A project_462000000 -p standard-g -t 2-00:01:00", TIME,
         "-A project_462000000 -p standard-g -t 2-00:00:00"),
    Rule("dev-g has 3 hours", "-A project_462000000 -p dev-g -t 03:01:00", TIME,
         "-A project_462000000 -p dev-g -t 03:00:00"),
    Rule("lumid has 4 hours", "-A project_462000000 -p lumid --gpus-per-node=1 -t 04:01:00", TIME,
         "-A project_462000000 -p lumid --gpus-per-node=1 -t 04:00:00"),
    Rule("one GPU per job of lumid", f"{A} -p lumid -N 1 --gpus-per-node=2", LIMIT,
         f"{A} -p lumid -N 1 --gpus-per-node=1"),
    Rule("one node of largemem", f"{A} -p largemem -N 2", NODES, f"{A} -p largemem -N 1"),
    Rule("largemem has a day", "-A project_462000000 -p largemem -t 1-00:01:00", TIME,
         "-A project_462000000 -p largemem -t 1-00:00:00"),
    Rule("no GPUs in largemem", f"{A} -p largemem -N 1 --gpus-per-node=1", NO_GPUS_THERE, f"{A} -p largemem -N 1"),
    Rule("56 cores", f"{A} -p small-g -N 1 -n 1 -c 57 --gpus-per-node=1", CONFIGURATION,
         f"{A} -p small-g -N 1 -n 1 -c 56 --gpus-per-node=1"),
    Rule("8 GPUs per node", f"{A} -p standard-g -N 1 --gpus-per-node=9", CONFIGURATION,
         f"{A} -p standard-g -N 1 --gpus-per-node=8"),
    Rule("nodes of standard-g come whole", f"{A} -p standard-g -n 1 -c 57", CONFIGURATION,
         f"{A} -p standard-g -N 1 -n 1", "using 56 processors"),  # without those that it keeps from jobs
    Rule("no GPUs in small", f"{A} -p small --gpus-per-node=1", NO_GPUS_THERE,
         f"{A} -p small-g --gpus-per-node=1"),
]

BEDE = [
    Rule("account required", "-p gpu --gres=gpu:1", ACCOUNT_MISSING, "-A bddur01 -p gpu --gres=gpu:1"),
    Rule("a partition must be named", "-A bddur01 --gres=gpu:1", "no --partition is given",
         "-A bddur01 -p infer --gres=gpu:1"),
    Rule("2 days", "-A bddur01 -p gpu --gres=gpu:1 -t 2-00:01:00", TIME,
         "-A bddur01 -p gpu --gres=gpu:1 -t 2-00:00:00"),
    Rule("4 GPUs per node", "-A bddur01 -p gpu -N 1 --gres=gpu:5", CONFIGURATION,
         "-A bddur01 -p gpu -N 2 --gres=gpu:4"),
    Rule("one GPU on a gh node", "-A bddur01 -p gh -N 1 --gres=gpu:2", CONFIGURATION,
         "-A bddur01 -p gh -N 2 --gres=gpu:1"),
]

GH200 = "--ntasks-per-node=4 --gpus-per-task=1"
DAINT = [
    Rule("24 hours", "-N 1 -t 1-00:01:00", TIME, "-N 1 -t 1-00:00:00"),
    Rule("30 minutes in debug", "-p debug -N 1 -t 31", TIME, "-p debug -N 1 -t 30"),
    Rule("2 nodes in debug", "-p debug -N 3 -t 10", NODES, "-p debug -N 2 -t 10"),
    Rule("4 GPUs per node", "-N 1 --ntasks-per-node=5 --gpus-per-task=1 -t 10", CONFIGURATION,
         f"-N 2 {GH200} -t 10"),
    Rule("1022 nodes", f"-N 1023 {GH200} -t 10", NODES, f"-N 1022 {GH200} -t 10"),
    Rule("nodes come whole", "-N 1 -n 1 -c 289 -t 10", CONFIGURATION, "-N 1 -n 1 -t 10",
         "using 288 processors"),
    Rule("features exist", "-N 1 -C mc -t 10", FEATURE, "-N 1 -C gpu -t 10"),
]

CLARIDEN = [
    Rule("12 hours", "-N 1 -t 12:01:00", TIME, "-N 1 -t 12:00:00"),
    Rule("90 node-minutes in debug", "-p debug -N 2 -t 46", LIMIT, "-p debug -N 2 -t 45"),
    Rule("4 nodes in debug", "-p debug -N 5 -t 10", NODES, "-p debug -N 4 -t 10"),
    Rule("24 hours in low", "-p low -N 1 -t 1-00:01:00", TIME, "-p low -N 1 -t 1-00:00:00"),
]

JUWELS = [Rule("4 GPUs per node", "-p booster -N 1 --gres=gpu:5", CONFIGURATION,
               "-p booster -N 2 --gres=gpu:4")]

# The dialect of daint.
SANTIS = [Rule("30 minutes in debug", "-p debug -N 1 -t 31", TIME, "-p debug -N 1 -t 30")]

RULES = {
    "alliance/fir": FIR,
    "alliance/narval": NARVAL,
    "alliance/nibi": NIBI,
    "alliance/rorqual": RORQUAL,
    "alliance/trillium": TRILLIUM,
    "bham/baskerville": BASKERVILLE,
    "brics/isambard-ai": ISAMBARD_AI,
    "bsc/marenostrum5": MARENOSTRUM5,
    "c3se/alvis": ALVIS,
    "cineca/leonardo": LEONARDO,
    "cines/adastra": ADASTRA,
    "csc/lumi": LUMI,
    "csc/roihu": ROIHU,
    "cscs/clariden": CLARIDEN,
    "cscs/daint": DAINT,
    "cscs/santis": SANTIS,
    "hpc2n/kebnekaise": KEBNEKAISE,
    "it4i/karolina": KAROLINA,
    "izum/vega": VEGA,
    "jsc/jupiter": JUPITER,
    "jsc/jureca": JURECA,
    "jsc/juwels": JUWELS,
    "lunarc/cosmos": COSMOS,
    "luxprovide/meluxina": MELUXINA,
    "n8cir/bede": BEDE,
    "naiss/arrhenius": ARRHENIUS,
    "ncsa/delta": DELTA,
    "ncsa/deltaai": DELTAAI,
    "nersc/perlmutter": PERLMUTTER,
    "nsc/berzelius": BERZELIUS,
    "nsc/tetralith": TETRALITH,
    "olcf/frontier": FRONTIER,
    "pdc/dardel": DARDEL,
    "psc/bridges-2": BRIDGES_2,
    "sdsc/expanse": EXPANSE,
    "surf/snellius": SNELLIUS,
    "uppmax/bianca": BIANCA,
    "uppmax/pelle": PELLE,
    "uppmax/snowy": SNOWY,
}
