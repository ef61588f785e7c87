// SPDX-License-Identifier: MIT
#include "report/reference_check.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::string measured_words(const ComparedGroup& group, const Expectation& expected) {
  const double change = (group.summary.median / expected.value) - 1;
  const auto text = [&](double value) {
    return format_value(expected.metric, value, expected.work_unit);
  };
  const std::string algorithm_class =
      group.algorithm_class.empty() ? "" : "class " + group.algorithm_class + ", ";
  return format("{} ({}{} – {}), {:.1f} % {} than {}", text(group.summary.median), algorithm_class,
                text(group.median->low), text(group.median->high), std::fabs(change) * 100,
                change < 0 ? "less" : "more", text(expected.value));
}

/// Is `value` on the wrong side of what is expected, bound included?
bool is_beyond(double value, const Expectation& expected) {
  return expected.metric.better == Better::Less ? value > expected.limit()
                                                : value < expected.limit();
}

void judge_group(const ComparedGroup& group, ReferenceVerdict& verdict) {
  const Expectation& expected = verdict.reference.expected;
  if (group.mark == "disturbed") {
    verdict.words = "disturbed runs only";
    return;
  }
  if (!group.median) {
    verdict.words = group.summary.count == 0 ? "no samples"
                                             : format("too few samples ({}; need {})",
                                                      group.summary.count, kFewestSamples);
    return;
  }
  verdict.words = measured_words(group, expected);
  const bool less = expected.metric.better == Better::Less;
  const double best = less ? group.median->low : group.median->high;
  verdict.kind =
      is_beyond(best, expected) ? ReferenceVerdict::Kind::Worse : ReferenceVerdict::Kind::Holds;
  if (verdict.kind == ReferenceVerdict::Kind::Holds && is_beyond(group.summary.median, expected)) {
    verdict.words += ", which noise explains";
  }
}

/// Why nothing real is among what `options` names.
std::string why_unmeasured(const MeasurementTable& table, CompareOptions options) {
  options.needs_real = false;
  bool rehearsals = false;
  bool foreign = false;
  for (std::uint32_t number = 0; number < table.settings.size(); ++number) {
    const LaunchConfig& setting = table.settings[number];
    const auto named = [&](const Launch& launch) { return is_named(setting, launch, options); };
    const auto begin = table.launches.begin() + table.begin_of(number);
    const auto end = table.launches.begin() + table.ends[number];
    if (setting.workload != options.workload || std::none_of(begin, end, named)) continue;
    if (kind_of(setting) == MeasurementKind::Real) return "no runs";
    (kind_of(setting) == MeasurementKind::Rehearsal ? rehearsals : foreign) = true;
  }
  if (foreign)
    return rehearsals ? "rehearsals and other tools' results only" : "other tools' results only";
  return rehearsals ? "rehearsals only: a sandbox or a CPU stood in" : "no runs";
}

std::string xml_text(std::string_view text) {
  std::string escaped = replace_all(printable(text), "&", "&amp;");
  escaped = replace_all(escaped, "<", "&lt;");
  escaped = replace_all(escaped, ">", "&gt;");
  return replace_all(escaped, "\"", "&quot;");
}

}  // namespace

bool is_alarm(const ReferenceVerdict& verdict) {
  return verdict.kind == ReferenceVerdict::Kind::Worse ||
         verdict.kind == ReferenceVerdict::Kind::WrongAnswer;
}

ReferenceVerdict check_reference(const MeasurementTable& table, const std::string& workload,
                                 const Reference& reference, const std::string& since) {
  ReferenceVerdict verdict;
  verdict.reference = reference;
  CompareOptions options;
  options.workload = workload;
  options.by = {};
  options.where = reference.of;
  options.since = since;
  options.needs_real = true;
  const Result<Comparison> comparison = compare(table, options);
  if (!comparison) {
    const Diagnostics& problems = comparison.failure().diagnostics;
    const bool wrong = std::any_of(problems.begin(), problems.end(), [](const Diagnostic& problem) {
      return problem.why == kWrongAnswer;
    });
    verdict.kind = wrong ? ReferenceVerdict::Kind::WrongAnswer : ReferenceVerdict::Kind::Unmeasured;
    verdict.words = wrong ? "answer not valid" : why_unmeasured(table, options);
    return verdict;
  }
  const std::string& work = reference.expected.work_unit;
  if (!work.empty() && comparison->unit != work + "/s") {
    verdict.words = format("measured in {}, the reference is in {}/s", comparison->unit, work);
    return verdict;
  }
  judge_group(comparison->groups.front(), verdict);
  for (const Excluded& out : comparison->excluded) {
    if (out.reason != kWrongAnswer) continue;
    verdict.kind = ReferenceVerdict::Kind::WrongAnswer;
    verdict.words = format("{}: {}", describe_runs(out), out.reason);
  }
  return verdict;
}

std::string junit_suite(const std::string& workload,
                        const std::vector<ReferenceVerdict>& verdicts) {
  const auto count = [&](auto&& picks) {
    return std::count_if(verdicts.begin(), verdicts.end(), picks);
  };
  std::string text = format(
      "<testsuite name=\"gpujob reference {}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
      xml_text(workload), verdicts.size(), count(is_alarm), count([](const ReferenceVerdict& one) {
        return one.kind == ReferenceVerdict::Kind::Unmeasured;
      }));
  for (const ReferenceVerdict& verdict : verdicts) {
    text += format("  <testcase classname=\"{}\" name=\"{} {}\">", xml_text(workload),
                   xml_text(reference_label(verdict.reference)),
                   verdict.reference.expected.metric.name);
    if (is_alarm(verdict)) {
      text += format("<failure message=\"{}\"/>", xml_text(verdict.words));
    } else if (verdict.kind == ReferenceVerdict::Kind::Unmeasured) {
      text += format("<skipped message=\"{}\"/>", xml_text(verdict.words));
    } else {
      text += format("<system-out>{}</system-out>", xml_text(verdict.words));
    }
    text += "</testcase>\n";
  }
  return text + "</testsuite>\n";
}

std::string junit_report(const std::string& suites) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace gpujob
