// SPDX-License-Identifier: MIT
#include "base/memory_hints.h"

#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace gpujob {

void expect_much_memory() {
  constexpr int kNever = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, kNever);
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_ARENA_MAX, 1);  // a second thread takes from the same pages
  // Grows the heap from the next large page on by as much as is ever needed (untouched pages cost
  // nothing); freed again, it stays the heap's.
  constexpr std::uintptr_t kLarge = std::uintptr_t{2} << 20;
  constexpr std::size_t kRoom = std::size_t{256} << 20;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  sbrk(static_cast<std::intptr_t>((kLarge - (end % kLarge)) % kLarge));
  void* const room = std::malloc(kRoom);
  if (room == nullptr) return;
  const auto into_page = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(room) % kLarge);
  madvise(static_cast<char*>(room) - into_page, kRoom, MADV_HUGEPAGE);
  std::free(room);
}

}  // namespace gpujob
