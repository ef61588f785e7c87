// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "report/page/comparison_page.h"

namespace gpujob {

/// A comparison that nobody measured, always the same: `groups` groups at five sites with GPUs of
/// seven models, `runs` runs each with 60 samples, over some weeks in which drivers change. The
/// third group has too few samples, the fifth is a rehearsal.
ComparisonPage made_page(std::size_t groups, std::size_t runs);

/// One along a parameter n, over some decades: `gpus` GPUs at `sizes` sizes each, at each size
/// against the first of them, the last at a size of its own too.
ComparisonPage made_sweep(std::size_t gpus, std::size_t sizes);

/// Texts that would break out of a page that trusted them.
ComparisonPage hostile_page();

}  // namespace gpujob
