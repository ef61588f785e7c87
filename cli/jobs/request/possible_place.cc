// SPDX-License-Identifier: MIT
#include "jobs/request/possible_place.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace gpujob {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

std::optional<double> expected_start(const PossiblePlace& place) {
  if (place.starts_in || !place.waited) return place.starts_in;
  return place.waited->median;
}

bool is_last(const PossiblePlace& place) {
  return !place.refused.empty() || place.is_over;
}

/// What is compared of end and speed, the most important first.
std::array<double, 3> rank_of(const PossiblePlace& place, PlaceOrder order) {
  const double refused = is_last(place) ? 1 : 0;
  if (order == PlaceOrder::Speed)
    return {refused, place.measured ? place.measured->median : kUnknown, 0};
  return {refused, expected_end(place).value_or(kUnknown),
          expected_start(place).value_or(kUnknown)};
}

double gpu_hours(const PossiblePlace& place) {
  constexpr double kSecondsInHour = 3600;
  return place.gpus * static_cast<double>(place.time.count()) / kSecondsInHour;
}

/// Empty where the charge is not known.
std::string unit_of(const PossiblePlace& place) {
  return place.charge ? place.charge->unit : "";
}

void sort_by_cost(std::vector<PossiblePlace>& places) {
  std::map<std::pair<bool, std::string>, double> least;  // of a group
  for (const PossiblePlace& place : places) {
    double& hours = least.try_emplace({is_last(place), unit_of(place)}, kUnknown).first->second;
    hours = std::min(hours, gpu_hours(place));
  }
  const auto rank = [&](const PossiblePlace& place) {
    const std::string unit = unit_of(place);
    const double cost = place.charge ? place.charge->amount : gpu_hours(place);
    return std::tuple(is_last(place), least.at({is_last(place), unit}), unit.empty(), unit, cost,
                      gpu_hours(place), place.nodes, place.site, place.gpu);
  };
  std::stable_sort(
      places.begin(), places.end(),
      [&](const PossiblePlace& a, const PossiblePlace& b) { return rank(a) < rank(b); });
}

}  // namespace

std::vector<std::string> charge_units(const std::vector<PossiblePlace>& places) {
  std::set<std::string> units;
  for (const PossiblePlace& place : places)
    if (place.charge) units.insert(place.charge->unit);
  return {units.begin(), units.end()};
}

std::optional<WaitInterval> next_wait(std::vector<double> waits) {
  const std::size_t n = waits.size();
  const auto k = static_cast<std::size_t>(static_cast<double>(n + 1) * (1 - kWaitShare) / 2 + 1e-9);
  if (k == 0) return std::nullopt;
  std::sort(waits.begin(), waits.end());
  return WaitInterval{waits[k - 1], waits[n - k]};
}

std::optional<double> expected_end(const PossiblePlace& place) {
  const std::optional<double> start = expected_start(place);
  if (!start || !place.elapsed) return std::nullopt;
  return *start + *place.elapsed;
}

void sort_places(std::vector<PossiblePlace>& places, PlaceOrder order) {
  if (order == PlaceOrder::Cost) return sort_by_cost(places);
  std::stable_sort(places.begin(), places.end(),
                   [&](const PossiblePlace& a, const PossiblePlace& b) {
                     return rank_of(a, order) < rank_of(b, order);
                   });
}

}  // namespace gpujob
