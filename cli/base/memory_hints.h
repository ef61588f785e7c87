// SPDX-License-Identifier: MIT
#pragma once

namespace gpujob {

/// For programs that run for milliseconds and spend much of that on page faults: from now on the
/// heap uses large pages where the system offers them (madvise), and freed memory stays with the
/// process. Only hints.
void expect_much_memory();

}  // namespace gpujob
