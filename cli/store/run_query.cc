// SPDX-License-Identifier: MIT
#include "store/run_query.h"

#include "base/duration.h"
#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr const char* kColumns =
    "id, submitted, workload, variant, backend, precision, center, gpu_key, sandbox, state, name,"
    " parameters, tags, class, data, median_seconds, cluster, gpu_model, job_id, directory, note,"
    " missing, why_missing";

/// Those that tables show.
constexpr const char* kShownColumns =
    "id, submitted, workload, variant, backend, precision, center, gpu_key, sandbox, state, name,"
    " parameters, tags, class, data, median_seconds";

/// Takes "nvidia-x" for "x" too.
constexpr const char* kGpuCondition =
    "(lower(gpu_key) = lower(?) OR lower(gpu_model) = lower(?)"
    " OR substr(gpu_model, instr(gpu_model, '-') + 1) = lower(?))";
constexpr const char* kSiteCondition =
    "(center = ? OR cluster = ? OR center || '/' || cluster = ?)";

class Conditions {
 public:
  /// `value` stands for each question mark of `condition`; an empty one adds nothing.
  void add(const char* condition, const std::string& value) {
    if (value.empty()) return;
    add(condition);
    for (const char c : std::string_view(condition)) {
      if (c == '?') values_.push_back(value);
    }
  }

  void add_tag(const std::pair<std::string, std::string>& tag) {
    add("EXISTS (SELECT 1 FROM tags WHERE run = runs.id AND key = ? AND value = ?)");
    values_.push_back(tag.first);
    values_.push_back(tag.second);
  }

  void add(const char* condition) {
    sql_ += sql_.empty() ? " WHERE " : " AND ";
    sql_ += condition;
  }

  RunQuery query(const RunFilter& filter) && {
    const bool shown = filter.columns == RunFilter::Columns::Shown;
    std::string sql =
        format("SELECT {} FROM runs{} ORDER BY id DESC", shown ? kShownColumns : kColumns, sql_);
    if (filter.limit > 0) sql += format(" LIMIT {}", filter.limit);
    return {std::move(sql), std::move(values_)};
  }

 private:
  std::string sql_;
  std::vector<std::string> values_;
};

}  // namespace

Result<std::string> start_of(const std::string& since, Instant now) {
  if (since.empty() || is_day(since)) return since;
  if (const std::optional<Seconds> age = parse_interval(since)) return format_instant(now - *age);
  return Failure(ExitCode::Usage, format("--since '{}'", since), "neither a day nor an age",
                 "such as 2026-11-21 or 7d");
}

Result<RunQuery> make_run_query(const RunFilter& filter, Instant now) {
  const Result<std::string> start = start_of(filter.since, now);
  if (!start) return start.failure();
  Conditions conditions;
  conditions.add("workload = ?", filter.workload);
  conditions.add(kSiteCondition, filter.site);
  conditions.add(kGpuCondition, filter.gpu);
  conditions.add("backend = ?", filter.backend);
  conditions.add("variant = ?", filter.variant);
  conditions.add("state = ?", filter.state);
  conditions.add("submitted >= ?", *start);
  conditions.add("name = ?", filter.name);
  for (const auto& tag : filter.tags) conditions.add_tag(tag);
  if (filter.which == RunFilter::Which::Incomplete) conditions.add("missing > 0");
  return std::move(conditions).query(filter);
}

}  // namespace gpujob
