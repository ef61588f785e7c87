// SPDX-License-Identifier: MIT
#include "base/suggest.h"

#include <algorithm>
#include <vector>

#include "base/format.h"

// Distances are counted in half edits: an edit is 2, a difference of case alone is 1.
// 'constrant' is 2 from 'constraint'; 'Time' is 1 from 'time'.

namespace gpujob {

namespace {

constexpr std::size_t kEdit = 2;
constexpr std::size_t kCase = 1;
/// A word this long that begins exactly one candidate is taken for an abbreviation of it.
constexpr std::size_t kShortestAbbreviation = 3;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t replacement(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? kCase : kEdit;
}

/// Optimal string alignment: three rows of the usual table, for swapped neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j * kEdit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i * kEdit;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {above[j] + kEdit, row[j - 1] + kEdit, above[j - 1] + replacement(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + kEdit);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

/// The largest distance still taken for a typing error: case only for one letter, one edit up to
/// five letters, one for every three beyond that, three at most.
std::size_t tolerance(std::size_t length) {
  if (length <= 1) return kCase;
  if (length <= 5) return kEdit;
  return kEdit * std::min<std::size_t>(length / 3, 3);
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && lower(a[length]) == lower(b[length])) ++length;
  return length;
}

std::string completion(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() < kShortestAbbreviation) return "";
  std::string found;
  for (const std::string& candidate : candidates) {
    if (common_prefix(word, candidate) < word.size()) continue;
    if (!found.empty()) return "";
    found = candidate;
  }
  return found;
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t limit = tolerance(std::max(word.size(), candidate.size()));
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    if ((longer - shorter) * kEdit > limit) continue;
    const std::size_t here = distance(word, candidate);
    if (here > limit) continue;
    // Of two equally near ones the longer common beginning wins: errors come late in a word.
    if (best == nullptr || here < best_distance ||
        (here == best_distance && common_prefix(word, candidate) > common_prefix(word, *best))) {
      best = &candidate;
      best_distance = here;
    }
  }
  return best != nullptr ? *best : completion(word, candidates);
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

Failure unknown_word(const std::string& what, const std::string& word,
                     const std::vector<std::string>& known) {
  return {ExitCode::Usage, format("{} '{}'", what, word), "unknown",
          format("it is one of {}", join(known, ", ")), did_you_mean(word, known)};
}

}  // namespace gpujob
