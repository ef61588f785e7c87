// SPDX-License-Identifier: MIT
// For each GPU and each kind of host array a line: the policies of memory that the system has for
// the array's pages, as get_mempolicy(2) tells mode and nodes, and how many were not written to.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "device/pinned.h"

namespace {

std::string policy_of(void* page) {
  constexpr unsigned long most_nodes = 1024, of_address = 2;  // MPOL_F_ADDR of linux/mempolicy.h
  int mode = -1;
  unsigned long nodes[most_nodes / 64] = {};
  if (syscall(SYS_get_mempolicy, &mode, nodes, most_nodes, page, of_address) != 0) {
    return std::strerror(errno);
  }
  char text[64];
  std::snprintf(text, sizeof text, "mode %d nodes %lx", mode, nodes[0]);
  return text;
}

void tell(int gpu, const char* kind, gpujob::Pages pages) {
  gpujob::HostArray<float> array((std::size_t{1} << 20) + 1025, pages);  // 4 MiB and a page more
  char* const first = reinterpret_cast<char*>(array.data());
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::set<std::string> policies;
  int untouched = 0;
  for (std::size_t at = 0; at + page <= array.bytes(); at += page) {
    unsigned char there = 0;
    if (mincore(first + at, page, &there) != 0 || (there & 1) == 0) ++untouched;
    policies.insert(policy_of(first + at));
  }
  std::printf("%d %s:", gpu, kind);
  for (const std::string& policy : policies) std::printf(" %s,", policy.c_str());
  std::printf(" %d untouched\n", untouched);
}

}  // namespace

int main() {
  for (int gpu = 0; gpu < gpujob::visible_gpus(); ++gpu) {
    const gpujob::Queue queue(gpujob::Device{gpu, 1});
    tell(gpu, "pageable", gpujob::Pages::Pageable);
    tell(gpu, "locked", gpujob::Pages::Locked);
  }
  return 0;
}
