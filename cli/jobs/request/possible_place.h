// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"
#include "plan/resolution.h"
#include "slurm/gpu_nodes.h"

namespace gpujob {

/// What a workload took where it was measured: the median in seconds with its interval, of that
/// many runs.
struct MeasuredTime {
  double median = 0;
  std::optional<double> low, high;  ///< absent with too few samples
  std::size_t runs = 0;
};

/// Between these the next job's wait lies with a chance of `kWaitShare` at least, if it is drawn as
/// those of the earlier runs were.
struct WaitInterval {
  double low = 0, high = 0;  ///< seconds
};
constexpr double kWaitShare = 0.8;

/// How long earlier runs waited in a place.
struct EarlierWaits {
  double median = 0;                 ///< seconds
  std::optional<WaitInterval> next;  ///< the same waits as a forecast
  std::size_t runs = 0;
};

/// By order statistics, without a form of the distribution: of n waits the k-th smallest and the
/// k-th largest hold the next one with a chance of (n + 1 - 2k) / (n + 1). Nothing for fewer than
/// nine, whose smallest and largest do not reach the share.
std::optional<WaitInterval> next_wait(std::vector<double> waits);

/// A place where a job can run, and what is known of it. What is absent is not known.
struct PossiblePlace {
  std::string site;            ///< what --site takes
  std::string gpu;             ///< the site's key; empty: a job without GPUs
  std::string model;           ///< id of the catalogue
  std::string asks;            ///< the options that ask for it: "--gpus=KEY:1 --partition=NAME"
  std::string partition, qos;  ///< that the options name; empty: Slurm chooses
  bool chosen = true;          ///< `gpujob submit` would go there by itself
  int gpus = 0;                ///< that the job is given: more than asked where whole nodes come
  int nodes = 1;
  Seconds time{0};                     ///< the job's limit
  std::optional<JobCharge> charge;     ///< of the whole time limit
  std::string status;                  ///< of the cluster: "active", "ends 2026-12-31"
  std::string ends;                    ///< the day of its end, "2026-12-31"; empty: not known
  bool is_over = false;                ///< that day has passed
  std::optional<GpuStock> stock;       ///< of the type, now
  std::optional<double> starts_in;     ///< seconds, as the controller estimates
  std::string refused;                 ///< the controller's words, if it would not take the job now
  std::optional<EarlierWaits> waited;  ///< of runs of this workload
  std::optional<double> elapsed;       ///< seconds, median of such runs' jobs on GPUs of the type
  std::optional<MeasuredTime> measured;
  std::size_t others = 0;  ///< more places for the same GPUs that are not listed
};

enum class PlaceOrder {
  End,    ///< the expected end: estimated start, else the usual wait, and what earlier jobs took
  Speed,  ///< the measured time
  Cost,   ///< the charge in one unit; without a charge the GPU-hours of the whole time limit
};

/// Seconds until the job would be over; nothing if start or duration are not known.
std::optional<double> expected_end(const PossiblePlace& place);

/// The units in which places charge, each once.
std::vector<std::string> charge_units(const std::vector<PossiblePlace>& places);

/// Best first; what is not known comes after all that is, and what is refused or over last.
/// Otherwise the order stays. By cost, places of one unit stand together, since charges in
/// different ones cannot be compared: the group that needs the fewest GPU-hours somewhere comes
/// first, and places that cost the same are in order of their names.
void sort_places(std::vector<PossiblePlace>& places, PlaceOrder order);

}  // namespace gpujob
