// SPDX-License-Identifier: MIT
#include "report/reference_check.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "report/junit.h"

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
  if (group.runs < reference_runs()) {
    verdict.words =
        format("{}; a verdict needs {}: {}{}", count_of(group.runs, "run"), reference_runs(),
               group.runs == 1 ? "within one run " : "", verdict.words);
    return;
  }
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

/// Where no group is left: of wrong answers an alarm, else why nothing was measured.
template <typename Add>
void add_without_groups(const Diagnostics& problems, const MeasurementTable& table,
                        const CompareOptions& options, const Add& add) {
  using Kind = ReferenceVerdict::Kind;
  for (const Diagnostic& problem : problems) {
    if (problem.severity != Severity::Note) continue;  // the notes name what was left out
    const bool wrong = problem.why == kWrongAnswer;
    add(wrong ? Kind::WrongAnswer : Kind::Unchecked, format("{}: {}", problem.where, problem.why));
  }
  const bool named = std::any_of(problems.begin(), problems.end(), [](const Diagnostic& problem) {
    return problem.severity == Severity::Note;
  });
  if (!named) add(Kind::Unmeasured, why_unmeasured(table, options));
}

bool is_skipped(const ReferenceVerdict& verdict) {
  return verdict.kind == ReferenceVerdict::Kind::Unmeasured ||
         verdict.kind == ReferenceVerdict::Kind::Unchecked;
}

}  // namespace

std::string checked_label(const ReferenceVerdict& verdict) {
  const std::string label = reference_label(verdict.reference);
  return verdict.group.empty() ? label : format("{}: {}", label, verdict.group);
}

bool is_alarm(const ReferenceVerdict& verdict) {
  return verdict.kind == ReferenceVerdict::Kind::Worse ||
         verdict.kind == ReferenceVerdict::Kind::WrongAnswer;
}

std::vector<ReferenceVerdict> check_reference(const MeasurementTable& table, CompareOptions options,
                                              const Reference& reference) {
  options.by = {"site", "gpu", "backend"};
  options.where = reference.of;
  options.needs_real = true;
  std::vector<ReferenceVerdict> verdicts;
  const auto add = [&](ReferenceVerdict::Kind kind, std::string words) -> ReferenceVerdict& {
    return verdicts.emplace_back(ReferenceVerdict{reference, kind, "", std::move(words)});
  };
  const Result<Comparison> comparison = compare(table, options);
  if (!comparison) {
    add_without_groups(comparison.failure().diagnostics, table, options, add);
    return verdicts;
  }
  const std::string& work = reference.expected.work_unit;
  if (!work.empty() && comparison->unit != work + "/s") {
    add(ReferenceVerdict::Kind::Unmeasured,
        format("measured in {}, the reference is in {}/s", comparison->unit, work));
    return verdicts;
  }
  for (const ComparedGroup& group : comparison->groups) {
    ReferenceVerdict& verdict = add(ReferenceVerdict::Kind::Unmeasured, "");
    judge_group(group, verdict);
    if (comparison->groups.size() > 1) verdict.group = group.label;
  }
  // Wrong answers before what is merely another question.
  for (const bool wrong : {true, false}) {
    for (const Excluded& out : comparison->excluded) {
      if ((out.reason == kWrongAnswer) != wrong) continue;
      add(wrong ? ReferenceVerdict::Kind::WrongAnswer : ReferenceVerdict::Kind::Unchecked,
          format("{}: {}", describe_runs(out), out.reason));
    }
  }
  return verdicts;
}

std::string junit_suite(const std::string& workload,
                        const std::vector<ReferenceVerdict>& verdicts) {
  using Outcome = JunitCase::Outcome;
  std::vector<JunitCase> cases;
  for (const ReferenceVerdict& verdict : verdicts) {
    const Outcome outcome = is_alarm(verdict)     ? Outcome::Failed
                            : is_skipped(verdict) ? Outcome::Skipped
                                                  : Outcome::Passed;
    cases.push_back(
        {workload, format("{} {}", checked_label(verdict), verdict.reference.expected.metric.name),
         outcome, verdict.words});
  }
  return junit_suite("gpujob reference " + workload, cases);
}

}  // namespace gpujob
