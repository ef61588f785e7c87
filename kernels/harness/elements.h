// SPDX-License-Identifier: MIT
// The answer check of workloads that give one value per element.
//
// Every element is compared with a reference in float64, made anew from the inputs on the host. The
// measure is the relative L2 error, sqrt(sum (v - r)^2 / sum r^2), of each block of 256 elements,
// and the worst block counts. Over all of 10^8 elements a single wrong one would be lost: an error
// of its own size gives 10^-4, of a thousandth of that 10^-7, below any tolerance. In its block it
// gives 0.06 and 6 10^-5. Systematic errors do not average out in blocks either.
//
// Elements left over at the end of a list are judged together with as many before them as fill a
// block. Only a list shorter than a block has fewer, down to one element, whose error nothing
// averages: it has a tolerance of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "device/cores.h"
#include "device/pool.h"
#include "device/sum.h"
#include "harness/answer.h"
#include "harness/json.h"
#include "harness/part.h"

namespace gpujob {

struct ElementRule {
  double tolerance;
  double scale = 0;  ///< references below it count as this, where rounding has an absolute size
  const char* what = "element";
  double shorter = 0;         ///< tolerance of a list shorter than a block; 0: no other
  double whole = HUGE_VAL;    ///< largest relative L2 error of 4096 elements or more together
  std::size_t block = 256;    ///< elements judged together; 1 where each is much work
  std::size_t piece = 65536;  ///< elements a core takes at a time; a multiple of `block`
};

/// What was found in a run of elements.
struct ElementTally {
  Sum<double> value, reference;
  double squares = 0, reference_squares = 0;
  double worst = 0;       ///< relative L2 error of the worst block
  std::size_t index = 0;  ///< the worst element in it
};

/// Relative error from sums of squares; infinite for not-a-number, so that it counts as the worst.
inline double relative_error(double squares, double reference_squares) {
  if (squares == 0) return 0;
  const double error = std::sqrt(squares / reference_squares);
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// Compares elements [begin, end) of one block, of which those from `fresh` on are in no other.
template <class Given, class Reference>
void tally_block(std::size_t begin, std::size_t fresh, std::size_t end, const Given& given,
                 const Reference& reference, double scale, ElementTally& tally) {
  double squares = 0, reference_squares = 0, largest = -1;
  std::size_t worst = begin;
  for (std::size_t i = begin; i < end; ++i) {
    const double v = given(i), r = reference(i);
    const double error = std::isfinite(v) ? std::fabs(v - r) : HUGE_VAL;
    const double square = error * error, reference_square = std::max(r * r, scale * scale);
    squares += square;
    reference_squares += reference_square;
    if (error > largest) largest = error, worst = i;
    if (i < fresh) continue;
    tally.value.add(v);
    tally.reference.add(r);
    tally.squares += square;
    tally.reference_squares += reference_square;
  }
  const double error = relative_error(squares, reference_squares);
  if (error > tally.worst) tally.worst = error, tally.index = worst;
}

/// All tallies together; `worst` and `index` are of the worst.
inline ElementTally sum_of(const std::vector<ElementTally>& tallies) {
  ElementTally all;
  for (const ElementTally& tally : tallies) {
    all.value.add(tally.value.value);
    all.reference.add(tally.reference.value);
    all.squares += tally.squares;
    all.reference_squares += tally.reference_squares;
    if (tally.worst > all.worst) all.worst = tally.worst, all.index = tally.index;
  }
  return all;
}

/// What is wrong; empty if all is right.
inline std::string element_problem(const ElementTally& all, std::size_t count,
                                   const ElementRule& rule, double tolerance) {
  const std::string what = rule.what;
  if (!(all.worst <= tolerance)) {
    return what + " " + std::to_string(all.index) +
           (std::isfinite(all.worst) ? " is off by " + number_text(all.worst)
                                     : " is not finite, or was never written");
  }
  const double whole = relative_error(all.squares, all.reference_squares);
  if (count < 4096 || whole <= rule.whole) return count > 0 ? "" : "no " + what + " was judged";
  return "all " + what + "s together are off by " + number_text(whole);
}

/// given(i) and reference(i), i in `part`, are values of float64; all cores are used.
template <class Given, class Reference>
Answer check_elements(Part part, const Given& given, const Reference& reference,
                      const ElementRule& rule) {
  const std::size_t block = rule.block, piece = rule.piece;
  std::vector<ElementTally> tallies((part.count + piece - 1) / piece);
  Pool(allowed_cores()).run(tallies.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t p = first; p < last; ++p) {
      const std::size_t begin = part.first + p * piece;
      const std::size_t end = std::min<std::size_t>(part.end(), begin + piece);
      for (std::size_t i = begin; i < end; i += block) {
        const std::size_t stop = std::min(end, i + block);
        const std::size_t start = stop - std::min<std::size_t>(block, stop - part.first);
        tally_block(start, i, stop, given, reference, rule.scale, tallies[p]);
      }
    }
  });
  const ElementTally all = sum_of(tallies);
  Answer answer;
  answer.judged = part;
  answer.tolerance = part.count < block && rule.shorter > 0 ? rule.shorter : rule.tolerance;
  answer.worst = {all.worst, all.index, rule.what};
  answer.value = all.value.value;
  answer.reference = all.reference.value;
  answer.error = std::fabs(answer.value - answer.reference);
  answer.problem = element_problem(all, part.count, rule, answer.tolerance);
  answer.valid = answer.problem.empty();
  return answer;
}

template <class Given, class Reference>
Answer check_elements(std::size_t count, const Given& given, const Reference& reference,
                      const ElementRule& rule) {
  return check_elements(Part{0, count}, given, reference, rule);
}

}  // namespace gpujob
