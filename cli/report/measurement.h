// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/launch_config.h"
#include "report/metric.h"
#include "report/timing_report.h"

namespace gpujob {

/// A value that was not measured.
constexpr double kUnavailable = std::numeric_limits<double>::quiet_NaN();

/// What the job around a launch took, in seconds and joules; NaN where it is not known.
struct JobCost {
  double waited = kUnavailable;        ///< derived: from submission to the script's start
  double elapsed = kUnavailable;       ///< measured by the script itself
  double gpu_seconds = kUnavailable;   ///< derived: GPUs given to the job times elapsed
  double core_seconds = kUnavailable;  ///< derived: cores given to the job times elapsed
  double energy = kUnavailable;        ///< measured: joules of the job's nodes, by the accounting
};

/// One launch with all its samples: what is stored, exported and imported.
struct Measurement {
  std::string run;  ///< at most 26 bytes: a ULID, or an id made from a foreign result
  int launch = 1;
  std::string started;  ///< "2026-11-21T10:15:30Z", at most 20 bytes
  LaunchConfig setting;
  double ceiling = 0;  ///< what the device reached a second in the same process; 0: unknown
  JobCost cost;
  std::array<std::vector<double>, kParts>
      seconds;  ///< samples by part; of Part::Rate work a second
};

Measurement measurement_of(const TimingReport& report);

/// Text of fixed length, so that a hundred thousand of them are one allocation.
template <std::size_t Length>
struct ShortText {
  std::array<char, Length> bytes{};

  ShortText() = default;
  explicit ShortText(std::string_view text) { text.copy(bytes.data(), Length); }
  std::string_view view() const {
    const std::string_view all(bytes.data(), Length);
    return all.substr(0, all.find('\0'));
  }
  bool operator==(const ShortText&) const = default;
  auto operator<=>(const ShortText&) const = default;
};

/// What identifies a launch and what is not a sample: of fixed size, so that stores can keep rows
/// of them.
struct LaunchHead {
  ShortText<26> run;
  ShortText<20> started;
  std::uint16_t launch = 1;
  double ceiling = 0;
  JobCost cost;
};

LaunchHead head_of(const Measurement& measurement);

/// One launch as a comparison sees it: its setting and its job's cost by number, its samples of one
/// metric. A hundred thousand of them are looked at, so what few need stands elsewhere.
struct Launch {
  ShortText<26> run;
  ShortText<20> started;
  std::uint16_t launch = 1;
  std::uint32_t setting = 0;
  std::uint32_t count = 0;
  std::uint32_t cost = 0;
  std::size_t first = 0;
  double ceiling = 0;

  explicit Launch(const LaunchHead& head)
      : run(head.run), started(head.started), launch(head.launch), ceiling(head.ceiling) {}
};

/// The part of a pass that a metric looks at: rates and shares of data on the host are made of the
/// total, copies included; what another tool states as a rate is one already.
Part part_of(const Metric& metric, const LaunchConfig& setting);

/// Launches by number in a table, by number of their setting.
using LaunchesByConfig = std::map<std::uint32_t, std::vector<std::uint32_t>>;

/// Launches of one metric setting by setting, samples in one row.
struct MeasurementTable {
  explicit MeasurementTable(const Metric& what) : metric(what) {}

  Metric metric;
  std::vector<LaunchConfig> settings;
  std::vector<std::uint32_t> ends;  ///< by setting: behind its last launch
  std::vector<Launch> launches;
  std::vector<double> samples;
  std::vector<JobCost> costs{JobCost{}};  ///< the first: nothing is known

  /// The first launch of a setting.
  std::uint32_t begin_of(std::size_t setting) const { return setting == 0 ? 0 : ends[setting - 1]; }
  const JobCost& cost_of(const Launch& launch) const { return costs[launch.cost]; }
  std::span<const double> samples_of(const Launch& launch) const {
    return {samples.data() + launch.first, launch.count};
  }
  void add(LaunchConfig setting);
  /// Adds a launch of the last setting, without samples.
  void add(const LaunchHead& head);
  /// Seconds of the metric's part, which stand in `samples`, become the launch's samples.
  void take_seconds(Launch& launch, std::size_t first, std::uint32_t count);
  /// Adds one, and its setting if it is new. Looks through all settings: for few.
  void add(const Measurement& measurement);
};

}  // namespace gpujob
