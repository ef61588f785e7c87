// SPDX-License-Identifier: MIT
// Which memory of the host is next to a GPU. On a node with several sockets a copy from the far one
// may be half as fast, so that a time would depend on where the process happened to start.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

#include "device/last_cache.h"

namespace gpujob {

/// The memory node next to the device of that bus number, from `devices` (/sys/bus/pci/devices); -1
/// where the system does not say.
inline int memory_node_of(const std::string& devices, std::string bus_id) {
  for (char& letter : bus_id) letter = static_cast<char>(std::tolower(letter));
  const std::string word = first_word(devices + "/" + bus_id + "/numa_node");
  char* end = nullptr;
  const long node = std::strtol(word.c_str(), &end, 10);
  return word.empty() || *end != '\0' || node < 0 || node > 63 ? -1 : static_cast<int>(node);
}

/// Writes to all pages of `bytes` from `address` on, in that node's memory as long as it has any. A
/// small block, whose pages may be others' too, is only written to.
inline void touch_on_node(void* address, std::size_t bytes, int node) {
#if defined(SYS_mbind)
  constexpr int preferred = 1;  // MPOL_PREFERRED of linux/mempolicy.h
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (node >= 0 && reinterpret_cast<std::size_t>(address) % page == 0 && bytes >= page) {
    const unsigned long nodes = 1UL << node, bits = 64 + 1;  // Linux takes one off: get_nodes()
    (void)syscall(SYS_mbind, address, bytes / page * page, preferred, &nodes, bits, 0U);
  }
#else
  (void)node;
#endif
  std::memset(address, 0, bytes);
}

}  // namespace gpujob
