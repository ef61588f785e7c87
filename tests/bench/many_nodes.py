#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""many_nodes.py BUILD: `site discover` and `site drift` of 10,000 nodes, each with a record of its own, in 20 shapes
and in 10,000, as text and as Slurm 23.02's JSON. Every node must be counted, and the one that was changed named; what
processor time either command takes is printed (goal: a second)."""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

NODES = 10_000
CONFIG = "ClusterName = many\nMaxArraySize = 1001\nSLURM_VERSION = 25.05.3\n"
PARTITION = "PartitionName={}\n   Default={} MaxTime=2-00:00:00 OverSubscribe=NO\n\n"
NODE = """NodeName=n{0:05} Arch=x86_64 CoresPerSocket=32
   CPUAlloc={1} CPUEfctv=128 CPUTot=128 CPULoad={1}.17
   AvailableFeatures=zen4,ib,rack{2}
   ActiveFeatures=zen4,ib,rack{2}
   Gres={3}
   NodeAddr=n{0:05} NodeHostName=n{0:05} Version=25.05.3
   OS=Linux 5.14.0-427.el9.x86_64 #1 SMP PREEMPT_DYNAMIC
   RealMemory={4} AllocMem={1} FreeMem={0} Sockets=2 Boards=1
   State=IDLE ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Partitions={5}
   BootTime=2026-11-{6:02}T08:00:00 SlurmdStartTime=2026-11-{6:02}T08:01:00
   CfgTRES=cpu=128,mem={4}M,billing=128
   AllocTRES=
   CurrentWatts=0 AveWatts=0

"""
GRES = ("(null)", "gpu:a100:4(S:0-1)", "gpu:h100:4(S:0-1)", "gpu:l40s:8(S:0-1)")


def node(number, memory):
    return NODE.format(number, number % 128, number % 10, GRES[number % 4], memory, "gpu" if number % 4 else "cpu",
                       1 + number % 28)


def save(directory, memory_of):
    directory.mkdir(parents=True)
    texts = {"config": CONFIG, "partition": PARTITION.format("cpu", "YES") + PARTITION.format("gpu", "NO"),
             "node": "".join(node(number, memory_of(number)) for number in range(NODES))}
    for name, text in texts.items():
        (directory / f"{name}.txt").write_text(text, encoding="utf-8")
    return directory


def save_json(directory, text_of):
    """The same with all that a recorded node of Slurm 23.02 says, as Slurm indents it."""
    source = pathlib.Path(__file__).resolve().parents[1] / "unit/slurm/recorded/23.02-web.node.json"
    recorded = json.loads(source.read_text(encoding="utf-8"))["nodes"][0]

    def listed(number):
        return recorded | {
            "name": f"n{number:05}", "hostname": f"n{number:05}", "address": f"n{number:05}", "architecture": "x86_64",
            "cpus": 128, "effective_cpus": 128, "cores": 32, "threads": 1, "real_memory": 256_000, "gres": GRES[number % 4],
            "features": ["zen4", "ib", f"rack{number % 10}"], "partitions": ["gpu" if number % 4 else "cpu"]}
    directory.mkdir(parents=True)
    for name in ("config", "partition"):
        (directory / f"{name}.txt").write_text((text_of / f"{name}.txt").read_text(encoding="utf-8"), encoding="utf-8")
    document = {"nodes": [listed(number) for number in range(NODES)], "last_update": 1727358533,
                "meta": {"Slurm": {"release": "23.02.8"}}, "errors": [], "warnings": []}
    (directory / "node.json").write_text(json.dumps(document, indent=2), encoding="utf-8")
    return directory


def timed(gpujob, home, *words, status=0):
    """Seconds of processor time, and what was printed."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    done = subprocess.run([gpujob, "site", *words], text=True, capture_output=True, check=False,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(home)})
    if done.returncode != status:
        raise AssertionError(f"site {words[0]}: {done.returncode}: {done.stdout[:500]}{done.stderr[:500]}")
    return spent() - before, done.stdout


def faults(gpujob, home):
    said = []
    alike = save(home / "alike", lambda number: 256_000)
    other = save(home / "other", lambda number: 256_000 + number)
    times = {}
    as_json = save_json(home / "json", alike)
    for name, directory, shapes in (("20 shapes", alike, 20), ("10,000 shapes", other, NODES), ("JSON", as_json, 20)):
        times[f"discover, {name}"], text = timed(gpujob, home, "discover", "--from", directory)
        counts = [int(count) for count in re.findall(r"^        count: (\d+)$", text, re.M)]
        if (len(counts), sum(counts)) != (shapes, NODES):
            said.append(f"{name}: drafted {len(counts)} of {sum(counts)} nodes")
        if directory == alike:
            (home / "profiles/sites").mkdir(parents=True)
            (home / "profiles/sites/many.yaml").write_text(text, encoding="utf-8")
    drift = ("drift", "many", "--profile-path", home / "profiles", "--from")
    times["drift, 20 shapes"], _ = timed(gpujob, home, *drift, alike)
    times["drift, JSON"], _ = timed(gpujob, home, *drift, as_json)
    times["drift, 10,000 shapes"], _ = timed(gpujob, home, *drift, other, status=1)
    path = alike / "node.txt"
    path.write_text(path.read_text(encoding="utf-8").replace(node(7777, 256_000), node(7777, 77_777)), encoding="utf-8")
    _, text = timed(gpujob, home, *drift, alike, status=1)
    if "n07777" not in text or "many/many: 1 difference " not in text:
        said.append(f"of one changed node drift says {text[:500]}")
    for name, seconds in times.items():
        print(f"counted: {NODES} nodes, {name}: {seconds:.2f} s of processor time")
    return said


def main(build):
    with tempfile.TemporaryDirectory(prefix="gpujob-") as home:
        found = faults(os.path.join(build, "bin/gpujob"), pathlib.Path(home))
    print("".join(f"  {fault}\n" for fault in found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
