// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace gpujob {

/// Memory that was freed stays with the process and is used again: for programs that are over in
/// milliseconds, in which giving pages back and getting them anew is a good part of the time.
void keep_freed_memory();

/// Asks for large pages below `bytes` from `begin` on, where the system has them for those who ask.
/// Only a hint: memory that is never touched still costs nothing.
void prefer_large_pages(void* begin, std::size_t bytes);

}  // namespace gpujob
