// SPDX-License-Identifier: MIT
#include "report/metric.h"

#include <algorithm>

#include "base/duration.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

constexpr std::string_view kPartNames[kParts] = {"kernel", "total", "h2d", "d2h", "rate"};

constexpr Metric kMetrics[] = {
    {"kernel", Part::Kernel, Better::Less, Metric::Value::Time},
    {"total", Part::Total, Better::Less, Metric::Value::Time},
    {"h2d", Part::ToDevice, Better::Less, Metric::Value::Time},
    {"d2h", Part::FromDevice, Better::Less, Metric::Value::Time},
    {"rate", Part::Kernel, Better::More, Metric::Value::Rate},
    {"fraction", Part::Kernel, Better::More, Metric::Value::Fraction},
};

}  // namespace

std::string_view part_name(Part phase) {
  return kPartNames[static_cast<std::size_t>(phase)];
}

std::span<const Metric> metrics() {
  return kMetrics;
}

const Metric* find_metric(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                         [&](const Metric& metric) { return metric.name == name; });
  return found == std::end(kMetrics) ? nullptr : found;
}

bool to_values(const Metric& metric, double work, double ceiling, std::span<double> seconds) {
  if (metric.value == Metric::Value::Time) return true;
  const double over = metric.value == Metric::Value::Rate ? 1 : ceiling;
  if (work <= 0 || over <= 0) return false;
  for (double& value : seconds) value = work / value / over;
  return true;
}

std::string format_value(const Metric& metric, double value, std::string_view unit) {
  switch (metric.value) {
    case Metric::Value::Time:
      return format_seconds(value);
    case Metric::Value::Rate:
      return format_quantity(value, std::string(unit) + "/s");
    case Metric::Value::Fraction:
      return format_share(value);
  }
  return "";
}

}  // namespace gpujob
