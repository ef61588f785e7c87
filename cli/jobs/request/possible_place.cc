// SPDX-License-Identifier: MIT
#include "jobs/request/possible_place.h"

#include <algorithm>
#include <array>
#include <limits>

namespace gpujob {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

std::optional<double> expected_start(const PossiblePlace& place) {
  return place.starts_in ? place.starts_in : place.waited;
}

/// What is compared, the most important first.
std::array<double, 3> rank_of(const PossiblePlace& place, PlaceOrder order) {
  const double refused = place.refused.empty() && !place.is_over ? 0 : 1;
  switch (order) {
    case PlaceOrder::End:
      return {refused, expected_end(place).value_or(kUnknown),
              expected_start(place).value_or(kUnknown)};
    case PlaceOrder::Speed:
      return {refused, place.measured ? place.measured->median : kUnknown, 0};
    case PlaceOrder::Cost:
      return {refused, static_cast<double>(place.gpus), static_cast<double>(place.nodes)};
  }
  return {};
}

}  // namespace

std::optional<WaitInterval> next_wait(std::vector<double> waits) {
  const std::size_t n = waits.size();
  const auto k = static_cast<std::size_t>(static_cast<double>(n + 1) * (1 - kWaitShare) / 2 + 1e-9);
  if (k == 0) return std::nullopt;
  std::sort(waits.begin(), waits.end());
  return WaitInterval{waits[k - 1], waits[n - k], n};
}

std::optional<double> expected_end(const PossiblePlace& place) {
  const std::optional<double> start = expected_start(place);
  if (!start || !place.elapsed) return std::nullopt;
  return *start + *place.elapsed;
}

void sort_places(std::vector<PossiblePlace>& places, PlaceOrder order) {
  std::stable_sort(places.begin(), places.end(),
                   [&](const PossiblePlace& a, const PossiblePlace& b) {
                     return rank_of(a, order) < rank_of(b, order);
                   });
}

}  // namespace gpujob
