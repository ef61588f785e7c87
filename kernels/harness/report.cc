// SPDX-License-Identifier: MIT
#include "harness/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <type_traits>

#include "contract/report_fields.h"
#include "harness/json.h"

namespace gpujob {

namespace {

/// Of objects: is it in the report?
bool is_present(bool present) {
  return present;
}
template <class Block>
bool is_present(const std::optional<Block>& block) {
  return block.has_value();
}
template <class Block>
bool is_present(const Block& /*block*/) {
  return true;
}

/// Writes each field of `of` in its place: opens and closes the objects on the way there.
template <class Of>
class FieldWriter {
 public:
  FieldWriter(Json& json, const Of& of) : json_(json), of_(of) {}

  void operator()(const ReportField& object) {
    if (enter(object)) open(object);
  }

  template <class Get>
  void operator()(const ReportField& field, const Get& get) {
    if (!enter(field)) return;
    if (field.shape != ReportShape::Object) {
      put(field, get(of_));
    } else if (is_present(get(of_))) {
      open(field);
    } else {
      absent_ = field.path;
    }
  }

  template <class Get, class Items>
  void operator()(const ReportField& field, const Get& get, const Items& items) {
    const auto& list = get(of_);
    if (!enter(field) || (is_optional(field) && list.empty())) return;
    json_.begin_list(key_);
    for (const auto& item : list) {
      json_.begin();
      items(FieldWriter<std::decay_t<decltype(item)>>(json_, item));
      json_.end();
    }
    json_.end_list();
  }

  void close() {
    for (; !open_.empty(); open_.pop_back()) json_.end();
  }

 private:
  static bool is_optional(const ReportField& field) { return field.need == ReportNeed::Optional; }

  /// False if the object that the field is in is absent.
  bool enter(const ReportField& field) {
    if (is_below(field.path, absent_)) return false;
    for (; !open_.empty() && !is_below(field.path, open_.back()); open_.pop_back()) json_.end();
    key_ = field.path.substr(field.path.rfind('.') + 1);
    return true;
  }

  void open(const ReportField& object) {
    json_.begin(key_);
    open_.push_back(object.path);
  }

  void put(const ReportField& field, const std::string& text) {
    if (is_optional(field) && text.empty()) return;
    field.null ? json_.put_or_null(key_, text) : json_.put(key_, text);
  }
  void put(const ReportField&, char letter) { json_.put(key_, std::string(1, letter)); }
  void put(const ReportField&, Data data) { json_.put(key_, name(data)); }
  void put(const ReportField&, bool boolean) { json_.put(key_, boolean); }
  template <class Number>
  std::enable_if_t<std::is_arithmetic_v<Number>> put(const ReportField& field, Number number) {
    const auto value = static_cast<double>(number);
    const bool above = field.shape == ReportShape::Above;
    const bool measured = above ? value > field.minimum : value >= field.minimum;
    if (measured || !is_optional(field)) json_.put(key_, value);
  }
  void put(const ReportField&, const std::optional<double>& number) {
    number ? json_.put(key_, *number) : json_.put_null(key_);
  }
  template <class Item>
  void put(const ReportField&, const std::vector<Item>& list) {
    json_.put(key_, list);
  }
  void put(const ReportField&, const std::map<std::string, double>& numbers) {
    json_.begin(key_);
    for (const auto& [name, number] : numbers) json_.put(name, number);
    json_.end();
  }
  /// Texts that are numbers become numbers.
  void put(const ReportField&, const std::map<std::string, std::string>& texts) {
    json_.begin(key_);
    for (const auto& [name, text] : texts) {
      char* end = nullptr;
      const double number = std::strtod(text.c_str(), &end);
      end != text.c_str() && *end == '\0' ? json_.put(name, number) : json_.put(name, text);
    }
    json_.end();
  }
  /// Empty if the workload lacks that phase.
  void put(const ReportField&, const Phase<const std::vector<Sample>>& phase) {
    std::vector<double> seconds;
    for (const Sample& sample : phase.samples) {
      if (sample.*phase.seconds >= 0) seconds.push_back(sample.*phase.seconds);
    }
    json_.put(key_, seconds);
  }
  /// Objects have no value of their own.
  template <class Block>
  std::enable_if_t<!std::is_arithmetic_v<Block>> put(const ReportField&, const Block& /*block*/) {}

  Json& json_;
  const Of& of_;
  std::string key_;
  std::string_view absent_;  ///< the last object that is not there
  std::vector<std::string_view> open_;
};

}  // namespace

namespace {

std::vector<double> all_seconds(const std::vector<Sample>& samples, Data data) {
  std::vector<double> seconds;
  seconds.reserve(samples.size());
  for (const Sample& s : samples) seconds.push_back(timed(s, data));
  return seconds;
}

double median_of(const std::vector<Sample>& samples, Data data) {
  return samples.empty() ? 0 : median(all_seconds(samples, data));
}

double least_of(const std::vector<Sample>& samples, Data data) {
  const std::vector<double> seconds = all_seconds(samples, data);
  return *std::min_element(seconds.begin(), seconds.end());
}

}  // namespace

double timed_seconds(const Report& report) {
  return median_of(report.samples, report.data);
}

double timed_seconds(const Batched& batched) {
  return median_of(batched.samples, Data::Resident);
}

double fraction(const Report& report) {
  if (!report.ceiling || report.samples.empty()) return 0;
  return report.ceiling->counted / timed_seconds(report) /
         std::max(report.ceiling->before, report.ceiling->after);
}

namespace {

/// Reports of tasks that were written before have medians alone.
double best_of(const Ceiling& ceiling) {
  return std::max({ceiling.before, ceiling.after, ceiling.best});
}

}  // namespace

double fraction_of_best(const Report& report) {
  if (!report.ceiling || report.samples.empty()) return 0;
  return report.ceiling->counted / timed_seconds(report) / best_of(*report.ceiling);
}

double best_fraction(const Report& report) {
  if (!report.ceiling || report.samples.empty()) return 0;
  return report.ceiling->counted / least_of(report.samples, report.data) / best_of(*report.ceiling);
}

Rate fractions_of_batches(const Report& report) {
  const Batched& batched = *report.batched;
  const double counted = report.ceiling->counted;
  return {counted / timed_seconds(batched) / batched.ceiling.median,
          counted / least_of(batched.samples, Data::Resident) / batched.ceiling.best};
}

double batched_fraction_of_best(const Report& report) {
  const Batched& batched = *report.batched;
  return report.ceiling->counted / timed_seconds(batched) / batched.ceiling.best;
}

double impossible_share(const Ceiling& ceiling) {
  return ceiling.other_units * (ceiling.unit == "bytes/s" ? 1.25 : 1.1);
}

bool is_rated(const Report& report) {
  return report.answer.valid && !report.samples.empty();
}

namespace {

/// Seconds. An empty launch on CPUs takes less than half a microsecond by the steady clock.
constexpr double kShortestInBatch = 2e-6, kShortestTold = GPUJOB_GPU ? 8e-6 : kShortestInBatch;

}  // namespace

bool is_provable(const Report& report) {
  const double shortest_told = report.batch > 1 ? kShortestInBatch : kShortestTold;
  return report.ceiling->counted / best_of(*report.ceiling) > shortest_told;
}

bool is_provable_in_batches(const Report& report) {
  return report.ceiling->counted / report.batched->ceiling.best > kShortestInBatch;
}

std::string to_json(Report report) {
  report.answer.inputs.insert(report.answer.counts.begin(), report.answer.counts.end());
  if (!report.answer.valid) report.batched.reset();
  Json json;
  json.begin();
  FieldWriter<Report> writer(json, report);
  visit_report(writer);
  writer.close();
  json.end();
  return json.text();
}

namespace {

std::string throttled_text(const std::vector<Sample>& samples) {
  const long long throttled = throttled_of(samples);
  return throttled > 0 ? ", THROTTLED in " + std::to_string(throttled) : "";
}

}  // namespace

std::string headline(const Report& report) {
  std::string text = report.workload + " " + report.variant + " (class " + report.algorithm_class +
                     ") " + report.backend + " " + report.precision + ": ";
  if (!report.answer.valid) return text + "WRONG ANSWER, " + report.answer.problem;
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%.4g s, %.4g points/s, %zu samples (%s), error %.2g",
                timed_seconds(report), report.work.points / timed_seconds(report),
                report.samples.size(), report.stop_reason.c_str(), report.answer.worst.error);
  text += numbers;
  const double drift = drift_of(report.samples, report.data).value_or(0);
  if (std::abs(drift) > kSteady) {
    std::snprintf(numbers, sizeof numbers, ", DRIFT of %.3g %%", 100 * drift);
    text += numbers;
  }
  text += throttled_text(report.samples);
  if (report.ceiling) {
    std::snprintf(numbers, sizeof numbers, ", %.3g of %s", fraction(report),
                  report.ceiling->what.c_str());
    text += numbers;
  }
  if (report.batched) {
    std::snprintf(numbers, sizeof numbers, ", %.4g s and %.3g of it in batches of %d",
                  timed_seconds(*report.batched), fractions_of_batches(report).median,
                  report.batched->runs);
    text += numbers + throttled_text(report.batched->samples);
  }
  return text;
}

}  // namespace gpujob
