// SPDX-License-Identifier: MIT
#pragma once

namespace gpujob {

/// Chance that a standard normal value is above `z`.
double normal_tail(double z);

/// The value below which a standard normal one lies with chance `p`, 0 < p < 1.
double normal_quantile(double p);

/// The same of Student's t with `freedom` (at least 1) degrees of freedom.
double student_quantile(double p, double freedom);

}  // namespace gpujob
