// SPDX-License-Identifier: MIT
// The answer check of integrate2d.
//
// The integral over [0, pi]^2 is -4 sin(phase), and 0 for phase 0, which a program that computes
// nothing also gives. But the midpoint sum of one row has a closed form too: with n h = w,
//     sum over j of sin(x_i + y_j + phase) = sin(x_i + w / 2 + phase) sin(w / 2) / sin(h / 2),
// for w = pi cos(x_i + phase) / sin(h / 2). So every row (or block of rows) is compared with its
// own sum. The error of a row is scaled by sin(h / 2): then it is the mean error of a point of the
// row, times w / 2. Rows average errors away, so random points from the same device function are
// compared one by one as well.
//
// The mean over a block of 16 rows hides what one of them does 16 times as well. At n = 102400 the
// last column left out of one row of a block is 9.6e-7 of it. Where every block has such a fault
// their errors are fitted all together, which leaves nothing of what is rounded by chance
// (check_fit).
#include "workloads/integrate2d/integrate2d_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/json.h"

namespace gpujob::integrate2d {

namespace {

const long double pi_exact = std::acos(-1.0L);

/// |given - expected| * scale; infinite where it is not a number, so that it is the worst.
double error_of(double given, long double expected, long double scale) {
  const long double error = std::fabs(static_cast<long double>(given) - expected) * scale;
  return std::isfinite(error) ? static_cast<double>(error)
                              : std::numeric_limits<double>::infinity();
}

/// Whether the tolerance is one of float32 arithmetic; that of mixed is 6.1e-8.
bool in_single(const Answer& answer) {
  return answer.tolerance > 2e-7;
}

Part rows_of(const Sums& given) {
  return given.rows.value_or(Part{0, static_cast<std::uint64_t>(given.n)});
}

/// What the errors of the sums have in common. Whatever is done alike in each row adds to it
/// some A sin(x_i + phase + b), as a column that is left out does with A = h / 2 (1 / 16 of that if
/// it is one row of a block of 16).
struct Fit {
  long double along_sine = 0, along_cosine = 0;
  std::size_t sums = 0;

  /// A, if the sums are those of a whole half turn.
  double amplitude() const {
    return static_cast<double>(2 * std::hypot(along_sine, along_cosine) /
                               static_cast<long double>(sums));
  }
};

// Over all blocks x_i is rounded as often up as down, so of the 17 u of a point (below) that of h
// is left, 1 u: it comes to |integral of y exp(i y)| / 2 = 1.9 u, 1.1e-7. At n = 409600 the last
// column left out of one row of each block is 2.4e-7, or 1.7e-7 where rounding h hides a part of
// it.
void check_fit(const Sums& given, const Fit& fit, Answer& answer) {
  const bool whole = !given.rows && given.width == 1;
  if (given.rows_a_sum == 1 || !whole || fit.sums < 1024 || !in_single(answer)) return;
  if (fit.amplitude() <= 0.28 * answer.tolerance) return;
  answer.problem = "the blocks are all off alike, by " + number_text(fit.amplitude());
}

/// Compares the sums; fills in `worst`, `value`, `reference` and `error`.
void check_sums(const Sums& given, Answer& answer) {
  const Part part = rows_of(given);
  const long double side = pi_exact * static_cast<long double>(given.width);
  const long double h = side / given.n, half_sine = std::sin(h / 2);
  long double value = 0, reference = 0;
  Fit fit;
  answer.worst = {0, 0, given.rows_a_sum == 1 ? "row" : "block"};
  for (std::size_t s = 0; s < given.sums.size(); ++s) {
    const int first = static_cast<int>(part.first) + static_cast<int>(s) * given.rows_a_sum;
    const int rows = std::min(given.rows_a_sum, static_cast<int>(part.end()) - first);
    long double expected = 0;
    for (int i = first; i < first + rows; ++i) {
      const long double middle = h * (static_cast<long double>(i) + 0.5L) + side / 2;
      expected += std::sin(middle + given.phase) * std::sin(side / 2) / half_sine;
    }
    const double error = error_of(given.sums[s], expected, half_sine / rows);
    const long double middle_row = h * (static_cast<long double>(first) + rows / 2.0L) + side / 2;
    const auto signed_error =
        (static_cast<long double>(given.sums[s]) - expected) * half_sine / rows;
    fit.along_sine += signed_error * std::sin(middle_row + given.phase);
    fit.along_cosine += signed_error * std::cos(middle_row + given.phase);
    ++fit.sums;
    if (error > answer.worst.error) {
      const auto number = static_cast<std::size_t>(first / given.rows_a_sum);
      answer.worst = {error, number, answer.worst.what};
    }
    value += static_cast<long double>(given.sums[s]);
    reference += expected;
  }
  answer.value = static_cast<double>(value * h * h);
  answer.reference = static_cast<double>(reference * h * h);
  answer.error = std::fabs(answer.value - answer.reference);
  check_fit(given, fit, answer);
}

/// Compares the samples; fills in `pointwise` and returns which one is the worst.
std::size_t check_points(const Sums& given, const Samples& samples, Answer& answer) {
  const long double h = pi_exact * static_cast<long double>(given.width) / given.n;
  std::size_t worst = 0;
  answer.pointwise = {0, static_cast<int>(samples.at.size())};
  for (std::size_t k = 0; k < samples.at.size(); ++k) {
    const GridPoint& at = samples.at[k];
    const long double angle = h * (static_cast<long double>(at.i) + at.j + 1) + given.phase;
    const double error = error_of(samples.values[k], std::sin(angle), 1);
    if (error > answer.pointwise.error) {
      answer.pointwise.error = error;
      worst = k;
    }
  }
  return worst;
}

}  // namespace

// float32. With u = 2^-24 the angle x + y of a point errs by at most 14 u: its size is below 5, so
// rounding it costs 4 u; x, rounded once, 4 u; y = h (j + 1/2) 2 u, and h itself pi u. The sine
// adds 1 u, adding up at most 64 terms before a careful sum typically 2 u. Together 17 u = 1.0e-6.
// A row's sum has 4 u of x, 1.9 u of h and 1 u of storing it left, 4.1e-7 in all, and on cores rows
// err by 3.6e-7 and points by 3.9e-7: 5e-7 and 1e-6. (`poly` errs less: 0.5 u + 0.5 u in t, 0.11 u
// in the fit, 2.5 u in evaluating it.)
// mixed. Computed as float64, stored as float32: 1 u = 6.0e-8 where 2 n / pi is just above a power
// of two, half of it at 102400.
// float64. The same 17 u with u = 2^-53 is 1.9e-15; n h = pi holds to n u / 2 in h (j + 1/2) when n
// is not a power of two, and plain pieces of 64 terms add up to 32 u: 1e-14. An order more is free,
// because nothing computed in a lower precision comes near 1e-13.
// float32, sfu and hybrid. The documented error of CUDA's fast sine in [-pi, pi] is 2^-21.41 =
// 3.6e-7, that of the polynomial in its place 8.0e-7; 4 u come from the angle: 1.5e-6.
// float32, rotate and recurrence. A chain of 64 steps rounds once (recurrence) or twice (rotation)
// a step to u / 2 of a value near 1, which adds up to 32 u or 64 u at worst, but as a random walk:
// 8 u, 12 u. Five times the deviation is 1.0e-6 and 2.0e-6 for a point after less than 1 u of the
// anchor; a row averages over its chains, and on cores errs by 2.1e-7.
Tolerance tolerance(const std::string& variant, const std::string& precision) {
  if (precision == "float64") return {1e-13, 1e-13};
  if (precision == "mixed") return {6.1e-8, 6.1e-8};
  if (variant == "sfu" || variant == "hybrid") return {1.5e-6, 1.5e-6};
  if (variant == "rotate") return {2e-6, 2e-6};
  return {5e-7, 1e-6};
}

Answer check(const Sums& given, const Samples& samples, const Tolerance& tolerance) {
  Answer answer;
  answer.judged = rows_of(given);
  answer.tolerance = tolerance.sum;
  answer.inputs = {{"phase", given.phase}};
  const auto rows_a_sum = static_cast<std::size_t>(given.rows_a_sum);
  const std::size_t sums = (rows_of(given).count + rows_a_sum - 1) / rows_a_sum;
  if (given.sums.size() != sums || samples.at.empty() ||
      samples.values.size() != samples.at.size()) {
    answer.problem = "sums or sample points are missing";
    return answer;
  }
  check_sums(given, answer);
  const std::size_t worst_point = check_points(given, samples, answer);
  const auto text = [&](double error) { return "is off by " + number_text(error); };
  if (!(answer.worst.error <= answer.tolerance)) {
    answer.problem = answer.worst.what + " " + std::to_string(answer.worst.index) + " " +
                     text(answer.worst.error);
  } else if (answer.problem.empty() && !(answer.pointwise.error <= tolerance.point)) {
    const GridPoint& at = samples.at[worst_point];
    answer.problem = "point (" + std::to_string(at.i) + ", " + std::to_string(at.j) + ") " +
                     text(answer.pointwise.error);
  }
  answer.valid = answer.problem.empty();
  return answer;
}

}  // namespace gpujob::integrate2d
