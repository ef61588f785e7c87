// SPDX-License-Identifier: MIT
#include "jobs/where/gpu_type_count.h"

#include <algorithm>

#include "base/json_value.h"
#include "base/text.h"
#include "jobs/where/wish.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

/// More than any cluster has.
constexpr long long kMostGpus = 10'000'000;

/// A number of GPUs that another gpujob tells.
std::optional<int> gpus_in(const Json& row, const char* key) {
  const auto number = integer_field_of(row, key);
  if (!number || *number < 0 || *number > kMostGpus) return std::nullopt;
  return static_cast<int>(*number);
}

bool take_count(const Json& row, GpuTypeCount& count) {
  count.sandbox = printable(text_field_of(row, "sandbox"));
  count.why = printable(text_field_of(row, "why_profile"));
  count.place.refused = printable(text_field_of(row, "refused"));
  const auto start = row.find("starts_in_seconds");
  if (start != row.end() && start->is_number()) {
    count.place.starts_in = start->get<double>();
    if (!(*count.place.starts_in >= 0)) return false;
  }
  if (text_field_of(row, "told_by") != "slurm") return !count.why.empty();
  const auto all = gpus_in(row, "all"), free = gpus_in(row, "free"), down = gpus_in(row, "down");
  if (!all || !free || !down || *free + *down > *all) return false;
  count.place.stock = GpuStock{*all, *down, *free};
  return true;
}

}  // namespace

GpuTypeCount count_in_profile(const Selection& site, const GpuType& type,
                              const std::string& today) {
  GpuTypeCount count;
  count.place = place_at(site, today);
  count.place.gpu = type.key;
  count.place.model = type.model;
  count.place.gpus = 1;
  count.all = type.total;
  const auto shapes = site.get().shapes_with(type.key);
  if (shapes.empty()) return count;
  int all = 0;
  bool is_at_most = false;
  for (const NodeShape* shape : shapes) {
    const auto nodes = most_nodes(*shape);
    if (!nodes || shape->gpus == 0) return count;
    is_at_most = is_at_most || !shape->count;
    all += *nodes * shape->gpus;
  }
  if (is_at_most && type.total) return count;
  count.all = all;
  count.is_at_most = is_at_most;
  return count;
}

void sort_counts(std::vector<GpuTypeCount>& counts) {
  const auto rank = [](const GpuTypeCount& one) {
    return (one.place.is_over ? 2 : 0) + (one.place.stock ? 0 : 1);
  };
  std::stable_sort(counts.begin(), counts.end(),
                   [&](const GpuTypeCount& a, const GpuTypeCount& b) { return rank(a) < rank(b); });
}

bool take_counts(const Json& rows, std::vector<GpuTypeCount>& counts) {
  if (!rows.is_array()) return false;
  std::vector<GpuTypeCount> taken = counts;
  for (GpuTypeCount& count : taken) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Json& one) {
      return one.is_object() && text_field_of(one, "gpu") == count.place.gpu;
    });
    if (row == rows.end() || !take_count(*row, count)) return false;
  }
  counts = std::move(taken);
  return true;
}

}  // namespace gpujob
