// SPDX-License-Identifier: MIT
#include "report/reference.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

struct Unit {
  std::string_view name;
  double seconds;
};

constexpr Unit kUnits[] = {{"ns", 1e-9}, {"µs", 1e-6}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};

/// Four digits with the unit that leaves one to three before the point.
std::string time_text(double seconds) {
  const Unit* unit = std::begin(kUnits);
  for (const Unit& larger : kUnits) {
    if (larger.name != "us" && seconds >= larger.seconds) unit = &larger;
  }
  return format("{:.4g} {}", seconds / unit->seconds, unit->name);
}

Failure no_expectation(const std::string& text, const std::string& why) {
  return {ExitCode::Usage, format("expectation '{}'", text), "not understood", why,
          "write it as 'kernel 2.10 ms, at most +5 %'"};
}

/// The words of a text, blanks and commas between them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  const std::string apart = replace_all(text, ",", " , ");
  for (const std::string_view word : split(apart, ' ')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

/// "+5" or "5" (percent) as a share.
std::optional<double> share_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<double> percent = parse_real(text);
  if (!percent || *percent < 0) return std::nullopt;
  return *percent / 100;
}

}  // namespace

std::string expectation_text(const Expectation& expectation) {
  return format("{} {}, at most +{:g} %", expectation.metric.name, time_text(expectation.seconds),
                std::round(expectation.bound * 1e4) / 100);
}

Result<Expectation> read_expectation(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  // "+5%" and "+5 %" are one.
  if (!words.empty() && words.back().size() > 1 && words.back().ends_with('%')) {
    words.back().pop_back();
    words.emplace_back("%");
  }
  if (words.size() != 8 || words[3] != "," || words[4] != "at" || words[5] != "most" ||
      words[7] != "%") {
    return no_expectation(text, "another form");
  }
  const Metric* const metric = find_metric(words[0]);
  if (metric == nullptr || metric->value != Metric::Value::Time) {
    return no_expectation(text, format("'{}' is no time; kernel, total, h2d, d2h are", words[0]));
  }
  const std::optional<double> number = parse_real(words[1]);
  const auto* const unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                        [&](const Unit& row) { return row.name == words[2]; });
  if (!number || *number <= 0 || unit == std::end(kUnits)) {
    return no_expectation(text, format("'{} {}' is no time", words[1], words[2]));
  }
  const std::optional<double> bound = share_of(words[6]);
  if (!bound) return no_expectation(text, format("'{}' is no share", words[6]));
  return Expectation{*metric, *number * unit->seconds, *bound};
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

std::vector<Reference> propose_references(const Comparison& comparison, double least_bound,
                                          const std::string& day) {
  std::vector<Reference> proposed;
  for (const ComparedGroup& group : comparison.groups) {
    if (!group.median || !group.mark.empty()) continue;
    Reference reference;
    for (std::size_t i = 0; i < comparison.by.size(); ++i) {
      reference.of.emplace_back(comparison.by[i], group.values[i]);
    }
    const auto& shared = comparison.parameters;
    reference.of.insert(reference.of.end(), shared.begin(), shared.end());
    const double noise = (group.median->high / group.summary.median) - 1;
    const double bound = std::ceil(std::max(least_bound, 2 * noise) * 100 - 1e-9) / 100;
    reference.expected = {comparison.metric, group.summary.median, bound};
    reference.set = day;
    proposed.push_back(std::move(reference));
  }
  return proposed;
}

}  // namespace gpujob
