#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""where_test.py GPUJOB: `gpujob where` and `gpus` beside a real Slurm: the GPUs that are free, before and while a job
holds some, and the start that Slurm estimates."""
import json
import os
import re
import time

from case import SandboxCase, main

ACCOUNT = ("--account", "hpc2n2025-151")
# GPUs of Kebnekaise, added up by hand from the center's table of nodes.
KEBNEKAISE = {"v100": 20, "a100": 4, "a6000": 2, "l40s": 32, "h100": 8, "mi100": 2, "a40": 32}
# Two nodes with three whole GPUs, and a fourth in slices.
GLADE = """schema: gpujob/site/v1
center: glade
default_cluster: glade
clusters:
  glade:
    source: https://glade.example/guide
    checked: 2026-11-26
    status: {state: active}
    partitions: {batch: {default: true}}
    nodes:
      - id: mixed
        partitions: [batch]
        count: 2
        cpus: 64
        memory_mib: 250000
        features: [fast]
        gpu: a100
        gpus: 3
        more_gpus: [{gpu: slice, gpus: 7}]
    gpus:
      a100: {model: nvidia-a100-40gb, gres: a100, request: ['--gres=gpu:{{gres}}:{{gpus_per_node}}']}
      slice: {model: nvidia-a100-40gb-1g-5gb, gres: a100_1g.5gb, request: ['--gres=gpu:{{gres}}:{{gpus_per_node}}']}
"""


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

    def wrapped(self, *hidden):
        """Slurm's commands where scontrol shows no such thing to users, and each call of sinfo is a line of `asked`."""
        commands = self.home / f"without-{'-'.join(hidden)}"
        commands.mkdir()
        for name in ("sacctmgr", "sbatch", "squeue"):
            (commands / name).symlink_to(f"/usr/bin/{name}")
        cases = "".join(f"*'show {what}'*) echo 'scontrol: error: {what}s are not shown' >&2; exit 1;; "
                        for what in hidden)
        for name, first in (("scontrol", f"case \"$*\" in {cases}esac"), ("sinfo", f"echo >> {commands}/asked")):
            (commands / name).write_text(f"#!/bin/sh\n{first}\nexec /usr/bin/{name} \"$@\"\n", encoding="utf-8")
            (commands / name).chmod(0o755)
        return commands

    def draft_with(self, commands):
        """The draft and what was said beside it, with these commands first on PATH."""
        program = self.gpujob_program
        self.in_sandbox(f"PATH={commands}:$PATH {program} site discover > draft 2> said")
        return [(self.home / name).read_text(encoding="utf-8") for name in ("draft", "said")]

    def test_sinfo_tells_the_same_where_scontrol_is_wrapped(self):
        self.gpujob("up", "--site", "hpc2n", "--scale", "full")
        whole, said = self.draft_with("/usr/bin")
        self.assertNotIn("sinfo", said)
        self.assertGreater(whole.count("      - id: "), 10)
        # All but this. The order of partitions is that of the nodes.
        untold = {"node": r" +(arch|usable_cpus): .*\n", "partition": r" +default_memory_per_cpu_mib: .*\n"}
        for hidden in (("node",), ("partition",), ("partition", "node")):
            commands = self.wrapped(*hidden)
            drafted, said = self.draft_with(commands)
            expected = whole
            for what in hidden:
                self.assertIn(f"note: scontrol: 'show {what}' could not be asked ({what}s are not shown); "
                              "sinfo told it in part\n", said)
                expected = re.sub(untold[what], "", expected)
            blocks, known = (sorted(re.split(r"\n(?= {4}(?: {2})?\S)", text)) for text in (drafted, expected))
            self.assertEqual(blocks, known)
            self.assertEqual((commands / "asked").read_text(encoding="utf-8"), "\n", "sinfo was asked once")

    def glade(self):
        """The profile's file."""
        sites = self.home / ".config/gpujob/profiles/sites"
        sites.mkdir(parents=True)
        profile = sites / "glade.yaml"
        profile.write_text(GLADE, encoding="utf-8")
        return profile

    def test_a_draft_tells_how_jobs_ask(self):
        self.glade()
        self.gpujob("up", "--site", "glade")
        for request in ("--gres=gpu:a100:2", "--gpus-per-node=a100:1", "--gpus=1 --constraint=fast",
                        "--gpus-per-task=a100:1 --exclusive", "--gpus=1 -J 'a TresPerJob=gpu:9'"):
            self.in_sandbox(f"sbatch -H -n 1 -t 5 -J 'a job' --output=/dev/null {request} --wrap true")
        drafted = self.any_gpujob("site", "discover", "--sandbox").stdout
        self.assertIn("\n    # jobs in partition 'batch' ask by: --gres=gpu:a100:N (2 jobs), "
                      "--gpus-per-task=a100:N on whole nodes (1 job), --gpus=N --constraint=fast (1 job)\n", drafted)
        self.assertIn("\n    # left out, since their texts look like Slurm's own: 1 job\n", drafted)
        self.assertNotIn("a job", drafted)

    def test_nodes_with_whole_gpus_and_slices_of_others(self):
        profile = self.glade()
        self.any_gpujob("site", "check", str(profile))
        self.gpujob("up", "--site", "glade", "--scale", "full")
        rows = json.loads(self.any_gpujob("where", "a100", "--site", "glade", "--format", "json").stdout)["choices"]
        self.assertEqual({row["gpu"]: (row["gpu_model"], row["free"]["all"], row["starts_in_seconds"] < 60)
                          for row in rows},
                         {"a100": ("nvidia-a100-40gb", 6, True), "slice": ("nvidia-a100-40gb-1g-5gb", 14, True)})
        # Slurm has room for what the profile says of one node, and for no more.
        job = self.home / "job.sh"
        for request, code, start in (("gpu:a100:3,gpu:a100_1g.5gb:7", 0, None), ("gpu:10", 0, None),
                                     ("gpu:a100:4", 3, "gj105"),
                                     ("gpu:a100:4,gpu:a100_1g.5gb:1", 3, "gj105"), ("gpu:a100_1g.5gb:8", 3, "gj105"),
                                     ("gpu:11", 3, "gj105")):
            job.write_text(f"#!/bin/bash\n#SBATCH -N 1 -n 10 -t 5\n#SBATCH --gres={request}\nsrun true\n",
                           encoding="utf-8")
            said = self.any_gpujob("lint", str(job), "--site", "glade", "--format", "json", status=code).stdout
            codes = [one["code"] for one in json.loads(said)["files"][0]["diagnostics"] if one["severity"] == "error"]
            self.assertEqual(codes, [start] if start else [], request)
            live = self.any_gpujob("lint", str(job), "--site", "glade", "--live", status=4 if code else 0)
            self.assertIn("sbatch refuses" if code else "would accept", live.stdout + live.stderr, request)
        # What Slurm says is the profile again, and one change of it is one difference.
        drafted = self.any_gpujob("site", "discover", "--sandbox").stdout
        for line in ("        gpu: a100\n        gpus: 3\n", "          - {gpu: a100_1g.5gb, gpus: 7}\n",
                     "        model: nvidia-a100-40gb-1g-5gb\n        gres: a100_1g.5gb\n"):
            self.assertIn(line, drafted)
        self.any_gpujob("site", "drift", "glade", "--sandbox")
        profile.write_text(GLADE.replace("gpus: 7", "gpus: 6"), encoding="utf-8")
        said = json.loads(self.any_gpujob("site", "drift", "glade", "--sandbox", "--format", "json", status=1).stdout)
        self.assertEqual([(one["what"], one["profile"], one["cluster"]) for one in said["sites"][0]["differences"]],
                         [("node shape 'mixed'", "3 a100, 6 a100_1g.5gb", "3 a100, 7 a100_1g.5gb")])

    def test_every_choice_is_a_job_that_slurm_takes(self):
        self.gpujob("up", "--site", "lumi")
        words = ("--site", "lumi", "--account", "project_465000000")
        said = json.loads(self.any_gpujob("where", "mi250x", *words, "--format", "json").stdout)
        rows = {row["partition"]: row for row in said["choices"]}
        self.assertEqual({name: (row["gpus"], row["chosen"]) for name, row in rows.items()},
                         {"small-g": (1, True), "standard-g": (8, False), "dev-g": (1, False)})
        for name, row in rows.items():
            self.assertLess(row["starts_in_seconds"], 60, name)
            self.assertGreater(row["free"]["free"], 0, name)
            self.any_gpujob("submit", "--wrap", "true", "--gpu", "mi250x", "--time", "10", *words,
                            "--partition", name, "--check")

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
