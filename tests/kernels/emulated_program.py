# SPDX-License-Identifier: MIT
"""Programs compiled for the stand-in for a runtime as gpujob compiles them. The harness and the runtime are compiled
once for all tests."""
import importlib.util
import os
import re
import subprocess


def sources_of(build):
    return os.path.join(build, "share/gpujob/src")  # as gpujob names them, so that the cache serves both


def cache_of(build):
    return os.path.join(build, "lesson_cache")


def compiler_of(build):
    """The module compile.py."""
    os.environ.pop("GPUJOB_HOME", None)
    os.environ["XDG_CACHE_HOME"] = cache_of(build)
    path = os.path.join(sources_of(build), "backend/emulated/compile.py")
    spec = importlib.util.spec_from_file_location("emulated_compile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_hip(text):
    """The same kernels under HIP's names."""
    text = text.replace("<cuda_runtime.h>", "<hip/hip_runtime.h>")
    return re.sub(r"\.cu\b", ".hip", re.sub(r"\bcuda(?=[A-Z])", "hip", text))


def run(program, *words, **settings):
    environment = {**os.environ, "GPUJOB_EMULATED": " ".join(f"{k}={v}" for k, v in settings.items()),
                   "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([program, *words, "--max-samples", "1", "--min-samples", "1"], env=environment,
                          capture_output=True, text=True, check=False, timeout=280)
