// SPDX-License-Identifier: MIT
#include "report/reference.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/format.h"
#include "base/text.h"
#include "report/rank_test.h"

namespace gpujob {

namespace {

struct UnitFactor {
  std::string_view name;
  double size;
};

/// Rising; of equal ones the first is written.
constexpr UnitFactor kTimes[] = {{"ns", 1e-9}, {"µs", 1e-6}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
constexpr UnitFactor kShares[] = {{"%", 0.01}};
constexpr UnitFactor kRatePrefixes[] = {{"", 1},     {"k", 1e3},  {"M", 1e6}, {"G", 1e9},
                                        {"T", 1e12}, {"P", 1e15}, {"E", 1e18}};
/// What rates count: the unit of a measurement's work.
constexpr std::string_view kWork[] = {"op", "B", "points"};

std::span<const UnitFactor> units_of(const Metric& metric) {
  switch (metric.value) {
    case Metric::Value::Time:
      return kTimes;
    case Metric::Value::Rate:
      return kRatePrefixes;
    case Metric::Value::Fraction:
      return kShares;
  }
  return {};
}

/// Four digits with the unit that leaves one to three before the point.
std::string value_text(const Expectation& expectation) {
  const std::span<const UnitFactor> units = units_of(expectation.metric);
  const UnitFactor* unit = units.data();
  for (const UnitFactor& larger : units) {
    if (larger.size > unit->size && expectation.value >= larger.size) unit = &larger;
  }
  const bool rate = expectation.metric.value == Metric::Value::Rate;
  return format("{:.4g} {}{}", expectation.value / unit->size, unit->name,
                rate ? expectation.work_unit + "/s" : "");
}

/// Takes "ms", "Top/s" or "%" into `expectation`; false for another unit.
bool take_unit(std::string_view text, Expectation& expectation) {
  if (expectation.metric.value == Metric::Value::Rate) {
    for (const std::string_view work : kWork) {
      const std::string ending = format("{}/s", work);
      if (!text.ends_with(ending)) continue;
      expectation.work_unit = work;
      text.remove_suffix(ending.size());
      break;
    }
    if (expectation.work_unit.empty()) return false;
  }
  for (const UnitFactor& unit : units_of(expectation.metric)) {
    if (unit.name != text) continue;
    expectation.value *= unit.size;
    return true;
  }
  return false;
}

Failure no_expectation(const std::string& text, const std::string& why) {
  return {ExitCode::Usage, format("expectation '{}'", text), "not understood", why,
          "write it as 'kernel 2.10 ms, at most +5 %' or 'rate 36.2 Top/s, at least -5 %'"};
}

const char* kind_of(const Metric& metric) {
  switch (metric.value) {
    case Metric::Value::Time:
      return "time";
    case Metric::Value::Rate:
      return "rate";
    case Metric::Value::Fraction:
      return "share";
  }
  return "";
}

/// The words of a text, blanks between them; commas and percent signs are words: "+5%" is "+5 %".
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  const std::string apart = replace_all(replace_all(text, ",", " , "), "%", " % ");
  for (const std::string_view word : split(apart, ' ')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

/// "+5" or "5" (percent) as a share, where less is better; "-5" or "5" where more is.
std::optional<double> share_of(std::string_view text, Better better) {
  if (text.starts_with(better == Better::Less ? '+' : '-')) text.remove_prefix(1);
  const std::optional<double> percent = parse_real(text);
  if (!percent || *percent < 0 || text.find_first_of("+-") == 0) return std::nullopt;
  if (better == Better::More && *percent >= 100) return std::nullopt;
  return *percent / 100;
}

}  // namespace

double Expectation::limit() const {
  return value * (metric.better == Better::Less ? 1 + bound : 1 - bound);
}

std::string expectation_text(const Expectation& expectation) {
  const bool less = expectation.metric.better == Better::Less;
  return format("{} {}, {}{:g} %", expectation.metric.name, value_text(expectation),
                less ? "at most +" : "at least -", std::round(expectation.bound * 1e4) / 100);
}

Result<Expectation> read_expectation(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  if (words.size() != 8 || words[3] != "," || words[4] != "at" || words[7] != "%") {
    return no_expectation(text, "another form");
  }
  const Metric* const metric = find_metric(words[0]);
  if (metric == nullptr) {
    return no_expectation(
        text, format("'{}' is not a metric; it is one of kernel, total, h2d, d2h, rate, fraction",
                     words[0]));
  }
  const bool less = metric->better == Better::Less;
  if (words[5] != (less ? "most" : "least")) {
    return no_expectation(text, format("of '{}' {} is better", words[0], less ? "less" : "more"));
  }
  const std::optional<double> number = parse_real(words[1]);
  Expectation expectation{*metric, number.value_or(0), "", 0};
  if (!number || *number <= 0 || !take_unit(words[2], expectation)) {
    return no_expectation(text,
                          format("'{} {}' is not a {}", words[1], words[2], kind_of(*metric)));
  }
  const std::optional<double> bound = share_of(words[6], metric->better);
  if (!bound) return no_expectation(text, format("'{}' is not a share", words[6]));
  expectation.bound = *bound;
  return expectation;
}

std::string reference_label(const Reference& reference) {
  std::string text;
  for (const auto& [name, value] : reference.of) {
    text += format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

Reference* References::find(const Reference& like) {
  auto wanted = like.of;
  std::sort(wanted.begin(), wanted.end());
  for (Reference& reference : references) {
    auto own = reference.of;
    std::sort(own.begin(), own.end());
    if (own == wanted && reference.expected.metric.name == like.expected.metric.name) {
      return &reference;
    }
  }
  return nullptr;
}

void References::put(Reference reference) {
  if (Reference* const known = find(reference)) {
    *known = std::move(reference);
  } else {
    references.push_back(std::move(reference));
  }
}

/// A rate that is worse by more than this would be zero.
constexpr double kMostLess = 0.95;

std::size_t reference_runs() {
  return fewest_values(1 - Bootstrap{}.level);
}

std::string why_no_reference(const ComparedGroup& group) {
  if (group.mark == "disturbed") return "disturbed: see 'gpujob report'";
  if (!group.mark.empty()) return format("{}: no GPU of a site was timed by gpujob", group.mark);
  if (!group.median) {
    return format("{}, {} are needed", count_of(group.summary.count, "sample"), kFewestSamples);
  }
  if (group.runs >= reference_runs()) return "";
  return format("{}, {} are needed", count_of(group.runs, "run"), reference_runs());
}

std::vector<Reference> propose_references(const Comparison& comparison, double least_bound,
                                          const std::string& day) {
  std::vector<Reference> proposed;
  for (const ComparedGroup& group : comparison.groups) {
    if (!why_no_reference(group).empty()) continue;
    Reference reference;
    for (std::size_t i = 0; i < comparison.by.size(); ++i) {
      reference.of.emplace_back(comparison.by[i], group.values[i]);
    }
    const auto& shared = comparison.parameters;
    reference.of.insert(reference.of.end(), shared.begin(), shared.end());
    const bool less = comparison.metric.better == Better::Less;
    const double worst = less ? group.median->high : group.median->low;
    const double noise = std::fabs((worst / group.summary.median) - 1);
    const double bound = std::ceil(std::max(least_bound, 2 * noise) * 100 - 1e-9) / 100;
    const bool rate = comparison.metric.value == Metric::Value::Rate;
    reference.expected = {comparison.metric, group.summary.median,
                          rate ? comparison.unit.substr(0, comparison.unit.find('/')) : "",
                          less ? bound : std::min(bound, kMostLess)};
    reference.set = day;
    proposed.push_back(std::move(reference));
  }
  return proposed;
}

}  // namespace gpujob
