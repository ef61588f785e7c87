// SPDX-License-Identifier: MIT
#include "report/scaling.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "report/group_key.h"

// Strong scaling keeps the problem: N devices ideally take a Nth of the time. Weak scaling keeps
// the work of a device: N devices ideally take the same time for N times the work. Both are told
// against the fewest devices N0 of the series:
//     speedup     how much more work is done in the same time: strong T0 / T, weak T0 / T * N / N0
//     efficiency  speedup over N / N0, 1 at best
// Worked example, weak: 1 device 2.0 ms for n = 1000000, 4 devices 2.5 ms for n = 4000000. T0 / T
// is 0.8, so the speedup is 3.2 and the efficiency 80 %.

namespace gpujob {

namespace {

struct Member {
  int gpus;
  const MeasuredGroup* group;
};
using ScalingSeries = std::vector<Member>;
/// The other values of `by`, and the mark.
using SeriesKey = std::vector<std::string>;
using AllScalingSeries = std::map<SeriesKey, ScalingSeries, decltype(&come_before)>;

SeriesKey series_of(const MeasuredGroup& group, std::size_t at) {
  SeriesKey key = group.shown.values;
  key.erase(key.begin() + static_cast<std::ptrdiff_t>(at));
  key.push_back(group.shown.mark);
  return key;
}

void add_members(AllScalingSeries& all, const std::vector<MeasuredGroup>& groups, std::size_t at) {
  for (const MeasuredGroup& group : groups) {
    const std::optional<long long> gpus = parse_integer(group.shown.values[at]);
    if (!gpus || !group.shown.median) continue;  // too few samples tell nothing
    all[series_of(group, at)].push_back({static_cast<int>(*gpus), &group});
  }
}

const LaunchConfig& setting_of(const MeasuredGroup& group, const MeasurementTable& table) {
  return table.settings[table.launches[group.shown.members.front()].setting];
}

double work_a_device(const Member& member, const MeasurementTable& table) {
  return setting_of(*member.group, table).work / member.gpus;
}

ScalingRow row_of(const Member& member, const Member& base, ScalingRow::Kind kind,
                  const MeasurementTable& table, const Bootstrap& how) {
  const MedianEstimate& own = member.group->estimate;
  const MedianEstimate& first = base.group->estimate;
  const bool less = table.metric.better == Better::Less;
  const MedianEstimate& over = less ? first : own;
  const MedianEstimate& under = less ? own : first;
  const double more = static_cast<double>(member.gpus) / base.gpus;
  // A rate has the larger work of weak scaling in it already.
  const double scale = less && kind == ScalingRow::Kind::Weak ? more : 1;
  const Interval ratio =
      member.group == base.group ? Interval{1, 1} : ratio_interval(over, under, how);
  ScalingRow row;
  row.kind = kind;
  row.gpus = member.gpus;
  row.base = base.gpus;
  row.group = member.group->shown;
  row.gpu = find_group_key("gpu")->of_setting(setting_of(*member.group, table));
  row.parameters = parameter_text(setting_of(*member.group, table));
  row.speedup = over.median / under.median * scale;
  row.speedup_interval = {ratio.low * scale, ratio.high * scale};
  row.efficiency = row.speedup / more;
  row.efficiency_interval = {row.speedup_interval.low / more, row.speedup_interval.high / more};
  return row;
}

/// Rows of one series against its fewest devices; none if it has no two numbers of devices.
void add_rows(ScalingSeries series, ScalingRow::Kind kind, const MeasurementTable& table,
              const Bootstrap& how, std::vector<ScalingRow>& rows) {
  std::stable_sort(series.begin(), series.end(),
                   [](const Member& a, const Member& b) { return a.gpus < b.gpus; });
  if (series.empty() || series.front().gpus == series.back().gpus) return;
  const Member base = series.front();
  for (const Member& member : series) {
    const bool another = member.gpus == base.gpus && member.group != base.group;
    if (!another) rows.push_back(row_of(member, base, kind, table, how));
  }
}

}  // namespace

bool hides_device(const std::vector<std::string>& by) {
  const auto has = [&](const char* key) { return contains(by, key); };
  return has("gpus") && !has("gpu");
}

std::vector<ScalingRow> scaling_of(const std::vector<MeasuredGroup>& strong,
                                   const std::vector<MeasuredGroup>& weak,
                                   const MeasurementTable& table, const CompareOptions& options) {
  const auto key = std::find(options.by.begin(), options.by.end(), "gpus");
  if (key == options.by.end() || table.metric.value == Metric::Value::Fraction) return {};
  const auto at = static_cast<std::size_t>(key - options.by.begin());
  AllScalingSeries strongly(come_before), weakly(come_before);
  add_members(strongly, strong, at);
  add_members(weakly, weak, at);
  std::vector<ScalingRow> rows;
  for (const auto& [name, series] : strongly) {
    add_rows(series, ScalingRow::Kind::Strong, table, options.bootstrap, rows);
    const auto others = weakly.find(name);
    if (others == weakly.end()) continue;
    ScalingSeries all = others->second;
    for (const Member& member : series) {
      if (same_work(work_a_device(member, table), work_a_device(others->second.front(), table)))
        all.push_back(member);
    }
    add_rows(all, ScalingRow::Kind::Weak, table, options.bootstrap, rows);
  }
  return rows;
}

}  // namespace gpujob
