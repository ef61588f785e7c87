#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""own_test.py GPUJOB: workloads of a user's own for a GPU, rehearsed in a real Slurm that has none: each runs
on the processor, and its report says what that stood in for."""
import json
import re
import subprocess

from case import SandboxCase, main

HERE = ("--site", "hpc2n", "--gpu", "l40s", "--account", "hpc2n2025-151", "--size", "small")
BUILD_S = 300  # with the harness


class OwnWorkload(SandboxCase):
    def setUp(self):
        super().setUp()
        self.gpujob("up", "--site", "hpc2n")

    def start(self, name, language, *change):
        """A new workload whose manifest is changed as by re.sub."""
        self.any_gpujob("workload", "new", name, "--lang", language)
        manifest = self.home / ".config/gpujob/workloads" / name / "workload.yaml"
        self.change(manifest, *change)
        return manifest

    def change(self, path, *change):
        text = path.read_text(encoding="utf-8")
        for pattern, new in change:
            self.assertRegex(text, pattern)
            text = re.sub(pattern, new, text)
        path.write_text(text, encoding="utf-8")

    def report(self):
        """The one report of the last run, once it is over."""
        self.any_gpujob("wait", "last", "--timeout", "90s")
        reports = json.loads(self.any_gpujob("report", "last", "--format", "json").stdout)["reports"]
        self.assertEqual(len(reports), 1)
        report = reports[0]["report"]
        self.assertTrue(report["answer"]["valid"])
        self.assertEqual((report["run"]["sandbox"], report["run"]["gpu_key"]), ("hpc2n", "l40s"))
        return report

    def assert_stand_in(self, report, backend):
        self.assertEqual((report["backend"], report["run"]["stand_in_for"]), ("cpu", backend))
        self.assertEqual(report["device"]["architecture"], report["host"]["processor"])

    def test_a_program_for_cuda_is_built_for_the_processor_once(self):
        self.start("ember", "cuda")
        said = self.any_gpujob("submit", "ember", *HERE, timeout=BUILD_S).stderr
        self.assertIn("note: building ember.cpu for this processor\n", said)
        self.assert_stand_in(self.report(), "cuda")
        said = self.any_gpujob("submit", "ember", *HERE).stderr
        self.assertNotIn("building", said)
        self.assert_stand_in(self.report(), "cuda")
        listed = self.any_gpujob("runs").stdout
        self.assertIn("ember plain cuda float32", listed)

    def test_without_a_program_for_the_processor_nothing_is_sent(self):
        manifest = self.start("ember", "cuda", (r"backends: \[cpu, cuda\]", "backends: [cuda]"), (r"\n  cpu: .*", ""))
        refused = self.any_gpujob("submit", "ember", *HERE, status=3)
        self.assertEqual(refused.stderr.splitlines()[-1],
                         "error: workload 'ember': cannot be rehearsed in sandbox 'hpc2n' (a sandbox has no "
                         "GPU, and the workload has no 'cpu' program to stand in for 'cuda'); add 'cpu' to 'backends' and to 'build' in "
                         f"{manifest}")
        self.assertFalse((self.home / ".local/share/gpujob/runs").exists())

    def keep_for_center(self, name):
        """The program for the center lies ready, as if it had been built there."""
        planned = json.loads(self.any_gpujob("plan", name, *HERE, "--format", "json").stdout)
        kept = self.home / planned["plan"]["libexec"].removeprefix(str(self.home) + "/")
        kept.mkdir(parents=True)
        (kept / f"{name}.cuda").write_text("", encoding="utf-8")

    def test_a_program_that_may_not_be_built_is_asked_for(self):
        self.start("ember", "cuda")
        self.keep_for_center("ember")
        refused = self.any_gpujob("submit", "ember", *HERE, "--build", "never", status=3)
        self.assertEqual(refused.stderr.splitlines()[-1],
                         "error: workload 'ember': its 'cpu' program, which stands in for the GPU program, is "
                         "missing (--build never); run 'gpujob build ember --site local --backend cpu'")
        self.any_gpujob("build", "ember", "--site", "local", "--backend", "cpu", timeout=BUILD_S)
        self.any_gpujob("submit", "ember", *HERE, "--build", "never")
        self.assert_stand_in(self.report(), "cuda")
        # Where the GPU code itself can be executed, it is.
        self.any_gpujob("workload", "new", "rows", "--lesson", "integrate2d")
        self.keep_for_center("rows")
        refused = self.any_gpujob("submit", "rows", *HERE, "--build", "never", status=3)
        self.assertIn("its 'emulated' program, which stands in for the GPU program, is missing (--build never); run "
                      "'gpujob build rows --site local --backend emulated'", refused.stderr)

    def test_a_variant_for_gpus_alone_is_not_rehearsed(self):
        self.start("ember", "cuda", (r"(variants:\n)", r"\1  quick:\n    class: P\n    summary: on GPUs\n"
                                                       r"    backends: [cuda]\n"))
        refused = self.any_gpujob("submit", "ember", *HERE, "--variant", "quick", status=3)
        self.assertEqual(refused.stderr.splitlines()[-1],
                         "error: workload 'ember': cannot be rehearsed in sandbox 'hpc2n' (its 'cpu' program, which "
                         "stands in for 'cuda', has no variant 'quick'); use --variant plain")

    def test_a_command_says_what_it_stands_in_for(self):
        self.start("storm", "command", (r"backends: \[cpu\]", "backends: [cpu, cuda]"))
        self.any_gpujob("submit", "storm", *HERE)
        self.assert_stand_in(self.report(), "cuda")

    def test_a_program_in_numba_runs_on_the_cores(self):
        if subprocess.run(["/usr/bin/python3", "-c", "import numba"], check=False, capture_output=True).returncode:
            self.skipTest("no numba is installed")
        manifest = self.start("heat", "python", (r"backends: \[cpu\]", "backends: [numba]"))
        refused = self.any_gpujob("submit", "heat", *HERE, status=3)
        self.assertIn("(it has numba); use --backend numba", refused.stderr)
        self.change(manifest.parent / "heat.py", ('"cpu"', '"numba"'),
                    (r"(OPTIONS = .*)", r'\1\nnumba = twin.need(SPEC, "numba")'),
                    (r"devices\.Interpreter\(\)", "devices.numba_device(numba)"))
        self.any_gpujob("submit", "heat", *HERE, "--backend", "numba")
        report = self.report()
        self.assertEqual((report["backend"], report["run"]["stand_in_for"]), ("numba", "numba"))


if __name__ == "__main__":
    main("g++")
