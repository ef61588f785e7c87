#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""advice_test.py BUILD: advice works when it is followed.

Each case is a line of a user or a script with a fault, the advice that gpujob gives on it, and what
somebody does who follows that advice to the letter. The fault must be gone then, no other error in its
place. The words of the advice are looked for in the answer, so that a case cannot outlive them.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
HPC2N = "#SBATCH -A hpc2n2025-151 -t 10"
WORK = "plan integrate2d --site hpc2n --account hpc2n2025-151"

# SITE, DIRECTIVES and body, the advice, then the same with the advice followed.
SCRIPTS = [
    ("hpc2n", f"{HPC2N} --mem=4.5G\n./a", "write '--mem=4608M'", f"{HPC2N} --mem=4608M\n./a"),
    ("hpc2n", f"{HPC2N} --mem=16GiB\n./a", "write '--mem=16G'", f"{HPC2N} --mem=16G\n./a"),
    ("hpc2n", f"{HPC2N} -n=24\nsrun ./a", "write '--ntasks=24'", f"{HPC2N} --ntasks=24\nsrun ./a"),
    ("hpc2n", f"{HPC2N} -n all\nsrun ./a", "write it like 4", f"{HPC2N} -n 4\nsrun ./a"),
    ("hpc2n", f"{HPC2N} -N two\nsrun ./a", "write it like 2 or 2-4", f"{HPC2N} -N 2-4\nsrun ./a"),
    ("hpc2n", f"{HPC2N} --array=5-1\n./a", "write it like 0-9, 1,3,5 or 0-99%10",
     f"{HPC2N} --array=0-99%10\n./a"),
    ("hpc2n", f"{HPC2N} --signal=FOO@10\n./a", "write it like USR1@120 or B:TERM@60",
     f"{HPC2N} --signal=B:TERM@60\n./a"),
    ("hpc2n", f"{HPC2N} --gres=gpus:1\n./a", "write '--gres=gpu:1'", f"{HPC2N} --gres=gpu:1\n./a"),
    ("hpc2n", f"{HPC2N} --mail-type=NEVERMORE\n./a", "write it like END,FAIL",
     f"{HPC2N} --mail-type=END,FAIL\n./a"),
    ("hpc2n", f"{HPC2N} --begin=tomorow\n./a", "write it like 16:00, now+1hour or 2030-01-20T12:34",
     f"{HPC2N} --begin=now+1hour\n./a"),
    ("hpc2n", f"{HPC2N} --dependency=foo:1\n./a", "write it like afterok:JOBID or singleton",
     f"{HPC2N} --dependency=singleton\n./a"),
    ("hpc2n", f"{HPC2N} --hint=foo\n./a", "write it like nomultithread", f"{HPC2N} --hint=nomultithread\n./a"),
    ("hpc2n", f"{HPC2N} --distribution=blok\n./a", "write it like block:cyclic or plane=4",
     f"{HPC2N} --distribution=block:cyclic\n./a"),
    ("hpc2n", f"{HPC2N} --gpu=1 -C l40s\n./a", "write one of --gpu-bind, --gpu-freq, --gpus,",
     f"{HPC2N} --gpus=1 -C l40s\n./a"),
    ("hpc2n", f"{HPC2N} --requeue=1\n./a", "write '--requeue'", f"{HPC2N} --requeue\n./a"),
    ("hpc2n", f"{HPC2N} --mem=16 GB\n./a", "quote a value that has blanks, or remove the word",
     f"{HPC2N} --mem=16\n./a"),
    ("hpc2n", f"{HPC2N}\nmodule load CUDA/12.1.1\n./a", "add '#SBATCH --gpus=1 --constraint=l40s'",
     f"{HPC2N}\n#SBATCH --gpus=1 --constraint=l40s\nmodule load CUDA/12.1.1\n./a"),
    ("hpc2n", f"{HPC2N} --gpus=1\nmodule load CUDA/12.1.1\n./a", "add '#SBATCH --constraint=nvidia_gpu'",
     f"{HPC2N} --gpus=1\n#SBATCH --constraint=nvidia_gpu\nmodule load CUDA/12.1.1\n./a"),
    ("hpc2n", f"{HPC2N} -C l40s\n./a", "add '#SBATCH --gpus=1'", f"{HPC2N} -C l40s\n#SBATCH --gpus=1\n./a"),
    ("hpc2n", f"{HPC2N} --gpus=h200:1\n./a", "did you mean 'h100'?", f"{HPC2N} --gpus=h100:1\n./a"),
    ("hpc2n", f"{HPC2N} --gpus=1 -C l40\n./a", "did you mean 'l40s'?", f"{HPC2N} --gpus=1 -C l40s\n./a"),
    ("hpc2n", f"{HPC2N} --mem-per-gpu=8G\n./a", "add --gpus, or use --mem", f"{HPC2N} --mem=8G\n./a"),
    ("hpc2n", f"{HPC2N} --mem-per-gpu=8G\n./a", "add --gpus, or use --mem",
     f"{HPC2N} --mem-per-gpu=8G --gpus=1\n./a"),
    ("hpc2n", f"{HPC2N} --gpus=2 --ntasks-per-node=2 --ntasks-per-gpu=1\nsrun ./a", "remove one of them",
     f"{HPC2N} --gpus=2 --ntasks-per-gpu=1\nsrun ./a"),
    ("hpc2n", f"{HPC2N} --gres=gpu:l40s:1,gpu:a100:1\n./a", "request one type",
     f"{HPC2N} --gres=gpu:l40s:1\n./a"),
    ("hpc2n", "#SBATCH -A hpc2n2025-151 -t 8-0\n./a", "ask for at most 7-00:00:00",
     "#SBATCH -A hpc2n2025-151 -t 7-00:00:00\n./a"),
    ("hpc2n", "#SBATCH -A hpc2n2025-151 -t UNLIMITED\n./a", "ask for at most 7-00:00:00",
     "#SBATCH -A hpc2n2025-151 -t 7-00:00:00\n./a"),
    ("hpc2n", f"{HPC2N} -p batch\n./a", "the option can be removed", f"{HPC2N}\n./a"),
    ("hpc2n", f"{HPC2N} -N 2\n./a", "ask for what one node has, or start the program with srun",
     f"{HPC2N} -N 1\n./a"),
    ("hpc2n", f"{HPC2N} -N 2\n./a", "ask for what one node has, or start the program with srun",
     f"{HPC2N} -N 2\nsrun ./a"),
    ("hpc2n", f"{HPC2N} -n 16\n./a", "use --ntasks=1, and --cpus-per-task=16",
     f"{HPC2N} --ntasks=1 --cpus-per-task=16\n./a"),
    ("hpc2n", f"{HPC2N}\nmodule GCC/12.3.0\n./a", "write 'module load GCC/12.3.0'",
     f"{HPC2N}\nmodule load GCC/12.3.0\n./a"),
    ("hpc2n", f"{HPC2N}\nGCC/12.3.0\n./a", "write 'module load GCC/12.3.0'",
     f"{HPC2N}\nmodule load GCC/12.3.0\n./a"),
    ("hpc2n", f"{HPC2N}\nSBATCH --mem=4G\n./a", "write '#SBATCH'", f"{HPC2N}\n#SBATCH --mem=4G\n./a"),
    ("hpc2n", f"{HPC2N}\n# SBATCH --mem=4G\n./a", "write '#SBATCH'", f"{HPC2N}\n#SBATCH --mem=4G\n./a"),
    ("hpc2n", f"{HPC2N} --gpus=1 -C mi100\napptainer exec --nv x.sif ./a", "use '--rocm'",
     f"{HPC2N} --gpus=1 -C mi100\napptainer exec --rocm x.sif ./a"),
    ("hpc2n", f"{HPC2N} --gpus=1 -C l40s\nexport CUDA_VISIBLE_DEVICES=0,1\n./a", "remove it",
     f"{HPC2N} --gpus=1 -C l40s\n./a"),
    ("hpc2n", f"{HPC2N}\nsalloc -n 4 ./a", "use 'srun'", f"{HPC2N} -n 4\nsrun -n 4 ./a"),
    ("hpc2n", f"{HPC2N}\nsrun -p other ./a", "remove the option", f"{HPC2N}\nsrun ./a"),
    ("hpc2n", "#SBATCH -A lu2025-7-106 -t 10\n./a", "give your project at hpc2n", f"{HPC2N}\n./a"),
    ("hpc2n", f"{HPC2N}\n#SBATCH -t 20\n./a", "keep one of them", f"{HPC2N}\n./a"),
    ("lunarc", "#SBATCH -A lu2025-2-12 -t 5 -p gpua40 --gpus=1\n./a", "use partition 'gpua100'",
     "#SBATCH -A lu2025-2-12 -t 5 -p gpua100 --gpus=1\n./a"),
    ("lunarc", "#SBATCH -A lu2025-2-12 -t 5 -p gpua100i --gres=gpu:a100:1\n./a", "write '--gres=gpu:1'",
     "#SBATCH -A lu2025-2-12 -t 5 -p gpua100i --gres=gpu:1\n./a"),
    ("lunarc", "#SBATCH -A lu2025-2-12 -t 5 -p lu84\n./a", "did you mean 'lu48'?",
     "#SBATCH -A lu2025-2-12 -t 5 -p lu48\n./a"),
    ("uppmax", "#SBATCH -A uppmax2025-2-296 -t 5 --gpus=l40s:1\n./a", "use partition 'gpu'",
     "#SBATCH -A uppmax2025-2-296 -t 5 -p gpu --gpus=l40s:1\n./a"),
    ("uppmax", "#SBATCH -A uppmax2025-2-296 -t 5 -N 1 -n 96 --hint=nomultithread\nsrun ./a",
     "ask for at most 48 per node",
     "#SBATCH -A uppmax2025-2-296 -t 5 -N 1 -n 48 --hint=nomultithread\nsrun ./a"),
    ("nsc", "#SBATCH -A naiss2025-22-934 -t 5 -N 30\nsrun ./a", "ask for at least 00:30:00",
     "#SBATCH -A naiss2025-22-934 -t 00:30:00 -N 30\nsrun ./a"),
    ("nsc", "#SBATCH -A naiss2025-22-934 -t 5 -N 30\nsrun ./a", "or for at most 5 nodes",
     "#SBATCH -A naiss2025-22-934 -t 5 -N 5\nsrun ./a"),
    ("naiss", "#SBATCH -A naiss2025-22-934-gpu -t 10 -p gpu -N 1\n./a", "add '#SBATCH --gpus-per-node=1'",
     "#SBATCH -A naiss2025-22-934-gpu -t 10 -p gpu -N 1\n#SBATCH --gpus-per-node=1\n./a"),
]

# A command line, the advice, the command line that follows it.
COMMANDS = [
    ("plan integrate2d --gpu l40s", "add --site hpc2n", "plan integrate2d --gpu l40s --site hpc2n"),
    (f"{WORK} --gpu l40", "did you mean 'l40s'?", f"{WORK} --gpu l40s"),
    (f"{WORK} --gpu l40s:64", "use --gpus 24", f"{WORK} --gpu l40s --gpus 24"),
    (f"{WORK} --gpu l40s:13", "use --gpus 12 or --gpus 18", f"{WORK} --gpu l40s --gpus 12"),
    (f"{WORK} --gpu l40s:18 --nodes 3", "use --nodes 9", f"{WORK} --gpu l40s:18 --nodes 9"),
    (f"{WORK} --gpu l40s --time 30-0", "ask for at most 7-00:00:00", f"{WORK} --gpu l40s --time 7-00:00:00"),
    (f"{WORK} --gpu l40s --time 1", "leave --time out for the estimate", f"{WORK} --gpu l40s"),
    (f"{WORK} --gpu l40s --ntasks 4", "use --cpus-per-task for more cores",
     f"{WORK} --gpu l40s --cpus-per-task 4"),
    (f"{WORK} --gpu l40s --size smal", "did you mean 'small'?", f"{WORK} --gpu l40s --size small"),
    (f"{WORK} --gpu l40s --backend hip", "use --backend cuda", f"{WORK} --gpu l40s --backend cuda"),
    (f"{WORK} --gpu l40s:2 --gpus 3", "give the number of GPUs once", f"{WORK} --gpu l40s:2"),
    (f"{WORK} --gpu l40s --variant poli", "did you mean 'poly'?", f"{WORK} --gpu l40s --variant poly"),
    ("plan integrate2d --site hpc3n", "did you mean 'hpc2n'?", "plan integrate2d --site hpc2n"),
    ("plan intergrate2d --site hpc2n", "did you mean 'integrate2d'?", "plan integrate2d --site hpc2n"),
    ("plan integrate2d --site c3se --gpu T4 --account NAISS2025-22-934", "use --site naiss/arrhenius",
     "plan integrate2d --site naiss/arrhenius --gpu gh200 --account naiss2025-22-934-gpu"),
    ("plan integrate2d --site hpc2n --gpu l40s", "add --account PROJECT", f"{WORK} --gpu l40s"),
    ("plan integrate2d --site lunarc --gpu a40", "use --gpu a100", "plan integrate2d --site lunarc --gpu a100"),
    ("plan integrate2d --site lunarc --gpu a100i --partition gpua100", "use partition 'gpua100i'",
     "plan integrate2d --site lunarc --gpu a100i --partition gpua100i"),
    ("plan matmul --site hpc2n --gpu l40s:2 --account hpc2n2025-151", "use --gpus 1",
     "plan matmul --site hpc2n --gpu l40s --gpus 1 --account hpc2n2025-151"),
    ("plan vector_add --site uppmax --backend cpu --account uppmax2025-2-296 --param n=859000000",
     "add --mem 21709",
     "plan vector_add --site uppmax --backend cpu --account uppmax2025-2-296 --param n=859000000 --mem 21709"),
    ("plan integrate2d --site c3se --account NAISS2025-22-934", "or --backend cpu to run on CPUs",
     "plan integrate2d --site c3se --account NAISS2025-22-934 --backend cpu"),
    ("plan integrate2d --site pdc --gpu mi250x --backend cuda --account naiss2025-22-934", "use --backend hip",
     "plan integrate2d --site pdc --gpu mi250x --backend hip --account naiss2025-22-934"),
    ("plan --wrap ./a --site frontier --gpu mi250x --nodes 91 --gpus 728 --time 4:00:00 --account ABC123",
     "ask for at most 02:00:00",
     "plan --wrap ./a --site frontier --gpu mi250x --nodes 91 --gpus 728 --time 2:00:00 --account ABC123"),
    ("plan integrate2d --site local --size small --nodes 2", "leave --nodes out",
     "plan integrate2d --site local --size small"),
    ("plan integrate2d --site local --size small -- --nodelist=zz", "leave them out",
     "plan integrate2d --site local --size small"),
    ("plan integrate2d --site hpc2n --nodelist x", "options for sbatch go last, after '--': -- --nodelist",
     "plan integrate2d --site hpc2n --account hpc2n2025-151 --gpu l40s -- --nodelist x"),
]

CODE = re.compile(r"\bg[jp]\d{3}\b")


class Advice(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.home = scratch.name

    def gpujob(self, *words):
        done = subprocess.run([os.path.join(BUILD, "bin/gpujob"), *words], cwd=self.home, text=True,
                              capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              env={"HOME": self.home, "PATH": "/nowhere", "LANG": "C.UTF-8",
                                   "GPUJOB_TODAY": "2026-11-21"})
        return done.returncode, done.stderr

    def check(self, before, advice, after):
        """`before` and `after` are (status, standard error)."""
        faults = [line for line in before[1].splitlines() if advice in line]
        self.assertTrue(faults, f"no such advice ('{advice}') in:\n{before[1]}")
        self.assertEqual(after[0], 0, after[1])
        self.assertNotIn(advice, after[1])
        for code in CODE.findall(faults[0]):
            self.assertNotIn(f" {code} ", after[1])

    def lint(self, site, text):
        with open(os.path.join(self.home, "job.sh"), "w", encoding="utf-8") as script:
            script.write(f"#!/bin/bash\n{text}\n")
        return self.gpujob("lint", "job.sh", "--site", site)

    def test_on_scripts(self):
        for site, wrong, advice, followed in SCRIPTS:
            with self.subTest(site=site, script=wrong, advice=advice):
                self.check(self.lint(site, wrong), advice, self.lint(site, followed))

    def test_on_command_lines(self):
        for wrong, advice, followed in COMMANDS:
            with self.subTest(line=wrong, advice=advice):
                self.check(self.gpujob(*shlex.split(wrong)), advice, self.gpujob(*shlex.split(followed)))

    def test_what_fix_says_is_good_afterwards(self):
        for site, wrong, advice, _ in SCRIPTS:
            if not re.match("write '--[a-z-]+=", advice):
                continue
            with self.subTest(script=wrong):
                self.assertNotEqual(self.lint(site, wrong)[0], 0)
                self.gpujob("lint", "job.sh", "--site", site, "--fix")
                status, said = self.gpujob("lint", "job.sh", "--site", site)
                self.assertEqual(status, 0, said)


if __name__ == "__main__":
    unittest_main.main()
