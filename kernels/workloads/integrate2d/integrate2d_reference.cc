// SPDX-License-Identifier: MIT
// The answer check of integrate2d.
//
// The integral over [0, pi]^2 is -4 sin(phase), and 0 for phase 0, which a program that computes
// nothing also gives. But the midpoint sum of one row has a closed form too: with n h = w,
//     sum over j of sin(x_i + y_j + phase) = K sin(x_i + w / 2 + phase),  K = sin(w / 2) / sin(h /
//     2),
// for w = pi it is K cos(x_i + phase). So every row (or block of rows) is compared with its own
// sum. K, about n for a small square and 2 n / pi for w = pi, is the largest that the sum of a row
// can be: the error of a row is relative to it. Rows average errors away, so random points from the
// same device function are compared one by one as well. And since what has a closed form can be had
// without adding anything up, the same code adds up some rows with a drawn weight for each column
// (weights.h), which nothing but adding up gives.
//
// The mean over a block of 16 rows hides what one of them does 16 times as well. At n = 102400 and
// w = pi the last column left out of one row of a block is 9.6e-7 of it. Where every block has such
// a fault their errors are fitted all together, which leaves nothing of what is rounded by chance
// (check_fit).
#include "workloads/integrate2d/integrate2d_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/json.h"

namespace gpujob::integrate2d {

namespace {

const long double kPiExact = std::acos(-1.0L);

/// |error|; infinite for not-a-number, so that it counts as the worst.
double size_of(long double error) {
  return std::isfinite(error) ? static_cast<double>(std::fabs(error))
                              : std::numeric_limits<double>::infinity();
}

/// Whether the tolerance is one of float32 arithmetic; that of mixed is 6.1e-8 at most.
bool in_single(const Answer& answer) {
  return answer.tolerance > 2e-7;
}

Part rows_of(const Sums& given) {
  return given.rows.value_or(Part{0, static_cast<std::uint64_t>(given.n)});
}

/// The square, and the largest that the sum of one of its rows can be.
struct Square {
  long double side, h, largest;

  explicit Square(const Sums& given)
      : side(kPiExact * static_cast<long double>(given.width)),
        h(side / given.n),
        largest(std::sin(side / 2) / std::sin(h / 2)) {}

  /// x + side / 2 at the middle of the rows [first, first + rows).
  long double middle(long double first, long double rows) const {
    return h * (first + rows / 2) + side / 2;
  }
};

/// Along a sine and along a cosine.
struct Wave {
  long double sine = 0, cosine = 0;
};

/// What the errors of the sums have in common. A fault repeated in each row adds to them some A
/// sin(x_i + phase + b), as a column that is left out does with A = 1 / K (1 / 16 of that if it is
/// one row of a block of 16). Around the middle of all rows sine and cosine are orthogonal, however
/// few rows there are: the errors are split into what is along either and the rest.
struct Fit {
  long double middle;  ///< of the angles x + side / 2 + phase
  Wave along, squares;
  std::size_t sums = 0;

  void add(long double angle, long double error) {
    const long double sine = std::sin(angle - middle), cosine = std::cos(angle - middle);
    along.sine += error * sine;
    along.cosine += error * cosine;
    squares.sine += sine * sine;
    squares.cosine += cosine * cosine;
    ++sums;
  }

  /// What h does, by a unit of its relative error: the mean of y cos(x + y + phase), relative to
  /// the largest of a row. With y = side / 2 + z the part even in z is along the cosine of the
  /// middle of a row, that odd in it along the sine.
  Wave of_step(long double side) const {
    const long double even = side / 2, odd = even / std::tan(even) - 1;
    return {odd * std::cos(middle) - even * std::sin(middle),
            even * std::cos(middle) + odd * std::sin(middle)};
  }

  /// The least A that there can be for what is along both, if h may be off by `rounded`.
  double amplitude(long double side, long double rounded) const {
    const long double sine = std::sqrt(squares.sine), cosine = std::sqrt(squares.cosine);
    const Wave step{of_step(side).sine * sine, of_step(side).cosine * cosine};
    const Wave found{along.sine / sine, along.cosine / cosine};
    const long double most = (found.sine * step.sine + found.cosine * step.cosine) /
                             (step.sine * step.sine + step.cosine * step.cosine);
    const long double by = std::clamp(most, -rounded, rounded);
    return static_cast<double>(
        std::hypot(found.sine - by * step.sine, found.cosine - by * step.cosine) /
        std::max(sine, cosine));
  }
};

/// Whether float32 rounds x_i alike in all rows: they go by about a multiple of 2^-22, half a unit
/// in the last place of the largest.
bool rounded_alike(long double h, Part rows) {
  const long double units = std::ldexp(h, 22);
  return std::fabs(units - std::round(units)) * static_cast<long double>(rows.count) < 8;
}

// Over many blocks x_i is rounded as often up as down, so of the 17 u of a point (below) that of h
// is left, up to 1.9 u, and it has its own shape. What is not of that shape is 0.4 u on cores. At
// n = 409600 the last column left out of one row of each block is 4.0 u for w = pi, of which 2.2 u
// at least have not that shape, and 2.6 u for a small square.
void check_fit(const Sums& given, const Square& square, const Fit& fit, Answer& answer) {
  if (given.rows_a_sum == 1 || fit.sums < 256 || !in_single(answer)) return;
  if (rounded_alike(square.h, rows_of(given))) return;
  constexpr double u = 0x1p-24;
  const double alike = fit.amplitude(square.side, u);
  if (alike <= u) return;
  answer.problem = "the blocks are all off alike, by " + number_text(alike);
}

/// Compares the sums; fills in `worst`, `value`, `reference` and `error`.
void check_sums(const Sums& given, Answer& answer) {
  const Part part = rows_of(given);
  const Square square(given);
  long double value = 0, reference = 0;
  Fit fit{square.middle(part.first, part.count) + given.phase, {}, {}};
  answer.worst = {0, 0, given.rows_a_sum == 1 ? "row" : "block"};
  for (std::size_t s = 0; s < given.sums.size(); ++s) {
    const int first = static_cast<int>(part.first) + static_cast<int>(s) * given.rows_a_sum;
    const int rows = std::min(given.rows_a_sum, static_cast<int>(part.end()) - first);
    long double expected = 0;
    for (int i = first; i < first + rows; ++i) {
      expected += square.largest * std::sin(square.middle(i, 1) + given.phase);
    }
    const long double error =
        (static_cast<long double>(given.sums[s]) - expected) / (rows * square.largest);
    fit.add(square.middle(first, rows) + given.phase, error);
    if (size_of(error) > answer.worst.error) {
      const auto number = static_cast<std::size_t>(first / given.rows_a_sum);
      answer.worst = {size_of(error), number, answer.worst.what};
    }
    value += static_cast<long double>(given.sums[s]);
    reference += expected;
  }
  answer.value = static_cast<double>(value * square.h * square.h);
  answer.reference = static_cast<double>(reference * square.h * square.h);
  answer.error = std::fabs(answer.value - answer.reference);
  check_fit(given, square, fit, answer);
}

/// What float32 rounds the largest sum of a row or block to, or of the shorter block at the end,
/// relative to it.
double rounding_of_sums(const Sums& given) {
  const auto row = static_cast<double>(Square(given).largest);
  const auto shorter =
      static_cast<double>(rows_of(given).end() % static_cast<std::uint64_t>(given.rows_a_sum));
  const auto rounding = [](double sum) { return std::ldexp(1.0, std::ilogb(sum) - 24) / sum; };
  return std::max(rounding(given.rows_a_sum * row), shorter > 0 ? rounding(shorter * row) : 0);
}

/// Compares the samples; fills in `pointwise` and returns which one is the worst.
std::size_t check_points(const Sums& given, const Samples& samples, Answer& answer) {
  const long double h = kPiExact * static_cast<long double>(given.width) / given.n;
  std::size_t worst = 0;
  answer.pointwise = {0, static_cast<int>(samples.at.size())};
  for (std::size_t k = 0; k < samples.at.size(); ++k) {
    const GridPoint& at = samples.at[k];
    const long double angle = h * (static_cast<long double>(at.i) + at.j + 1) + given.phase;
    const double error = size_of(static_cast<long double>(samples.values[k]) - std::sin(angle));
    if (error > answer.pointwise.error) {
      answer.pointwise.error = error;
      worst = k;
    }
  }
  return worst;
}

/// Compares the weighed sums; fills in `weighed` and returns which one is the worst. As each weight
/// is 1/2 or 1, they err by no more than the sums do.
std::size_t check_weighed(const Sums& given, const WeighedSums& weighed, Answer& answer) {
  const Square square(given);
  const auto h = static_cast<double>(square.h);
  const int n = given.n, end = static_cast<int>(rows_of(given).end());
  answer.weighed = {0, static_cast<int>(weighed.sums.size())};
  std::size_t worst = 0;
  for (std::size_t s = 0; s < weighed.sums.size(); ++s) {
    const int first = weighed.rows[s], after = std::min(end, first + given.rows_a_sum);
    long double expected = 0;
    for (int i = first; i < after; ++i) {
      double row = 0;
      for (int j = 0; j < n; ++j) {
        row += weighed.weights[static_cast<std::size_t>(j)] *
               std::sin(h * (static_cast<double>(i) + j + 1) + given.phase);
      }
      expected += row;
    }
    const double error = size_of((static_cast<long double>(weighed.sums[s]) - expected) /
                                 ((after - first) * square.largest));
    if (error > answer.weighed.error) {
      answer.weighed.error = error;
      worst = s;
    }
  }
  return worst;
}

/// Errors allowed, relative to the largest value of the integrand.
struct Tolerance {
  double sum;  ///< of a row, or of a block of rows
  double point;
};

// float32. With u = 2^-24 the angle x + y of a point errs by at most 14 u: its size is below 5, so
// rounding it costs 4 u; x, rounded once, 4 u; y = h (j + 1/2) 2 u, and h itself pi u. The sine
// adds 1 u, adding up at most 64 terms before a careful sum typically 2 u. Together 17 u = 1.0e-6.
// A row's sum has 4 u of x, 1.9 u of h and 1 u of storing it left, 4.1e-7 in all, and on cores rows
// err by 3.6e-7 and points by 3.9e-7: 5e-7 and 1e-6. (`poly` errs less: 0.5 u + 0.5 u in t, 0.11 u
// in the fit, 2.5 u in evaluating it.)
// mixed. Computed as float64, stored as float32, which rounds to half a unit in the last place: a
// point to u / 2 = 3.0e-8, the sum of a row to as much just below a power of two (at n = 102400),
// to 1 u = 6.0e-8 just above one. 5e-8, and for sums what they are rounded to where that is more.
// float64. The same 17 u with u = 2^-53 is 1.9e-15; n h = pi holds to n u / 2 in h (j + 1/2) when n
// is not a power of two, and plain pieces of 64 terms add up to 32 u: 1e-14. An order more is free,
// because nothing computed in a lower precision comes near 1e-13.
// float32, sfu and hybrid. The documented error of CUDA's fast sine in [-pi, pi] is 2^-21.41 =
// 3.6e-7, that of the polynomial in its place 8.0e-7; 4 u come from the angle: 1.5e-6.
// float32, rotate and recurrence. A chain of 64 steps rounds once (recurrence) or twice (rotation)
// a step to u / 2 of a value near 1. As a random walk that is 8 u, 12 u, and rows err by 2.1e-7 on
// cores. But where neighbours of a chain differ by almost the same (h below 1e-6) steps round
// alike: 32 u at the end of a chain, after less than 3 u of the anchor: 2.1e-6 for a point. Along a
// row what is rounded goes through its range again and again, 2.6 times in the narrowest square
// with the most points. The least is left of it if once is just a chain, for then all chains of
// the row err alike: by 64 u / 12 on average, with the anchor 8.3 u = 5e-7. On cores 3.5e-7 were
// seen.
Tolerance tolerance(const Sums& given, const std::string& variant, const std::string& precision) {
  if (precision == "float64") return {1e-13, 1e-13};
  if (precision == "mixed") return {std::max(5e-8, 1.01 * rounding_of_sums(given)), 5e-8};
  if (variant == "sfu" || variant == "hybrid") return {1.5e-6, 1.5e-6};
  if (variant == "rotate") return {2e-6, 2.1e-6};
  if (variant == "recurrence") return {5e-7, 2.1e-6};
  return {5e-7, 1e-6};
}

}  // namespace

Answer check(const Sums& given, const Samples& samples, const std::string& variant,
             const std::string& precision, const WeighedSums& weighed) {
  const Tolerance allowed = tolerance(given, variant, precision);
  Answer answer;
  answer.judged = rows_of(given);
  answer.tolerance = allowed.sum;
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
  const std::size_t worst_weighed = check_weighed(given, weighed, answer);
  const auto text = [&](double error) { return "is off by " + number_text(error); };
  if (!(answer.worst.error <= answer.tolerance)) {
    answer.problem = answer.worst.what + " " + std::to_string(answer.worst.index) + " " +
                     text(answer.worst.error);
  } else if (answer.problem.empty() && !(answer.pointwise.error <= allowed.point)) {
    const GridPoint& at = samples.at[worst_point];
    answer.problem = "point (" + std::to_string(at.i) + ", " + std::to_string(at.j) + ") " +
                     text(answer.pointwise.error);
  } else if (answer.problem.empty() && !(answer.weighed.error <= answer.tolerance)) {
    answer.problem = answer.worst.what + " " +
                     std::to_string(weighed.rows[worst_weighed] / given.rows_a_sum) +
                     " with weights " + text(answer.weighed.error);
  }
  answer.valid = answer.problem.empty();
  return answer;
}

}  // namespace gpujob::integrate2d
