// SPDX-License-Identifier: MIT
// The one table of backends. gpujob, the workload programs, CMake (kernels/CMakeLists.txt reads the
// first words of each row) and the Python twins (harness/gpujob_twin_contract.py is made from it)
// know a backend by its row. A new one is a row here and a folder below kernels/backend/.
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// What a program of a backend is.
enum class BackendKind {
  Compiled,  ///< by one compiler call
  Python,    ///< a script <workload>_<backend>.py
  Executed,  ///< GPU code that kernels/backend/<name>/ executes on CPUs
};

struct Backend {
  std::string_view name;  ///< also the ending of its programs: integrate2d.cuda
  BackendKind kind;
  bool needs_gpu;             ///< false: without a GPU it computes on the cores
  std::string_view vendor;    ///< of its GPUs, as in gpus.yaml; empty: it computes on CPUs
  std::string_view stack;     ///< of a site, to run it; <stack>_build to compile it
  std::string_view stand_in;  ///< whose program a sandbox runs in its place, where there is one
  std::string_view bound;     ///< why it is bound to its vendor, where its name does not say it
  /// The call that compiles a program, as in a manifest; {{sources}}: those of the workload.
  std::string_view compiler;
};

inline constexpr Backend kBackends[] = {
    {"cpu", BackendKind::Compiled, false, "", "cpu", "cpu", "",
     "g++ -std=c++17 -O3 -ffp-contract=fast -pthread -I{{include}} {{sources}} "
     "{{include}}/harness/all.cc -o {{output}}"},
    {"cuda", BackendKind::Compiled, true, "nvidia", "cuda", "emulated", "",
     "nvcc -std=c++17 -O3 -arch={{arch}} -DGPUJOB_ARCHITECTURES={{arch}} -I{{include}} -x cu "
     "{{sources}} {{include}}/harness/all.cc -o {{output}}"},
    {"hip", BackendKind::Compiled, true, "amd", "hip", "cpu", "",
     "hipcc -std=c++17 -O3 --offload-arch={{arch}} -DGPUJOB_ARCHITECTURES={{arch}} -I{{include}} "
     "-pthread -x hip {{sources}} {{include}}/harness/all.cc -ldl -o {{output}}"},
    {"numba", BackendKind::Python, false, "nvidia", "numba", "numba",
     "Numba compiles kernels for CUDA only", ""},
    // https://docs.cupy.dev/en/stable/install.html: "Using CuPy on AMD GPU (experimental)".
    {"cupy", BackendKind::Python, true, "nvidia", "cupy", "cupy",
     "CuPy is made for CUDA; for ROCm it is experimental", ""},
    {"emulated", BackendKind::Executed, false, "", "cpu", "emulated", "",
     "python3 {{include}}/backend/emulated/compile.py {{source}} {{include}} {{output}}"},
};

/// The row of that name, or nullptr.
constexpr const Backend* find_backend(std::string_view name) {
  for (const Backend& backend : kBackends) {
    if (backend.name == name) return &backend;
  }
  return nullptr;
}

constexpr bool is_of_kind(std::string_view name, BackendKind kind) {
  const Backend* const backend = find_backend(name);
  return backend != nullptr && backend->kind == kind;
}

/// The names of all rows that `fits`, with `between` them.
template <class Fits>
std::string backend_names(std::string_view between, Fits fits) {
  std::string names;
  for (const Backend& backend : kBackends) {
    if (!fits(backend)) continue;
    if (!names.empty()) names += between;
    names += backend.name;
  }
  return names;
}

inline std::string backend_names(std::string_view between) {
  return backend_names(between, [](const Backend&) { return true; });
}

}  // namespace gpujob
