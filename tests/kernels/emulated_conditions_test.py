# SPDX-License-Identifier: MIT
"""What GPUs did while samples were taken, as their makers' management libraries tell it: stand-ins of these are
found, and programs whose GPU code is executed on CPUs sample them as on a GPU.

usage: emulated_conditions_test.py PROGRAM cuda|hip PROFILES_SCHEMA_DIRECTORY LIBRARY
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import json_schema

program, backend, schemas, library = sys.argv[1:5]
with open(os.path.join(schemas, "report.schema.json"), encoding="utf-8") as opened:
    schema = json.load(opened)
# By maker: what its library is called, what makes it know three GPUs, how it is told what holds clocks down (a limit of
# power, heat, the board), what its GPUs say of themselves and what they do. A degree more is that of each further GPU.
NAME, THREE, HELD, BY, STATE, MOMENT = {
    "cuda": ("libnvidia-ml.so.1", {"FAKE_NVML_GPUS": "3"}, "FAKE_NVML_REASONS", ("4", "40", "80"),
             {"uuid": "GPU-a8182ded", "kernel_driver": "580.159.04", "ecc": "on", "power_limit_watts": 700,
              "pcie_generation": 5, "pcie_width": 8, "clocks_hz": {"core": 1.98e9, "memory": 3.201e9}},
             {"core_clock_hz": 1.98e9, "power_watts": 412.5, "temperature_celsius": 47}),
    "hip": ("librocm_smi64.so", {"FAKE_ROCM_SMI_FIRST_BUS": "1"}, "FAKE_ROCM_SMI_THROTTLER", ("0", "32", "47"),
            {"uuid": "0x00c0ffee00c0ffee", "kernel_driver": "6.12.12", "ecc": "on", "power_limit_watts": 560, "pcie_generation": 4,
             "pcie_width": 16, "clocks_hz": {"core": 1.7e9, "memory": 1.6e9}},
            {"core_clock_hz": 1.7e9, "power_watts": 310, "temperature_celsius": 61})}[backend]
SAMPLES, FREE = 12, {"cuda": "1", "hip": "57"}[backend]  # idle; reliability: neither holds a clock down
FEW = ("--param", "n=500001", "--noise", "0", "--min-samples", str(SAMPLES), "--max-samples", str(SAMPLES))


FASTEST, SLOWEST = 0.02, 0.1  # seconds between two looks: the pace is 25 ms, and a busy machine makes it slower


def run(folder, *words, samples=FEW, held=FREE, settings="", gpus=1, **changes):
    start = time.monotonic()
    done = subprocess.run([program, "vector_add", *samples, *words], capture_output=True, text=True, check=False, timeout=280, env={
        **os.environ, "GPUJOB_EMULATED": f"devices={gpus} libraries={folder} sys={folder} {settings}", "ASAN_OPTIONS": "detect_leaks=0",
        **THREE, HELD: held, **changes})
    seconds = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert json_schema.errors(report, schema, schema) == [], report
    # It is watched while samples and batches are taken, and looked at when either begins and ends.
    for told in report.get("conditions", ()):
        least, most = sum(report["samples"]["total"]) / SLOWEST, seconds / FASTEST + 4
        assert least <= told["moments"] <= most, (told, least, most)
    return report


def check(report, conditions, degrees, caps, watches=1):
    """One GPU's conditions, of which it was looked at every 25 ms, in so many watches."""
    told = dict(conditions)
    moments, joules = told.pop("moments"), told.pop("energy_joules")
    assert told == {**MOMENT, "temperature_celsius": MOMENT["temperature_celsius"] + degrees,
                    **dict(zip(("power_capped", "heat_capped", "braked"), caps))}, told
    # Each look took 10 J, and what was taken between two watches does not count. One more reads clocks; AMD's tells at once what else is asked, after each run and of the state.
    samples = report["samples"]
    runs = len(samples["kernel"]) + len(samples["discarded"]) + len(report.get("batched", {}).get("kernel", ()))
    more = {"cuda": 1, "hip": runs + 2}[backend] if degrees == 0 else {"cuda": 0, "hip": runs}[backend]
    assert moments >= 3 and joules == 10 * (moments - watches + more), (moments, joules, runs)


with tempfile.TemporaryDirectory() as there, tempfile.TemporaryDirectory() as bare, tempfile.TemporaryDirectory() as nothing:
    os.symlink(os.path.abspath(library), os.path.join(there, NAME))
    os.symlink(os.path.abspath(library), os.path.join(bare, {"cuda": NAME, "hip": NAME + ".1"}[backend]))  # as Debian has it
    os.makedirs(os.path.join(there, "module/amdgpu"))
    with open(os.path.join(there, "module/amdgpu/version"), "w", encoding="ascii") as opened:
        opened.write("6.12.12\n")
    for held, caps in zip((FREE, *BY), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))):
        report = run(there, held=held)
        device = report["device"]
        assert {**device, **STATE, "clocks_hz": {**device["clocks_hz"], **STATE["clocks_hz"]}} == device, device
        assert "mig" not in device, device
        assert len(report["conditions"]) == 1
        check(report, report["conditions"][0], 0, caps)
        # Under heat and brakes a sample does not count; as many as stay are kept and counted, so that there are any.
        samples, slowed = report["samples"], caps[1:] != (0, 0)
        assert len(samples["kernel"]) == SAMPLES and samples.get("throttled") == (SAMPLES if slowed else None), samples
        assert [one["reason"] for one in samples["discarded"]] == (["throttled"] * SAMPLES if slowed else []), samples
    # Batches, behind 2,000 samples of 0.1 ms, are watched and marked as samples are.
    for held, caps in ((FREE, (0, 0, 0)), (BY[1], (0, 1, 0))):
        report = run(there, samples=("--param", "n=1"), held=held, settings="early=10")
        batched, slowed = report["batched"], caps != (0, 0, 0)
        check(report, report["conditions"][0], 0, caps, watches=2)
        kept, batches = len(report["samples"]["kernel"]), len(batched["kernel"])
        assert (report["samples"].get("throttled"), batched.get("throttled")) == ((kept, batches) if slowed else (None, None)), batched
        assert len(report["samples"]["discarded"]) == (kept + batches if slowed else 0), (kept, batches)
    report = run(there, "--gpus", "3", gpus=3)
    for index, conditions in enumerate(report["conditions"]):
        check(report, conditions, index, (0, 0, 0))
    assert len(report["conditions"]) == 3
    for told, mig in (("1", "on"), ("0", "off")):
        assert run(there, FAKE_NVML_MIG=told)["device"].get("mig") == (mig if backend == "cuda" else None)
    # Linux's own module of AMD's GPUs has no version; that of NVIDIA is asked for by a call, which may fail.
    device = run(bare, FAKE_NVML_NAMELESS="1")["device"]
    assert {name: device.get(name) for name in STATE} == {**STATE, "kernel_driver": None, "clocks_hz": device["clocks_hz"]}, device
    # A library that does not answer, and none.
    for report in (run(there, **{"FAKE_NVML_BROKEN": "1", "FAKE_ROCM_SMI_BROKEN": "1"}), run(nothing, held=BY[1])):
        assert "conditions" not in report and "throttled" not in report["samples"] and not {"uuid", "kernel_driver"} & report["device"].keys(), report
print(f"counted: {backend}: what one and three GPUs did, under no limit, power, heat and a brake")
