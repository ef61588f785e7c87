// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/bootstrap.h"
#include "report/plot/plot_axis.h"
#include "report/statistics.h"

// All that the page about a comparison and its plots show. Plain data: it knows neither reports nor
// files, so that pages can be made from anything.

namespace gpujob {

/// One launch with its samples in the order in which they were taken.
struct PageLaunch {
  std::string run;
  int launch = 1;
  std::string started;  ///< "2026-11-21T10:15:30Z"; empty: unknown
  std::vector<double> samples;
  std::vector<std::pair<std::string, std::string>> environment;  ///< "driver" and its value
};

/// Alone: without a group that it may be set against.
enum class PageVerdict { Baseline, Better, Worse, Alike, Undecided, Alone };

/// A group against the baseline.
struct PageContrast {
  double ratio = 1;  ///< above 1: this group is better, whichever way the metric counts
  Span interval;
  std::optional<double> p;       ///< of the rank test, corrected for the number of groups
  std::optional<double> effect;  ///< Cliff's delta
};

/// What a group reached of its devices; 0: unknown.
struct PageWork {
  double operations = 0;  ///< of one pass
  double bytes = 0;       ///< read and written in one pass
  double seconds = 0;     ///< median of the kernel
  double compute = 0;     ///< measured ceiling, operations a second
  double memory = 0;      ///< measured ceiling, bytes per second
};

/// What a run of a group took, in seconds and joules; NaN: unknown.
struct PageCost {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double waited = unknown;  ///< median of the jobs
  double elapsed = unknown, gpu = unknown, core = unknown, energy = unknown;
};

struct PageGroup {
  std::string label;
  std::vector<std::string> values;  ///< one an entry of `by`
  std::string site;                 ///< where all its launches ran; empty: at several
  std::string algorithm_class;      ///< class letters of its variants: "P"
  std::string mark;                 ///< "rehearsal", "foreign"; empty: real devices
  std::size_t runs = 0, launches = 0;
  Summary summary;
  std::optional<Span> median;  ///< interval; absent with too few samples
  std::optional<PageContrast> contrast;
  PageVerdict outcome = PageVerdict::Undecided;
  std::string verdict;
  std::string baseline;           ///< label of its baseline; empty: it is one, or has none
  std::vector<PageLaunch> shown;  ///< in the order of time; fewer than `launches` in large groups
  PageWork work;
  PageCost cost;
};

/// One number of devices beside the fewest of its series.
struct PageScaling {
  std::string kind;                 ///< "strong", "weak"
  std::vector<std::string> values;  ///< one an entry of `by`
  std::string gpu;                  ///< model of its devices
  std::string parameters;
  std::string algorithm_class;  ///< as of a group
  double median = 0;
  double speedup = 1, efficiency = 1;
  std::optional<Span> speedup_interval, efficiency_interval;  ///< absent for the fewest
};

/// Launches left out for one reason.
struct PageLeftOut {
  std::string reason;
  std::size_t launches = 0;
  std::vector<std::string> runs;
};

struct ComparisonPage {
  std::string version;  ///< gpujob's
  std::string workload, subject;
  std::vector<std::string> by;
  std::vector<std::string> along;  ///< names in `by` that are parameters
  std::string same;    ///< where there are several baselines: "with the same n", what they share
  std::string metric;  ///< "kernel time"
  Measure measure;
  std::string better;  ///< "less is better"
  Bootstrap bootstrap;
  std::vector<PageGroup> groups;  ///< not empty
  std::vector<PageScaling> scaling;
  std::vector<PageLeftOut> left_out;
  std::vector<std::string> method;  ///< how intervals and tests were made, a sentence each
  std::vector<std::string> notes;   ///< what the numbers do not say, a sentence each
};

}  // namespace gpujob
