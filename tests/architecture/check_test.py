#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The architecture check can fail: each planted violation in a scratch tree is found."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LICENCE = "// SPDX-License-Identifier: MIT\n"
HEADER = LICENCE + "#pragma once\n"

# file -> text, and the words that the check must say about it.
PLANTED = [
    ({"cli/profile/a.h": HEADER + '#include "plan/b.h"\n', "cli/plan/b.h": HEADER},
     "profile may not reach plan/b.h"),
    ({"cli/lint/a.cc": LICENCE + '#include "script/b.h"\n',
      "cli/script/b.h": HEADER + '#include "base/world.h"\n', "cli/base/world.h": HEADER},
     "lint is pure and may not reach base/world.h"),
    ({"cli/render/a.cc": LICENCE + '#include "plan/resolve.h"\n', "cli/plan/resolve.h": HEADER},
     "render may not reach plan/resolve.h"),
    ({"cli/plan/job_plan.h": HEADER + '#include "plan/x.h"\n', "cli/plan/x.h": HEADER},
     "the plan itself may only use base"),
    ({"cli/run/a.cc": LICENCE + "#include <yaml-cpp/yaml.h>\n"}, "only cli/base/yaml_reader.cc may include"),
    ({"cli/run/a.cc": LICENCE + 'int x = std::system("true");\n'}, "a command through a shell"),
    ({"cli/run/a.cc": LICENCE + "// only at HPC2N\n"}, "belongs in a profile"),
    ({"templates/job.sh": "#SBATCH -p gpua100\n"}, "belongs in a profile"),
    ({"kernels/a.cc": LICENCE + "f<<<1, 2>>>();\n"}, "a kernel launch"),
    ({"kernels/a.cc": LICENCE + '#include "base/world.h"\n', "cli/base/world.h": HEADER},
     "kernels may not include base/world.h"),
    ({"kernels/contract/a.h": HEADER + '#include "harness/json.h"\n'}, "cli includes the contract, so it may not"),
    ({"cli/report/a.cc": LICENCE + '#include "harness/json.h"\n'}, "cli may not include harness/json.h"),
    ({"cli/slurm/a.cc": LICENCE + "void f() { world.out(1); }\n"}, "standard output"),
    ({"cli/jobs/send/a.cc": LICENCE + "void f() { session.world.err(1); }\n"}, "standard error"),
    ({"cli/jobs/send/a.h": HEADER + "void f(const Arguments& arguments);\n"}, "a command line"),
    ({"cli/jobs/send/a.cc": LICENCE + '#include "command/args/b.h"\n', "cli/command/args/b.h": HEADER},
     "jobs may not reach command/args/b.h"),
    ({"cli/slurm/a.cc": "int x;\n"}, "not the licence line"),
    ({"cli/slurm/a.h": LICENCE}, "no '#pragma once'"),
    ({"cli/slurm/a.cc": LICENCE + "\n" * 400}, "more than 400"),
    ({"cli/slurm/a.cc": LICENCE + "//" + "x" * 99 + "\n"}, "more than 100"),
    ({"cli/command/args/a.h": HEADER + '#include "command/job/b.h"\n', "cli/command/job/b.h": HEADER},
     "command/args may not use command/job/b.h"),
    ({"cli/jobs/session/a.h": HEADER + '#include "jobs/send/b.h"\n', "cli/jobs/send/b.h": HEADER},
     "jobs/session may not use jobs/send/b.h"),
    ({"cli/command/a.cc": LICENCE}, "belongs into one of its folders"),
    ({"cli/run/a.h": HEADER + "struct One {\n", "cli/store/b.h": HEADER + "struct One {\n"},
     "One is a type of cli/run/a.h too"),
    ({"cli/run/a.cc": LICENCE + "// this is none of the known states\n"}, "say 'is not a"),
    ({"templates/job.sh": "# one report a launch\n"}, "say 'per'"),
    ({"docs/a.md": "Whoever starts it waits.\n"}, "name the person or the thing"),
    ({"tests/transcripts/a.txt": "Mind: it is at hand\n"}, "a private word"),
    ({"cli/odd/a.cc": LICENCE + '#include "base/b.h"\n', "cli/base/b.h": HEADER}, "folder 'odd'"),
]


def judge(files):
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(["git", "init", "-q", root], check=True)
        for name, text in files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as handle:
                handle.write(text)
        done = subprocess.run([sys.executable, os.path.join(HERE, "check.py"), root],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


def main():
    failures = 0
    for files, words in PLANTED:
        status, said = judge({"cli/base/ok.h": HEADER, **files})
        if status != 1 or words not in said:
            failures += 1
            print(f"not caught: {words}\n{said}")
    status, said = judge({"cli/base/ok.h": HEADER, "kernels/ok.py": "missing = found is None\n"})
    if status != 0:
        failures += 1
        print(f"a clean tree is refused:\n{said}")
    print(f"{len(PLANTED)} planted violations, {failures} not caught")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
