// SPDX-License-Identifier: MIT
#include "base/memory_hints.h"

#include <malloc.h>
#include <memory>
#include <sys/mman.h>

namespace gpujob {

void keep_freed_memory() {
  constexpr int kNever = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, kNever);
  mallopt(M_TRIM_THRESHOLD, kNever);
}

void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kLarge = std::size_t{2} << 20;
  if (std::align(kLarge, kLarge, begin, bytes) == nullptr) return;
  madvise(begin, bytes / kLarge * kLarge, MADV_HUGEPAGE);
}

}  // namespace gpujob
