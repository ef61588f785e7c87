// SPDX-License-Identifier: MIT
// The answer check of monte_carlo_pi.
//
// pi alone would be a poor check: any generator, half of the points or the same points over and
// over come close to it. But the hits of each chunk are whole numbers: they are counted again here
// from the definition and must be the same, for up to 2^32 points, which is the largest named size.
// Beyond that, chunks drawn at random are counted again, 2^32 points in all; the hits of the others
// must be within what chance allows.
//
// A hit has the probability p = pi / 4, so the share of hits of N points has the standard deviation
// sqrt(p (1 - p) / N), and 4 times it, the estimate of pi, 1.642 / sqrt(N). Right runs are beyond 5
// of them once in 1.7 million; a chunk is allowed 9, because there are up to millions of chunks.
#include "workloads/monte_carlo_pi/monte_carlo_pi_reference.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "device/cores.h"
#include "device/pool.h"
#include "harness/json.h"

namespace gpujob::monte_carlo_pi {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint64_t kCountedAgain = std::uint64_t{1} << 32;

constexpr int kTogether = 32;  ///< counters, for compilers to compute side by side

/// The numbers of counters k, k + 1 ... by the definition, in plain code written apart from
/// philox.h.
struct Numbers {
  std::uint32_t x[4][kTogether];

  Numbers(std::uint64_t k, Key key) {
    for (int c = 0; c < kTogether; ++c) {
      const std::uint64_t counter = k + static_cast<std::uint64_t>(c);
      x[0][c] = static_cast<std::uint32_t>(counter);
      x[1][c] = static_cast<std::uint32_t>(counter >> 32);
      x[2][c] = x[3][c] = 0;
    }
    for (int round = 0; round < 10; ++round) {
      for (int c = 0; c < kTogether; ++c) {
        const std::uint64_t left = std::uint64_t{x[0][c]} * 0xd2511f53u;
        const std::uint64_t right = std::uint64_t{x[2][c]} * 0xcd9e8d57u;
        x[0][c] = static_cast<std::uint32_t>(right >> 32) ^ x[1][c] ^ key.first;
        x[1][c] = static_cast<std::uint32_t>(right);
        x[2][c] = static_cast<std::uint32_t>(left >> 32) ^ x[3][c] ^ key.second;
        x[3][c] = static_cast<std::uint32_t>(left);
      }
      key.first += 0x9e3779b9u;
      key.second += 0xbb67ae85u;
    }
  }

  /// Whether the first or second point of counter c is a hit.
  std::uint32_t hit(int which, int c) const {
    const std::size_t first = which == 0 ? 0 : 2;
    const std::uint32_t u = x[first][c] >> 1, v = x[first + 1][c] >> 1;
    const std::uint64_t squares = std::uint64_t{u} * u + std::uint64_t{v} * v;  // below 2^63
    return 1 - static_cast<std::uint32_t>(squares >> 62);
  }
};

/// Largest deviation that chance may give the hits of `points`.
double allowed(double points, double deviations) {
  return deviations * std::sqrt(points * kPi / 4 * (1 - kPi / 4)) + 1;
}

/// Chunks to count again: all, or as many as there is time for, drawn.
std::vector<std::uint64_t> chunks_to_count(const Layout& layout, std::uint64_t seed) {
  const std::uint64_t most = std::max<std::uint64_t>(1, kCountedAgain / layout.chunk);
  std::vector<std::uint64_t> chosen(std::min(layout.chunks(), most));
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::uint64_t> any(0, layout.chunks() - 1);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    chosen[k] = layout.chunks() <= most ? k : any(random);
  }
  return chosen;
}

/// Chunks are numbered through the whole stream, of which this may be a part.
std::size_t number_of(const Layout& layout, std::uint64_t chunk) {
  return static_cast<std::size_t>(layout.first(chunk) / layout.chunk);
}

/// Differences to the new count; the worst goes to `answer`.
void compare_counts(const Counts& given, const std::vector<std::uint64_t>& chunks, Answer& answer) {
  std::vector<double> off(chunks.size());
  Pool(allowed_cores()).run(chunks.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint64_t c = chunks[k];
      const std::uint64_t expected =
          count_hits(given.key, given.layout.first(c), given.layout.size(c));
      off[k] = std::fabs(static_cast<double>(given.hits[c]) - static_cast<double>(expected));
    }
  });
  const auto worst =
      static_cast<std::size_t>(std::max_element(off.begin(), off.end()) - off.begin());
  answer.worst = {off[worst], number_of(given.layout, chunks[worst]), "chunk"};
  if (off[worst] > 0) {
    answer.problem = "chunk " + std::to_string(answer.worst.index) + " is off by " +
                     number_text(off[worst]) + " hits";
  }
}

/// Compares the counts with what chance allows: over all, then per chunk.
void compare_with_chance(const Counts& given, Answer& answer) {
  double hits = 0;
  for (const std::uint32_t h : given.hits) hits += h;
  const auto points = static_cast<double>(given.layout.points);
  answer.value = 4 * hits / points;
  answer.reference = kPi;
  answer.error = std::fabs(answer.value - kPi);
  if (std::fabs(hits - points * kPi / 4) > allowed(points, 5)) {
    answer.problem = "pi is off by " + number_text(answer.error) + ", more than 5 deviations";
  }
  for (std::size_t c = 0; c < given.hits.size(); ++c) {
    const auto size = static_cast<double>(given.layout.size(c));
    if (std::fabs(given.hits[c] - size * kPi / 4) > allowed(size, 9)) {
      answer.problem = "chunk " + std::to_string(number_of(given.layout, c)) +
                       " has a number of hits that chance does not";
      return;
    }
  }
}

}  // namespace

std::uint64_t count_hits(Key key, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t end = first + count;
  std::uint64_t hits = 0;
  for (std::uint64_t k = first / 2; 2 * k < end; k += kTogether) {
    const Numbers numbers(k, key);
    std::uint32_t found = 0;
    if (2 * k >= first && 2 * (k + kTogether) <= end) {
      for (int c = 0; c < kTogether; ++c) found += numbers.hit(0, c) + numbers.hit(1, c);
    } else {
      for (std::uint64_t p = std::max(2 * k, first); p < std::min(2 * (k + kTogether), end); ++p) {
        found += numbers.hit(static_cast<int>(p % 2), static_cast<int>(p / 2 - k));
      }
    }
    hits += found;
  }
  return hits;
}

// The counts are whole numbers: a tolerance of half a hit says "the same".
Answer check(const Counts& given, std::uint64_t seed) {
  Answer answer;
  answer.judged = {given.layout.begin, given.layout.points};
  answer.tolerance = 0.5;
  answer.worst.what = "chunk";
  answer.inputs = {{"key_first", given.key.first}, {"key_second", given.key.second}};
  if (given.hits.empty() || given.hits.size() != given.layout.chunks()) {
    answer.problem = "counts are missing";
    return answer;
  }
  compare_with_chance(given, answer);
  compare_counts(given, chunks_to_count(given.layout, seed), answer);
  answer.valid = answer.problem.empty();
  return answer;
}

}  // namespace gpujob::monte_carlo_pi
