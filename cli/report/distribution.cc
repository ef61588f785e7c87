// SPDX-License-Identifier: MIT
#include "report/distribution.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace gpujob {

namespace {

namespace bm = boost::math;

// In plain double, and without exceptions: arguments are in range by contract.
using Policy = bm::policies::policy<bm::policies::promote_double<false>,
                                    bm::policies::overflow_error<bm::policies::ignore_error>>;

}  // namespace

double normal_tail(double z) {
  return bm::cdf(bm::complement(bm::normal_distribution<double, Policy>(), z));
}

double normal_quantile(double p) {
  return bm::quantile(bm::normal_distribution<double, Policy>(), p);
}

double student_quantile(double p, double freedom) {
  return bm::quantile(bm::students_t_distribution<double, Policy>(freedom), p);
}

}  // namespace gpujob
