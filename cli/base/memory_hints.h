// SPDX-License-Identifier: MIT
#pragma once

namespace gpujob {

/// For programs that are over in milliseconds, a good part of which goes into getting memory page
/// by page: from now on it comes in large pages, where the system has them for those who ask, and
/// what was freed stays with the process and is used again. Only hints.
void expect_much_memory();

}  // namespace gpujob
