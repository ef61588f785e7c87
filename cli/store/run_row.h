// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/measurement.h"

namespace gpujob {

/// Launches of a run that no report tells of, and why.
struct Missing {
  int launches = 0;
  std::string why;  ///< the same words for all runs of one fate, without names of files

  bool operator==(const Missing&) const = default;
};

/// One run as listed: what filters and tables need, from the index alone.
struct RunRow {
  std::string id, submitted, workload, variant, backend, precision, center, cluster, gpu_key,
      gpu_model, sandbox, state, job_id, directory;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string algorithm_class,
      data;  ///< class and place of the data by its reports; empty without any
  std::optional<double> median_seconds;  ///< of the phase that counts over all valid reports
  Missing missing;
  std::string name, note;  ///< the user's; empty: none
  std::vector<std::pair<std::string, std::string>> tags;

  bool operator==(const RunRow&) const = default;
};

/// A run as it comes into the index.
struct IndexedRun {
  RunRow row;
  std::string unread_tags;  ///< why its name and tags could not be read; empty: they were
  std::vector<Measurement> measurements;
  std::string measured_lines{};  ///< further ones (measurement_line.h)
  int launches = 0;  ///< planned; what the index holds of others than `measurements` goes
};

/// Empty: any. `site` is a center, a cluster or "center/cluster"; `gpu` a site's key or a model
/// with or without its vendor, in any case; `since` a day ("2026-11-21") or an age ("7d").
struct RunFilter {
  std::string workload, site, gpu, backend, variant, state, name;
  std::vector<std::pair<std::string, std::string>> tags;  ///< a run has all of them
  std::string since;
  int limit = 0;  ///< 0: all

  /// `Incomplete`: with launches that no report tells of.
  enum class Which { All, Incomplete } which = Which::All;
  /// `Shown`: what a table shows; cluster, model of GPU, job, directory, note and what is missing
  /// stay empty.
  enum class Columns { All, Shown } columns = Columns::All;
};

}  // namespace gpujob
