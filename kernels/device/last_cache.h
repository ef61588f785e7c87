// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <set>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace gpujob {

/// The first word of a file; empty if it has no word or cannot be read.
inline std::string first_word(const std::string& path) {
  char word[256] = "";
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return "";
  const int found = std::fscanf(file, "%255s", word);
  (void)std::fclose(file);
  return found == 1 ? word : "";
}

/// Bytes of the level 3 caches of this process's cores, from `cpus` (/sys/devices/system/cpu); else
/// what the C library says, which on some processors is the whole socket's; else 32 MiB.
inline std::size_t find_last_cache_bytes(const std::string& cpus) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  (void)sched_getaffinity(0, sizeof allowed, &allowed);
  std::set<std::string> counted;
  std::size_t bytes = 0;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    const std::string cache = cpus + "/cpu" + std::to_string(cpu) + "/cache/index3/";
    if (!counted.insert(first_word(cache + "shared_cpu_list")).second) continue;
    unsigned long size = 0;
    char unit = ' ';
    if (std::sscanf(first_word(cache + "size").c_str(), "%lu%c", &size, &unit) < 1) continue;
    bytes += unit == 'M' ? size << 20 : unit == 'K' ? size << 10 : size;
  }
  if (bytes > 0) return bytes;
#if defined(_SC_LEVEL3_CACHE_SIZE)
  const long said = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (said > 0) return static_cast<std::size_t>(said);
#endif
  return std::size_t{32} << 20;
}

/// Bytes that GPUJOB_LAST_CACHE_MIB says, for machines that tell their cache wrong: a virtual one
/// may tell the host's. 0 if it is not set.
inline std::size_t said_last_cache_bytes() {
  const char* text = std::getenv("GPUJOB_LAST_CACHE_MIB");
  if (text == nullptr || *text == '\0') return 0;
  const std::string digits = text;
  const bool is_number =
      digits.size() <= 6 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (is_number && std::stoul(digits) > 0) return std::size_t{std::stoul(digits)} << 20;
  throw std::runtime_error(
      "GPUJOB_LAST_CACHE_MIB is '" + digits +
      "', which is not a number of MiB; unset it, or set it to one such as 32");
}

/// Bytes of the last caches before the memory of this machine.
inline std::size_t last_cache_bytes() {
  static const std::size_t said = said_last_cache_bytes();
  static const std::size_t bytes =
      said > 0 ? said : find_last_cache_bytes("/sys/devices/system/cpu");
  return bytes;
}

}  // namespace gpujob
