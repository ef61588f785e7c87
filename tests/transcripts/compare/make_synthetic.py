#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_synthetic.py: makes synthetic.jsonl, the measurements that the sessions compare. Nothing in it
was measured: medians are made up, noise comes from a fixed seed. It holds seven GPU models at six
sites, and beside them what a comparison must leave out: a wrong answer, another size, another
precision, data on the host, too few samples, a sandbox, a CPU in place of a GPU."""
import json
import pathlib
import random

RNG = random.Random(20261121)
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# site, cluster, key, model, device, backend, kernel seconds
PLACES = [
    ("hpc2n", "kebnekaise", "l40s", "nvidia-l40s", "NVIDIA L40S", "cuda", 0.00203),
    ("hpc2n", "kebnekaise", "a100", "nvidia-a100-40gb", "NVIDIA A100-SXM4-40GB", "cuda", 0.00861),
    ("c3se", "alvis", "A100", "nvidia-a100-40gb", "NVIDIA A100-SXM4-40GB", "cuda", 0.00860),
    ("uppmax", "pelle", "h100", "nvidia-h100", "NVIDIA H100 PCIe", "cuda", 0.00251),
    ("lunarc", "cosmos", "a40", "nvidia-a40", "NVIDIA A40", "cuda", 0.00448),
    ("pdc", "dardel", "mi250x", "amd-mi250x", "AMD Instinct MI250X", "hip", 0.00350),
    ("nsc", "tetralith", "t4", "nvidia-t4", "Tesla T4", "cuda", 0.0206),
]
OPERATIONS = 73400320000
runs = 0


def run_id():
    global runs
    runs += 1
    return f"01KAZ{runs:05d}" + "".join(RNG.choice(CROCKFORD) for _ in range(16))


def line(place, day, count=7, level=1.0, **changes):
    site, cluster, key, model, device, backend, seconds = place
    setting = {"workload": "integrate2d", "variant": "poly", "class": "P", "backend": backend,
               "precision": "float32", "data": "resident", "site": site, "cluster": cluster,
               "gpu_key": key, "gpu_model": model, "device": device, "work_unit": "op", "valid": True,
               "work": OPERATIONS, "parameters": {"n": "102400", "phase": "drawn"},
               "environment": {"driver": "13.0" if backend == "cuda" else "6.3"}}
    setting.update(changes)
    own = seconds * level * (1 + RNG.gauss(0, 0.004))
    kernel = [round(own * (1 + abs(RNG.gauss(0, 0.003))), 9) for _ in range(count)]
    return json.dumps({
        "schema": "gpujob/measurement/v1", "run": run_id(), "launch": 1,
        "started": f"2026-11-{day:02d}T10:15:30Z", "setting": setting,
        "ceiling": round(OPERATIONS / seconds / 0.84),
        "job": {"waited": float(RNG.randint(5, 4000)), "elapsed": float(RNG.randint(20, 40)),
                "gpu_seconds": float(RNG.randint(20, 40))},
        "samples": {"kernel": kernel, "total": [round(t + 0.00015, 9) for t in kernel],
                    "d2h": [2.3e-05] * count}}, separators=(",", ":"))


def main():
    lines = []
    for place in PLACES[:-1]:
        lines += [line(place, day) for day in (2, 5, 9, 13, 16, 20)]
    lines.append(line(PLACES[-1], 16, count=3))
    l40s, h100, mi250x = PLACES[0], PLACES[3], PLACES[5]
    lines += [
        line(h100, 16, valid=False),
        line(h100, 17, level=0.0004, parameters={"n": "2048", "phase": "drawn"}),
        line(l40s, 17, precision="float64"),
        line(l40s, 18, level=20, data="host"),
        line(l40s, 18, level=0.4, variant="recur", **{"class": "R"}),
        line(mi250x, 19, level=900, sandbox="pdc-1", stand_in_for="hip"),
        line(l40s, 19, sandbox="hpc2n-1"),
    ]
    path = pathlib.Path(__file__).resolve().parent / "synthetic.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
