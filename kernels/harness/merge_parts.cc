// SPDX-License-Identifier: MIT
#include "harness/merge_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "contract/report_fields.h"

namespace gpujob {

Sample merge_samples(const std::vector<Sample>& parts, Data data) {
  Sample whole = parts.front();
  whole.parts.clear();
  for (const Sample& part : parts) whole.parts.push_back(timed(part, data));
  for (const Sample& part : parts) {
    for (const auto phase : {&Sample::h2d, &Sample::kernel, &Sample::d2h, &Sample::total}) {
      whole.*phase = std::max(whole.*phase, part.*phase);
    }
    whole.share = std::min(whole.share, part.share);
    whole.throttled = whole.throttled || part.throttled;
  }
  return whole;
}

namespace {

/// Merges each field of a part into that of the whole.
class FieldMerger {
 public:
  FieldMerger(Report& whole, const Report& part) : whole_(whole), part_(part) {}

  bool alike() const { return alike_; }

  void operator()(const ReportField& /*object*/) {}

  /// Computed values follow from the others.
  template <class Get, class... Items>
  void operator()(const ReportField& field, const Get& get, const Items&... /*items*/) {
    if (is_below(field.path, absent_)) return;
    if constexpr (std::is_lvalue_reference_v<decltype(get(whole_))>) {
      merge(field, get(whole_), get(part_));
    } else if constexpr (std::is_same_v<decltype(get(whole_)), Phase<std::vector<Sample>>>) {
      merge(get(whole_), get(part_));
    }
  }

 private:
  /// Values that can only be the first or the same.
  template <class Value>
  std::enable_if_t<!std::is_arithmetic_v<Value>> merge(const ReportField& field, Value& whole,
                                                       const Value& part) {
    if (field.merge == ReportMerge::Same) alike_ = alike_ && whole == part;
  }
  template <class Number>
  std::enable_if_t<std::is_arithmetic_v<Number>> merge(const ReportField& field, Number& whole,
                                                       const Number& part) {
    if (field.merge == ReportMerge::Sum) whole += part;
    if (field.merge == ReportMerge::Most && (part > whole || !(part == part))) whole = part;
    if (field.merge == ReportMerge::Least && part < whole) whole = part;
  }
  void merge(const ReportField& field, bool& whole, const bool& part) {
    if (field.merge == ReportMerge::Every) whole = whole && part;
  }
  void merge(const ReportField& field, std::string& whole, const std::string& part) {
    if (field.merge == ReportMerge::Same) alike_ = alike_ && whole == part;
    if (field.merge == ReportMerge::Least) whole = std::min(whole, part);
    if (field.merge == ReportMerge::Filled && whole.empty()) whole = part;
  }
  void merge(const ReportField& field, std::map<std::string, double>& whole,
             const std::map<std::string, double>& part) {
    if (field.merge == ReportMerge::Same) alike_ = alike_ && whole == part;
    if (field.merge != ReportMerge::Sum) return;
    for (const auto& [name, number] : part) whole[name] += number;
  }
  template <class Item>
  void merge(const ReportField& field, std::vector<Item>& whole, const std::vector<Item>& part) {
    if (field.merge == ReportMerge::Append) whole.insert(whole.end(), part.begin(), part.end());
  }
  void merge(const ReportField& field, Worst& whole, const Worst& part) {
    const bool worse = part.error > whole.error || std::isnan(part.error);
    if (field.merge == ReportMerge::Most && worse) whole = part;
  }
  template <class Block>
  void merge(const ReportField& field, std::optional<Block>& whole,
             const std::optional<Block>& part) {
    if (!part) whole.reset();
    if (!whole) absent_ = field.path;
  }
  /// In each phase a run takes as long as its slowest part.
  static void merge(Phase<std::vector<Sample>> whole, Phase<const std::vector<Sample>> part) {
    whole.samples.resize(std::min(whole.samples.size(), part.samples.size()));
    for (std::size_t k = 0; k < whole.samples.size(); ++k) {
      double& seconds = whole.samples[k].*whole.seconds;
      seconds = std::max(seconds, part.samples[k].*part.seconds);
    }
  }

  Report& whole_;
  const Report& part_;
  bool alike_ = true;
  std::string_view absent_;
};

/// One block of a report, such as its answer, from those of its parts.
template <class Block, class Member>
Block merge_blocks(const std::vector<Block>& parts, Member Report::*member) {
  Report whole;
  whole.*member = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    Report part;
    part.*member = parts[k];
    merge_into(whole, part);
  }
  if constexpr (std::is_same_v<Block, Member>) {
    return whole.*member;
  } else {
    return *(whole.*member);
  }
}

}  // namespace

bool merge_into(Report& whole, const Report& part) {
  FieldMerger merger(whole, part);
  visit_report(merger);
  whole.answer.error = std::fabs(whole.answer.value - whole.answer.reference);
  return merger.alike();
}

Answer merge_answers(const std::vector<Answer>& parts) {
  return merge_blocks(parts, &Report::answer);
}

Work merge_work(const std::vector<Work>& parts) {
  return merge_blocks(parts, &Report::work);
}

Ceiling merge_ceilings(const std::vector<Ceiling>& parts) {
  return merge_blocks(parts, &Report::ceiling);
}

std::string parts_problem(const std::vector<Part>& parts, std::uint64_t total) {
  const auto items = [](std::uint64_t first, std::uint64_t end) {
    return "items " + std::to_string(first) + " to " + std::to_string(end - 1);
  };
  std::vector<Part> sorted = parts;
  std::sort(sorted.begin(), sorted.end(),
            [](const Part& a, const Part& b) { return a.first < b.first; });
  std::uint64_t done = 0;
  for (const Part& part : sorted) {
    if (part.first > done) return items(done, part.first) + " were left out";
    if (part.first < done)
      return items(part.first, std::min(done, part.end())) + " were done twice";
    done = part.end();
  }
  if (done < total) return items(done, total) + " were left out";
  return done > total ? items(total, done) + " do not exist" : "";
}

std::string devices_problem(const std::vector<DeviceShare>& shares) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const DeviceShare& share : shares) {
    if (share.bus_id.empty() || seen.insert({share.host, share.bus_id}).second) continue;
    return "device " + share.bus_id + " of " + share.host + " did two parts";
  }
  return {};
}

}  // namespace gpujob
