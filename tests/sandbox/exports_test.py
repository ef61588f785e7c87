#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""exports_test.py GPUJOB: what Snakemake and what Open OnDemand's Ruby read in the exports of every cluster. For some
GPU types all of it is written here by hand, from the requests of the rules tables and of the pages that these cite;
for the others, what both and the script for sbatch say is the same. Exit 77 without these programs."""
import pathlib
import re
import shlex
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "agreement"), str(HERE.parent / "support")]
import exports  # noqa: E402
import unittest_main  # noqa: E402
from rules_table import RULES  # noqa: E402

GPUJOB = str(pathlib.Path(sys.argv.pop(1)).resolve())
SKIPPED = 77
PROJECTS = {site: exports.project_of(rules) for site, rules in RULES.items()}
ONE_GPU = {"nodes": 1, "gpu": 1, "tasks_per_gpu": 0}
# A typed GPU, a feature, --gres with and without a type (which Python cannot read), a slice with its memory, memory of
# a GPU, two features, a QOS that is to be named, a type that the plug-in refuses, whole nodes, another cluster.
RESOURCES = {
    "uppmax/pelle t4": {"slurm_account": "uppmax2025-2-25", "slurm_partition": "haswell", "gpu_model": "t4", **ONE_GPU},
    "hpc2n/kebnekaise l40s": {"slurm_account": "hpc2n2025-151", "constraint": "l40s", **ONE_GPU},
    "jsc/juwels a100": {"slurm_partition": "booster", "gres": "gpu:1", "nodes": 1, "tasks_per_gpu": 0},
    "csc/roihu gh200": {"slurm_account": "project_2000000", "slurm_partition": "gpumedium", "gres": "gpu:gh200:1",
                        "nodes": 1, "tasks_per_gpu": 0, "cpus_per_task": 72, "slurm_extra": "--ntasks-per-node=1"},
    "alliance/nibi h100_1g": {"slurm_account": "def-someuser", "gpu_model": "h100_1g.10gb", "mem_mb": 31744, **ONE_GPU},
    "alliance/nibi h100": {"slurm_account": "def-someuser", "nodes": 1, "mem_mb": 256000,
                           "slurm_extra": "--gpus-per-node=h100:1"},
    "nersc/perlmutter a100_80": {"constraint": "gpu&hbm80g", "qos": "shared", "nodes": 1, "cpus_per_task": 32,
                                 "slurm_extra": "--ntasks-per-node=1 --gpus-per-node=1"},
    "bsc/marenostrum5 h100": {"slurm_account": "ehpc175", "qos": "acc_ehpc", "gres": "gpu:1", "nodes": 1,
                              "tasks_per_gpu": 0, "cpus_per_task": 20, "slurm_extra": "--ntasks-per-node=1"},
    "psc/bridges-2 v100_32": {"slurm_partition": "GPU-shared", "nodes": 1, "slurm_extra": "--gpus-per-node=v100-32:1"},
    "pdc/dardel mi250x": {"slurm_account": "naiss2025-22-934", "slurm_partition": "gpu", "nodes": 1,
                          "slurm_extra": "--ntasks-per-node=1"},
    "uppmax/snowy t4": {"slurm_account": "uppmax2023-2-25", "clusters": "snowy", "gres": "gpu:1", "nodes": 1,
                        "tasks_per_gpu": 0},
}
SUBMITTED = {
    "uppmax/pelle t4": {"queue_name": "haswell", "native": ["--nodes=1", "--ntasks=1", "--gpus=t4:1"]},
    "hpc2n/kebnekaise l40s": {"native": ["--nodes=1", "--ntasks=1", "--gpus=1", "--constraint=l40s"]},
    "jsc/juwels a100": {"queue_name": "booster", "native": ["--nodes=1", "--gres=gpu:1"]},
    "alliance/nibi h100": {"native": ["--nodes=1", "--gpus-per-node=h100:1", "--mem=250G"]},
    "nersc/perlmutter a100_80": {"native": ["--qos=shared", "--nodes=1", "--ntasks-per-node=1", "--cpus-per-task=32",
                                            "--gpus-per-node=1", "--constraint=gpu&hbm80g"]},
    "pdc/dardel gh200": {"queue_name": "gpugh", "native": ["--ntasks=1", "--cpus-per-task=72", "--gpus-per-task=1"]},
    "uppmax/snowy t4": {"native": ["--clusters=snowy", "--nodes=1", "--ntasks=1", "--gres=gpu:1"]},
}
LEAST_GPU_TYPES = 70
# Where Snakemake's plug-in and an app of Open OnDemand have the options of sbatch that both have.
PLACES = {"--account": "slurm_account", "--partition": "slurm_partition", "--qos": "qos",
          "--constraint": "constraint", "--clusters": "clusters", "--nodes": "nodes", "--gres": "gres"}


def options_of(script: str) -> dict[str, str]:
    lines = [shlex.split(line)[1] for line in re.findall(r"^#SBATCH.*", script, re.M)]
    assert len({line.partition("=")[0] for line in lines}) == len(lines), f"an option twice: {lines}"
    return dict(line.partition("=")[::2] for line in lines)


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        def read(tool):
            return exports.read_by_tool(tool, exports.written(GPUJOB, tool, PROJECTS))

        cls.resources = {f"{site} {gpu}": said for site, rules in read("snakemake").items()
                         for gpu, said in rules.items()}
        cls.apps = read("ood")
        cls.submitted = {f"{site} {gpu}": said for site, app in cls.apps.items()
                         for gpu, said in app["submit"].items()}
        cls.scripts = {f"{site} {gpu}": options_of(script)
                       for site, text in exports.written(GPUJOB, "sbatch", PROJECTS).items()
                       for gpu, script in exports.from_sbatch(text).items()}

    def test_every_gpu_type_of_every_cluster_is_read(self):
        self.assertEqual({name.split()[0] for name in self.scripts}, set(RULES))
        self.assertGreaterEqual(len(self.scripts), LEAST_GPU_TYPES)
        self.assertEqual(set(self.resources), set(self.scripts))
        self.assertEqual(set(self.submitted), set(self.scripts))

    def test_snakemake_reads_what_is_written_by_hand(self):
        for name, said in RESOURCES.items():
            self.assertEqual(self.resources[name], {"runtime": 60, **said}, name)

    def test_open_ondemand_reads_what_is_written_by_hand(self):
        for name, said in SUBMITTED.items():
            self.assertEqual(self.submitted[name], {"script": said}, name)
        for site, app in self.apps.items():
            self.assertEqual(app["form"]["cluster"], site.split("/")[1])
            self.assertEqual(app["form"]["form"], ["gpu_type", "bc_account", "bc_num_hours"])

    def test_both_ask_as_the_script_for_sbatch(self):
        for name, wanted in self.scripts.items():
            said = self.resources[name]
            project = PROJECTS[name.split()[0]].get("--account")
            self.assertEqual((wanted.get("--account"), said.get("slurm_account")), (project, project), name)
            self.assertEqual((said["runtime"], wanted["--time"]), (60, "01:00:00"), name)
            self.assertEqual({option: str(said[place]) for option, place in PLACES.items() if place in said},
                             {option: value for option, value in wanted.items() if option in PLACES}, name)
            script = self.submitted[name]["script"]
            self.assertEqual(options_of("".join(f"#SBATCH '{word}'\n" for word in script["native"])),
                             {option: value for option, value in wanted.items()
                              if option not in ("--account", "--time", "--partition")}, name)
            self.assertEqual(script.get("queue_name"), wanted.get("--partition"), name)

    def test_a_text_stays_one_whatever_is_in_it(self):
        for account in ("a'b", 'a"b', "a\\b", "a\\'b", "'+str(1)+'", "'+open('made','w').name+'"):
            text = exports.written(GPUJOB, "snakemake", {"hpc2n": {"--account": account}})
            self.assertEqual({said["slurm_account"] for said in exports.read_by_tool("snakemake", text)["hpc2n"].values()},
                             {account})
        self.assertFalse(pathlib.Path("made").exists())
        for qos in ("<%= 1 %>", "<%- exit 3 -%>", "<%% x", "a\"b", "a'b", "#{1}", "a\\b"):
            text = exports.written(GPUJOB, "ood", {"hpc2n": {"--account": "hpc2n2025-151", "--qos": qos}})
            for submitted in exports.read_by_tool("ood", text)["hpc2n"]["submit"].values():
                self.assertIn(f"--qos={qos}", submitted["script"]["native"])

    def test_a_text_that_is_no_literal_of_python_is_refused(self):
        rule = "executor: slurm\ndefault-resources:\n  runtime: 60\nset-resources:\n  a:\n    gres: %s\n"
        with self.assertRaisesRegex(AssertionError, "Failed to evaluate default resources value 'gpu:1'"):
            exports.read_by_tool("snakemake", {"x": rule % '"gpu:1"'})
        self.assertEqual(exports.read_by_tool("snakemake", {"x": rule % "\"'gpu:1'\""}),
                         {"x": {"a": {"runtime": 60, "gres": "gpu:1"}}})


if __name__ == "__main__":
    absent = exports.without_reader()
    if absent:
        print(f"no {', '.join(absent)} here")
        sys.exit(SKIPPED)
    unittest_main.main()
