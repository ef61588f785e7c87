// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <sys/utsname.h>
#include <unistd.h>

namespace gpujob {

/// The text after "key :" in the first such line of a file of /proc; empty without such a line.
inline std::string proc_text(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.compare(0, key.size(), key) != 0 || colon == std::string::npos) continue;
    if (line.find_first_not_of(" \t", key.size()) != colon) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

/// As `uname -m` says it: x86_64, aarch64.
inline std::string processor_architecture() {
  utsname names{};
  return uname(&names) == 0 ? names.machine : "unknown";
}

/// The marketing name, or the architecture where the kernel gives no name (most aarch64).
inline std::string processor_model() {
  const std::string model = proc_text("/proc/cpuinfo", "model name");
  return model.empty() ? processor_architecture() : model;
}

/// Present clock of the first core.
inline std::optional<double> processor_clock_hz() {
  const double mhz = std::strtod(proc_text("/proc/cpuinfo", "cpu MHz").c_str(), nullptr);
  if (mhz > 0) return mhz * 1e6;
  return std::nullopt;
}

inline std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size)
             : 0;
}

}  // namespace gpujob
