// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <sys/mman.h>

namespace gpujob {

/// The machine, or a limit that it sets for this process, leaves too little memory.
class NoMemory : public std::bad_alloc {
 public:
  static constexpr const char* reasons = "(all is in use, or 'ulimit -v' or the job allows less)";

  explicit NoMemory(std::size_t bytes)
      : text_("no memory for " + std::to_string(bytes) + " bytes more " + reasons) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// Host memory, aligned for vectors; large blocks use large pages if the system has them: with
/// small pages a stream of data spends a tenth of its time on address translation.
inline void* host_allocate(std::size_t bytes) {
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const std::size_t alignment = bytes >= 2 * large_page ? large_page : 64;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* address = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (address == nullptr) throw NoMemory(rounded);
  if (alignment == large_page) (void)madvise(address, rounded, MADV_HUGEPAGE);
  return address;
}

inline void host_free(void* address) {
  std::free(address);
}

}  // namespace gpujob
