// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "jobs/request/job_request.h"
#include "workload/workload.h"

// A sweep: the same job for every combination of some values. `--sweep n=1,2 --sweep precision=a,b`
// has four points, in this order: n=1 precision=a, n=1 precision=b, n=2 precision=a, n=2
// precision=b. A point is the request with its values as flags instead of `--sweep`.

namespace gpujob {

/// What is varied: a parameter of the workload, or a flag.
struct SweepKey {
  std::string name;
  std::string option;  ///< sets one value: "param", the name itself, or nothing for --runs
  std::vector<std::string> values;

  bool is_parameter() const { return option == "param"; }
  bool operator==(const SweepKey&) const = default;
};

/// One value of each key, in the order of the keys.
using Point = std::vector<std::pair<std::string, std::string>>;

/// Without keys it is a single job: one point without values. `--runs 3` is the key "run" with the
/// values 1, 2, 3, before all others: the whole sweep three times.
struct Sweep {
  std::vector<SweepKey> keys;

  bool operator==(const Sweep&) const = default;

  bool is_one_job() const { return keys.empty(); }
  bool has_runs() const { return !keys.empty() && keys.front().option.empty(); }
  std::size_t point_count() const;
  /// The last key varies fastest.
  Point point_at(std::size_t index) const;
  /// These points (ascending) as few products of values of the keys.
  std::vector<std::vector<std::size_t>> products_in(const std::vector<std::size_t>& points) const;
  /// The smallest sweep with all of these points.
  Sweep around(const std::vector<std::size_t>& points) const;
  /// These points (ascending) as few sweeps.
  std::vector<Sweep> parts_with(const std::vector<std::size_t>& points) const;
};

/// The most points of one command line: more are most likely a mistake.
inline constexpr std::size_t kMostPoints = 100'000;

/// The flags that may be swept over, beside the workload's parameters.
const std::vector<std::string>& sweep_flags();

/// Reads the sweep of a request. Fails with ExitCode::Usage if a key is unknown,
/// repeated or also given as a flag, or if a value is missing or repeated.
Result<Sweep> read_sweep(const JobRequest& request, const Workload& workload);

/// The flags of one point alone. Fails with ExitCode::Usage where a value is wrong for its key.
Result<Request> flags_at(const JobRequest& request, const Sweep& sweep, std::size_t index);

/// "n=1024 precision=float32"
std::string to_text(const Point& point);
/// Several points: "run=1-16 n=1024,2048"; where their values are too many, their number.
std::string points_text(const Sweep& sweep, const std::vector<std::size_t>& points);
Json to_json(const Point& point);

}  // namespace gpujob
