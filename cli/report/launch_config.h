// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpujob {

/// What a measurement counts as. Kinds stand in one comparison only on request.
enum class MeasurementKind {
  Real,       ///< the device at the site
  Rehearsal,  ///< a CPU stood in for the device, or a sandbox impersonated the site
  Foreign,    ///< another tool's: answer, parameters and device are as that tool says
};

/// Everything that launches can have in common. A hundred thousand launches share a few hundred of
/// these, so whether launches compare and how they are grouped is decided once a setting.
struct LaunchConfig {
  std::string workload, variant, algorithm_class, backend, precision;
  std::string data = "resident";  ///< "resident" on the device, or "host": copies included
  std::string site, cluster, partition, gpu_key, gpu_model, device;
  std::string sandbox, stand_in_for;
  std::string gpus;    ///< devices that a launch was split over: "4"; empty: one
  std::string source;  ///< the tool of a foreign result: "reframe", "hyperfine"; else empty
  bool valid =
      false;        ///< the answer was checked and right; of foreign results: not said to be wrong
  double work = 0;  ///< of one pass, for the rate; 0: unknown
  double intensity = 0;   ///< operations of a pass over bytes it reads and writes; 0: unknown
  std::string work_unit;  ///< "op", "B", "points"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name
  /// By name: driver, compiler, node, …; "disturbed", why the samples do not carry a verdict.
  std::vector<std::pair<std::string, std::string>> environment;

  bool operator==(const LaunchConfig&) const = default;
};

MeasurementKind kind_of(const LaunchConfig& setting);

/// Are its samples rates in its unit? Some tools say neither times nor what a pass does.
bool states_rate(const LaunchConfig& setting);

/// The value of that name in the environment; empty: not recorded.
std::string_view fact_of(const LaunchConfig& setting, std::string_view name);

/// The fact of runs that named a QOS.
inline constexpr char kQosFact[] = "qos";

/// The texts of a setting by name, in the order in which files hold them.
struct LaunchConfigField {
  std::string_view name;
  std::string LaunchConfig::*member;
};
std::span<const LaunchConfigField> launch_config_fields();

/// Devices that a launch was split over: 1 where nothing is said.
double device_count(const LaunchConfig& setting);

/// Is it the same work, as near as whole sizes allow? n x n points cannot be doubled exactly.
bool same_work(double one, double other);

/// "n=102400 phase=drawn"
std::string parameter_text(const LaunchConfig& setting);

}  // namespace gpujob
