#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""where_test.py GPUJOB: `gpujob where` and `gpus` beside a real Slurm: the GPUs that are free, before and while a job
holds some, and the start that Slurm estimates."""
import json
import os
import time

from case import SandboxCase, main

ACCOUNT = ("--account", "hpc2n2025-151")
# GPUs of Kebnekaise, added up by hand from the center's table of nodes.
KEBNEKAISE = {"v100": 20, "a100": 4, "a6000": 2, "l40s": 32, "h100": 8, "mi100": 2, "a40": 32}


class Where(SandboxCase):
    def places(self, *words):
        """By the GPU's key, of Kebnekaise alone."""
        said = self.any_gpujob("where", *words, "--site", "hpc2n", *ACCOUNT, "--format", "json").stdout
        return {place["gpu"]: place for place in json.loads(said)["choices"]}

    def test_every_gpu_of_a_whole_cluster_is_counted(self):
        self.gpujob("up", "--site", "hpc2n", "--scale", "full")
        found = self.places()
        self.assertEqual({gpu: place["free"] for gpu, place in found.items()},
                         {gpu: {"all": count, "down": 0, "free": count} for gpu, count in KEBNEKAISE.items()})
        for gpu, place in found.items():
            self.assertLess(place["starts_in_seconds"], 60, gpu)
        said = self.any_gpujob("gpus", "--site", "hpc2n,uppmax", "--format", "json").stdout
        rows = [row for row in json.loads(said)["gpus"] if row["told_by"] == "slurm"]
        self.assertEqual({row["gpu"]: (row["site"], row["all"], row["free"], row["down"]) for row in rows},
                         {gpu: ("hpc2n", count, count, 0) for gpu, count in KEBNEKAISE.items()})
        for row in rows:  # the sandbox's own account, where none is configured
            self.assertLess(row["starts_in_seconds"], 60, row)

    def test_a_draft_from_slurm_has_every_gpu(self):
        self.gpujob("up", "--site", "hpc2n", "--scale", "full", "--name", "k")
        os.makedirs(self.home / "mine/sites")
        draft = str(self.home / "mine/sites/kebnekaise.yaml")
        self.any_gpujob("site", "discover", "--sandbox=k", "-o", draft)
        self.any_gpujob("site", "check", draft)
        with open(draft, encoding="utf-8") as file:
            text = file.read()
        found, count = {}, 0
        for line in text.splitlines():
            key, _, value = line.strip().partition(": ")
            if key == "count":
                count = int(value)
            if key == "gpus" and value:
                found[gpu] = found.get(gpu, 0) + count * int(value)
            gpu = value if key == "gpu" else ""
        self.assertEqual(found, KEBNEKAISE)
        # Which form of the H100 it is Slurm does not say.
        for line in ("max_time: 7-00:00:00", "default: true", "model: amd-mi100", "gres: l40s", "model: nvidia-h100\n"):
            self.assertIn(line, text)

    def test_gpus_of_a_running_job_are_not_free(self):
        self.gpujob("up", "--site", "hpc2n")
        before = self.places("h100")["h100"]
        self.assertEqual(before["free"]["free"], before["free"]["all"])
        self.any_gpujob("submit", "--wrap", "sleep 300", "--site", "hpc2n", "--gpu", "h100:2", "--time", "7",
                        *ACCOUNT)
        patience = time.monotonic() + 120
        while self.places("h100")["h100"]["free"]["free"] == before["free"]["free"]:
            self.assertLess(time.monotonic(), patience)
            time.sleep(0.5)
        after = self.places("h100")["h100"]
        self.assertEqual(after["free"], {**before["free"], "free": before["free"]["all"] - 2})
        # All of them come free when the job's seven minutes are over.
        everything = self.places(f"h100:{before['free']['all']}")
        self.assertGreater(everything["h100"]["starts_in_seconds"], 240)
        self.assertLess(everything["h100"]["starts_in_seconds"], 480)
        self.any_gpujob("cancel", "last")

    def test_lint_asks_the_sandbox(self):
        self.gpujob("up", "--site", "hpc2n", "--scale", "full")
        path = os.path.join(self.home, "job.sh")
        asked = (("--gpus=l40s:6", 0, "32 of 32 l40s GPUs are free now (the job asks for 6)"),
                 ("--gpus=1 --licenses=matlab", 4, "sbatch refuses: Invalid license specification"))
        for options, status, words in asked:
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/bash\n#SBATCH {ACCOUNT[0]}={ACCOUNT[1]} -t 5 {options}\n./a\n")
            done = self.any_gpujob("lint", path, "--site", "hpc2n", "--live", status=status)
            self.assertIn(words, done.stderr)
            self.assertNotIn("error", self.any_gpujob("lint", path, "--site", "hpc2n").stderr)

    def test_what_slurm_would_refuse_is_said(self):
        self.gpujob("up", "--site", "hpc2n")
        found = self.places("l40s", "--reservation", "course")
        self.assertIn("reservation", found["l40s"]["refused"].lower())


if __name__ == "__main__":
    main()
