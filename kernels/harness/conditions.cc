// SPDX-License-Identifier: MIT
#include "harness/conditions.h"

#include <algorithm>
#include <chrono>

#include "harness/sampler.h"

namespace gpujob {

namespace {

constexpr std::chrono::milliseconds kPace{25};

bool says_anything(const DeviceMoment& moment) {
  return moment.core_hz || moment.watts || moment.celsius || moment.joules || moment.caps;
}

/// The values of those moments that have one.
std::vector<double> values_of(const std::vector<DeviceMoment>& moments,
                              std::optional<double> DeviceMoment::*which) {
  std::vector<double> values;
  for (const DeviceMoment& moment : moments) {
    if (moment.*which) values.push_back(*(moment.*which));
  }
  return values;
}

/// -1 without any.
double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? -1 : sum / static_cast<double>(values.size());
}

double share(const std::vector<DeviceMoment>& moments, bool Caps::*cap) {
  std::vector<double> capped;
  for (const DeviceMoment& moment : moments) {
    if (moment.caps) capped.push_back((*moment.caps).*cap ? 1 : 0);
  }
  return mean(capped);
}

}  // namespace

Conditions conditions_of(const std::vector<DeviceMoment>& moments) {
  Conditions all;
  all.moments = static_cast<int>(moments.size());
  const auto clocks = values_of(moments, &DeviceMoment::core_hz),
             heat = values_of(moments, &DeviceMoment::celsius),
             energy = values_of(moments, &DeviceMoment::joules);
  if (!clocks.empty()) all.core_hz = median(clocks);
  all.watts = mean(values_of(moments, &DeviceMoment::watts));
  if (!heat.empty()) all.celsius = *std::max_element(heat.begin(), heat.end());
  if (energy.size() > 1) all.joules = energy.back() - energy.front();
  all.power_capped = share(moments, &Caps::power);
  all.heat_capped = share(moments, &Caps::heat);
  all.braked = share(moments, &Caps::brake);
  return all;
}

void ConditionsWatch::begin() {
  const DeviceMoment first = device_.now();
  if (!says_anything(first)) return;
  if (!moments_.empty() && first.joules && moments_.back().joules) {
    unwatched_joules_ = *first.joules - *moments_.back().joules;
  }
  add(first);
  ended_ = false;
  thread_ = std::thread([this] { watch(); });
}

Conditions ConditionsWatch::end() {
  if (!thread_.joinable()) return conditions_of(moments_);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  add(device_.now());
  return conditions_of(moments_);
}

void ConditionsWatch::add(DeviceMoment moment) {
  if (moment.joules) *moment.joules -= unwatched_joules_;
  moments_.push_back(moment);
}

void ConditionsWatch::watch() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, kPace, [this] { return ended_; })) {
    add(device_.now());
  }
}

}  // namespace gpujob
