// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// The parts of a pass that are timed; or, of another tool's results alone, rates in place of
/// times.
enum class Part { Kernel, Total, ToDevice, FromDevice, Rate };
constexpr std::size_t kParts = 5;

/// As reports spell it: "kernel", "total", "h2d", "d2h"; "rate".
std::string_view part_name(Part phase);

enum class Better { Less, More };

/// What a comparison may be about.
struct Metric {
  std::string_view name;  ///< "kernel", "rate"
  Part part = Part::Kernel;
  Better better = Better::Less;
  enum class Value { Time, Rate, Fraction } value = Value::Time;
};

std::span<const Metric> metrics();
/// The row with this name, or nullptr.
const Metric* find_metric(std::string_view name);

/// Makes seconds of the metric's part its values, in place. `work` is what a pass does, `ceiling`
/// what the device was measured to reach a second; false where one is needed and 0 (unknown).
bool to_values(const Metric& metric, double work, double ceiling, std::span<double> seconds);

/// For people: "2.03 ms", "36.2 Top/s", "83.7 %". `unit` is the work's.
std::string format_value(const Metric& metric, double value, std::string_view unit);

}  // namespace gpujob
