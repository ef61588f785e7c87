# SPDX-License-Identifier: MIT
"""Rules of kernels/ that a compiler does not check.

usage: sources_test.py KERNELS_DIRECTORY
"""
import os
import re
import sys
import unittest

ROOT = sys.argv[1]
OWN = {"backend": {"backend", "harness"}, "device": {"device"}, "contract": {"contract"},
       "harness": {"contract", "device", "harness"},
       "workloads": {"device", "harness", "workloads"},
       "lesson": {"device", "harness", "lesson"}}
SYSTEM = {"sched.h", "unistd.h", "fcntl.h", "sys/utsname.h", "sys/resource.h", "sys/mman.h", "sys/stat.h",  # POSIX
          "cuda_runtime.h", "hip/hip_runtime.h", "dlfcn.h", "ucontext.h", "execinfo.h", "sys/wait.h", "sys/syscall.h",
          "sanitizer/common_interface_defs.h", "immintrin.h", "cblas.h"}


def sources():
    for folder, _, names in os.walk(ROOT):
        for name in sorted(names):
            if name.endswith((".h", ".cc")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, ROOT), file.read()


class Sources(unittest.TestCase):
    def test_kernels_are_launched_in_one_file(self):
        self.assertEqual([path for path, text in sources() if "<<<" in text], ["device/launch_gpu.h"])

    def test_the_two_gpu_interfaces_are_spelled_by_the_prefix_alone(self):
        for path, text in sources():
            if path.startswith("backend/emulated/include/"):  # gives the names of the one to the other
                continue
            calls = re.findall(r"\b(?:cuda|hip)(?:Malloc|Free|Memcpy|Memset|Event|Stream|Device[A-Z]|Get[A-Z])\w*",
                               text)
            # Their property structures, attribute names and flags of events differ in more than the prefix.
            known = {"hipDeviceProp_t", "cudaDeviceProp", "hipDeviceAttributeClockRate",
                     "hipDeviceAttributeMemoryClockRate", "hipDeviceAttributeL2CacheSize",
                     "hipEventDisableSystemFence", "hipEventReleaseToDevice", "cudaEventDefault"}
            comments = "cudaMalloc", "hipMalloc"
            extra = {c for c in calls if c not in known and not (path == "device/macros.h" and c in comments)}
            self.assertEqual(extra, set(), path)

    def test_only_the_standard_library_and_own_folders_are_included(self):
        for path, text in sources():
            allowed = OWN[path.split("/")[0]]
            for quote, name in re.findall(r'^#include ([<"])([^>"]+)', text, re.M):
                beside = os.path.join(ROOT, os.path.dirname(path), name)
                if quote == '"' and path.startswith("lesson/") and os.path.exists(beside):
                    continue  # a student's file, as NAME.cc finds it
                if quote == '"':
                    self.assertIn(name.split("/")[0], allowed, f"{path} includes {name}")
                else:
                    self.assertTrue(name in SYSTEM or re.fullmatch(r"[a-z_]+", name), f"{path} includes {name}")

    def test_each_file_says_its_licence_and_stays_small(self):
        for path, text in sources():
            self.assertTrue(text.startswith("// SPDX-License-Identifier: MIT\n"), path)
            self.assertLessEqual(text.count("\n"), 400, path)
            self.assertLessEqual(max(len(line) for line in text.split("\n")), 100, path)

    def test_all_cc_is_the_whole_harness(self):
        harness = sorted(p for p, _ in sources() if re.fullmatch(r"harness/(?!all)\w+\.cc", p))
        text = dict(sources())["harness/all.cc"]
        self.assertEqual(re.findall(r'#include "(\S+)"', text), harness)

    def test_cmake_stays_short(self):
        for folder, _, names in os.walk(ROOT):
            if "CMakeLists.txt" in names:
                path = os.path.join(folder, "CMakeLists.txt")
                with open(path, encoding="utf-8") as file:
                    self.assertLessEqual(len(file.readlines()), 90, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
