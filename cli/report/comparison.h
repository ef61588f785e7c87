// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/bootstrap.h"
#include "report/metric.h"
#include "report/rank_test.h"
#include "report/statistics.h"

// All that a page about a comparison shows; writers turn it into text and compute nothing.

namespace gpujob {

/// A group against the baseline.
struct Contrast {
  double ratio = 1;  ///< above 1: this group is better, whichever way the metric counts
  Interval interval;
  RankTest test;               ///< of the group against the baseline
  double corrected = 1;        ///< its p after Holm's correction over all pairs
  std::size_t fewer_runs = 0;  ///< of the side that has fewer
};

/// Of every energy: Slurm measures nodes, not jobs (manual of sacct, ConsumedEnergy).
constexpr std::string_view kEnergyRemark =
    "energy is what the jobs' nodes used, other users' work included; it is the jobs' own where "
    "the "
    "nodes were theirs alone";

/// What a run of the group took: medians of the jobs that know it; NaN where none does.
struct GroupCost {
  double waited = 0;  ///< seconds, as the next
  double elapsed = 0;
  double gpu_seconds = 0;
  double core_seconds = 0;
  double energy = 0;  ///< joules
};

/// How the interval of a group's median was made.
enum class IntervalBy { Resamples, NormalLimit };

/// The verdict of a group that has no other with the same work.
constexpr std::string_view kAlone = "alone";

struct ComparedGroup {
  std::string label;                ///< the values of `by`: "<site> <gpu>"
  std::vector<std::string> values;  ///< the same, one an entry of `by`
  std::string algorithm_class;      ///< classes of the variants in it: "P", "R", "P, R"
  std::string mark;                 ///< "rehearsal", "foreign" or "disturbed"; empty: real devices
  std::size_t runs = 0;
  std::size_t launches = 0;
  Summary summary;                 ///< in the metric's unit, over all samples of all launches
  std::optional<Interval> median;  ///< absent with too few samples
  IntervalBy interval_by = IntervalBy::Resamples;
  std::size_t repeats = 0;  ///< runs, else launches of the only run, else samples
  std::size_t ranked = 0;   ///< repeats whose medians a rank test uses
  std::optional<Contrast> contrast;
  std::string baseline;  ///< the label of its baseline; empty: it is one, or has none
  /// "baseline", "1.83× faster (1.79–1.88)", "not distinguishable", "alone",
  /// "1 run each; a verdict needs 4", …
  std::string verdict;
  GroupCost cost;
  std::vector<std::uint32_t> members;  ///< its launches, by number in the table
};

/// One number of devices beside the fewest of its series; see scaling.cc.
struct ScalingRow {
  enum class Kind { Strong, Weak } kind = Kind::Strong;
  int gpus = 1;
  int base = 1;            ///< the fewest
  ComparedGroup group;     ///< without contrast and verdict
  std::string gpu;         ///< model of its devices, the same for the whole series
  std::string parameters;  ///< "n=102400 phase=drawn"
  double speedup = 1;
  Interval speedup_interval;
  double efficiency = 1;
  Interval efficiency_interval;
};

/// One thing that all launches of a comparison have in common and that others have otherwise.
struct Question {
  struct Other {
    std::string value;
    std::size_t runs = 0;
  };
  std::string name;   ///< of a parameter, or "variant", "precision", "data", "gpus"
  std::string value;  ///< "102400"
  std::size_t runs = 0;
  std::vector<Other> also;  ///< what was left out for it, in order
};

/// "n = 102400: 3 runs; also 2048 (1 run), 4096 (2 runs)"
std::string question_text(const Question& question);

/// Two groups of one GPU model at two sites, of which neither is the other's baseline.
struct SameDevice {
  std::string gpu;  ///< its model
  std::string group, against;
  std::optional<Contrast> contrast;
  std::string verdict;
};

/// Launches that were left out for one reason.
struct Excluded {
  std::string reason;  ///< "answer not valid", "n = 2048, others 102400", …
  std::size_t launches = 0;
  std::vector<std::string> runs;  ///< in order
};

struct Comparison {
  std::string workload;
  std::string subject;  ///< "poly, float32, n=102400, kernel seconds"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< that all launches share
  std::vector<std::string> by;
  /// What groups share with their baseline where there are several: "with the same n"; else empty.
  std::string same;
  Metric metric;
  std::string unit;  ///< "s", "op/s", "1"
  Bootstrap bootstrap;
  std::vector<Question> question;     ///< what was chosen among what was measured
  std::vector<ComparedGroup> groups;  ///< by label
  std::vector<SameDevice> same_devices;
  std::vector<ScalingRow> scaling;  ///< where `by` has "gpus" and there are several numbers
  std::vector<Excluded> excluded;
  std::vector<std::string> method;  ///< how intervals and tests were made, a sentence each
  std::vector<std::string> notes;   ///< what the numbers do not say, a sentence each
};

}  // namespace gpujob
