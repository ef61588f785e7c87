// SPDX-License-Identifier: MIT
#include "report/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "report/comparable.h"

namespace gpujob {

namespace {

constexpr std::array<const char*, 4> kPhases{"kernel", "total", "h2d", "d2h"};

using Values = std::vector<std::string>;
using Groups = std::map<Values, Comparable>;

Failure unknown_word(const std::string& what, const std::string& word, const Values& known) {
  return {ExitCode::Usage, format("{} '{}'", what, word), "unknown",
          format("it is one of {}", join(known, ", ")), did_you_mean(word, known)};
}

Status check_options(const CompareOptions& options) {
  Values keys;
  for (const GroupKey& key : group_keys()) keys.emplace_back(key.name);
  for (const std::string& key : options.by) {
    if (find_group_key(key) == nullptr) return unknown_word("--by", key, keys);
  }
  if (options.phase.empty()) return {};
  if (std::find(kPhases.begin(), kPhases.end(), options.phase) == kPhases.end()) {
    return unknown_word("--phase", options.phase, {kPhases.begin(), kPhases.end()});
  }
  return {};
}

/// Groups by value, then inside each one backend and one device: a median over two devices is the
/// time of neither.
Groups group(Comparable& all, const CompareOptions& options) {
  Groups groups;
  for (const TimingReport* report : all.reports) {
    Values values;
    for (const std::string& key : options.by) values.push_back(find_group_key(key)->value(*report));
    groups[values].reports.push_back(report);
  }
  for (auto& [values, members] : groups) {
    for (const char* key : {"gpu", "backend"}) members.keep_most_common(*find_group_key(key));
    all.excluded.insert(all.excluded.end(), members.excluded.begin(), members.excluded.end());
  }
  return groups;
}

/// The site's own word for the device where a group has one word, else the model.
Values display_values(const Values& values, const Comparable& members, const Values& by) {
  Values shown = values;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (by[i] != "gpu") continue;
    std::set<std::string> words;
    for (const TimingReport* report : members.reports) words.insert(report->gpu_key);
    if (words.size() == 1 && !words.begin()->empty()) shown[i] = *words.begin();
  }
  return shown;
}

Launches samples_of(const Comparable& members, const std::string& phase) {
  Launches launches;
  for (const TimingReport* report : members.reports) launches.push_back(report->samples.at(phase));
  return launches;
}

ComparedGroup describe(const Values& values, const Comparable& members,
                       const CompareOptions& options) {
  ComparedGroup group;
  group.values = values;
  group.label = values.empty() ? "all" : format("{}", join(values, " "));
  std::set<std::string> runs;
  std::vector<double> samples;
  for (const TimingReport* report : members.reports) {
    runs.insert(report->run_id);
    const auto& more = report->samples.at(options.phase);
    samples.insert(samples.end(), more.begin(), more.end());
  }
  group.runs = static_cast<int>(runs.size());
  group.launches = static_cast<int>(members.reports.size());
  group.summary = summarise(std::move(samples));
  if (group.summary.count >= kFewestSamples) {
    group.median = bootstrap_median(samples_of(members, options.phase), options.bootstrap);
  }
  return group;
}

std::string too_few(std::size_t count) {
  return format("too few samples ({}; need {})", count, kFewestSamples);
}

struct Measured {
  ComparedGroup group;
  Launches launches;
};

void judge(Measured& one, const Measured& baseline, const Bootstrap& how) {
  if (one.group.summary.count < kFewestSamples) {
    one.group.verdict = too_few(one.group.summary.count);
  } else if (baseline.group.summary.count < kFewestSamples) {
    one.group.verdict = "baseline has " + too_few(baseline.group.summary.count);
  } else {
    one.group.ratio = baseline.group.summary.median / one.group.summary.median;
    one.group.ratio_interval = bootstrap_ratio(baseline.launches, one.launches, how);
    one.group.verdict = verdict_of(*one.group.ratio, *one.group.ratio_interval);
  }
}

Result<std::size_t> find_baseline(const std::vector<Measured>& all, const std::string& label) {
  if (label.empty()) return std::size_t{0};
  Values labels;
  for (const Measured& one : all) labels.push_back(one.group.label);
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found == labels.end()) return unknown_word("--baseline", label, labels);
  return static_cast<std::size_t>(found - labels.begin());
}

std::vector<Measured> measure(const Groups& groups, const CompareOptions& options) {
  std::map<Values, int> shown_by;
  for (const auto& [values, members] : groups) {
    ++shown_by[display_values(values, members, options.by)];
  }
  std::vector<Measured> all;
  for (const auto& [values, members] : groups) {
    const Values shown = display_values(values, members, options.by);
    // Two devices that share a word at different sites must not look like one.
    all.push_back({describe(shown_by[shown] == 1 ? shown : values, members, options),
                   samples_of(members, options.phase)});
  }
  std::sort(all.begin(), all.end(),
            [](const Measured& a, const Measured& b) { return a.group.label < b.group.label; });
  return all;
}

std::string subject_of(const TimingReport& report, const CompareOptions& options) {
  const auto grouped = [&](const char* key) {
    return std::find(options.by.begin(), options.by.end(), key) != options.by.end();
  };
  Values parts;
  if (!grouped("variant")) parts.push_back(report.variant);
  if (!grouped("precision")) parts.push_back(report.precision);
  for (const auto& [name, value] : report.parameters) parts.push_back(format("{}={}", name, value));
  parts.push_back(options.phase + " seconds");
  return format("{}", join(parts, ", "));
}

Values notes_of(const std::vector<Measured>& all, bool rehearsal) {
  Values notes;
  Values single;
  for (const Measured& one : all) {
    if (one.group.launches == 1) single.push_back("'" + one.group.label + "'");
  }
  if (!single.empty()) {
    notes.push_back(
        format("one launch only: {}; the intervals hold the noise inside a launch, not "
               "between launches, nodes or days",
               join(single, ", ")));
  }
  if (rehearsal) {
    notes.emplace_back("rehearsals only: a sandbox or a CPU stood in, no GPU of a site was timed");
  }
  return notes;
}

/// Decimals that keep a factor near one from being printed as 1.00.
int decimals_for(double factor) {
  int decimals = 2;
  for (double step = 0.01; decimals < 5 && std::fabs(factor - 1) < step; step /= 10) ++decimals;
  return decimals;
}

}  // namespace

std::string verdict_of(double ratio, const Interval& interval) {
  if (interval.low <= 1 && interval.high >= 1) return "not distinguishable";
  const bool faster = interval.low > 1;
  const double factor = faster ? ratio : 1 / ratio;
  const double low = faster ? interval.low : 1 / interval.high;
  const double high = faster ? interval.high : 1 / interval.low;
  return format("{:.{}f}× {} ({:.{}f}–{:.{}f})", factor, decimals_for(low),
                faster ? "faster" : "slower", low, decimals_for(low), high, decimals_for(low));
}

Result<Comparison> compare(const std::vector<TimingReport>& reports, const CompareOptions& wanted) {
  if (const Status status = check_options(wanted); !status) return status.failure();
  CompareOptions options = wanted;
  Comparable all = choose_comparable(reports, options);
  if (options.phase.empty() && !all.reports.empty()) {
    options.phase = all.reports.front()->main_phase();
  }
  if (all.reports.empty()) {
    Failure failure(ExitCode::Failed, format("workload '{}'", options.workload),
                    "no report can be compared", format("{} looked at, none fits", reports.size()));
    for (const Excluded& out : all.excluded) {
      failure.diagnostics.push_back(
          {"", Severity::Note, format("run {}", out.run_id), "left out", out.reason, "", ""});
    }
    return failure;
  }
  Comparison comparison;
  comparison.workload = options.workload;
  comparison.subject = subject_of(*all.reports.front(), options);
  comparison.by = options.by;
  comparison.phase = options.phase;
  comparison.bootstrap = options.bootstrap;
  const bool rehearsal = is_rehearsal(*all.reports.front());
  std::vector<Measured> measured = measure(group(all, options), options);
  Result<std::size_t> baseline = find_baseline(measured, options.baseline);
  if (!baseline) return baseline.failure();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (i == *baseline) {
      measured[i].group.verdict = "baseline";
    } else {
      judge(measured[i], measured[*baseline], options.bootstrap);
    }
  }
  comparison.notes = notes_of(measured, rehearsal);
  for (Measured& one : measured) comparison.groups.push_back(std::move(one.group));
  comparison.excluded = std::move(all.excluded);
  return comparison;
}

}  // namespace gpujob
