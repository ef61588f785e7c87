// SPDX-License-Identifier: MIT
#include "workload/check.h"

#include <algorithm>

#include "base/format.h"
#include "base/scalar_kind.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/yaml_record.h"
#include "contract/backends.h"
#include "workload/formula.h"

namespace gpujob {

namespace {

constexpr std::string_view kDrawn = "drawn";

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& one : list) names.push_back(one.name);
  return names;
}

/// One manifest under check.
class WorkloadCheck {
 public:
  WorkloadCheck(const YamlFile& file, const Workload& workload)
      : file_(file), root_(file, &file.root()), workload_(workload) {}

  Diagnostics run() {
    check_parameters();
    check_sizes();
    check_variants();
    check_defaults();
    check_formulas();
    check_precisions();
    check_split();
    check_builds();
    check_command();
    return std::move(found_);
  }

 private:
  void report(YamlPlace place, std::string problem, std::string why = "", std::string fix = "") {
    found_.push_back(file_.error(place, std::move(problem), std::move(why), std::move(fix)));
  }

  void unknown(YamlPlace place, std::string_view what, const std::string& word,
               const std::vector<std::string>& known) {
    report(place, format("no {} '{}'", what, word),
           known.empty() ? "it has none" : format("it has {}", join(known, ", ")),
           did_you_mean(word, known));
  }

  void check_value(const Parameter& parameter, const std::string& text, YamlPlace place) {
    const std::optional<std::string> why = report_mismatch(parameter, text);
    if (why) report(place, format("parameter '{}' cannot be '{}'", parameter.name, text), *why);
  }

  void check_parameters() {
    for (const auto& [name, record] : root_.named_records("parameters")) {
      const Parameter* parameter = workload_.find_parameter(name);
      if (parameter == nullptr) continue;
      if (is_formula_function(name)) {
        report(record.place(), format("no parameter can be called '{}'", name),
               "it is a function of formulas");
      }
      const bool text = parameter->type == ParameterType::Text;
      for (const char* key : {"min", "max"}) {
        if (text && record.has(key)) {
          report(record.place(key), format("parameter '{}' has '{}'", name, key), "it is text");
        }
      }
      if (parameter->minimum && parameter->maximum && *parameter->maximum < *parameter->minimum) {
        report(record.place("max"), format("'max' is {}", record.text("max")),
               format("'min' is {}", record.text("min")));
      }
      if (parameter->default_value != kDrawn || text) {
        check_value(*parameter, parameter->default_value, record.place("default"));
      }
    }
  }

  void check_sizes() {
    for (const auto& [size, record] : root_.named_records("sizes")) {
      for (const auto& [name, value] : record.values()) {
        const Parameter* parameter = workload_.find_parameter(name);
        if (parameter == nullptr) {
          unknown(record.place(name), "parameter", name, names_of(workload_.parameters));
        } else {
          check_value(*parameter, value, record.place(name));
        }
      }
    }
  }

  /// A variant can only list words that the workload lists.
  void check_words(const YamlRecord& variant, const char* key, std::string_view what,
                   const std::vector<std::string>& known) {
    for (const std::string& word : variant.texts(key)) {
      if (!contains(known, word)) unknown(variant.place(key), what, word, known);
    }
  }

  void check_variants() {
    const auto variants = root_.named_records("variants");
    for (const auto& [name, record] : variants) {
      check_words(record, "backends", "backend", workload_.backends);
      check_words(record, "precisions", "precision", workload_.precisions);
    }
    if (variants.empty()) return;
    for (const std::string& backend : workload_.backends) {
      if (!workload_.variants_for(backend).empty()) continue;
      report(root_.place("backends"), format("backend '{}' has no variant", backend),
             "its program could compute nothing", "name it in the 'backends' of a variant");
    }
  }

  void check_default(const char* key, std::string_view what,
                     const std::vector<std::string>& known) {
    const std::string word = root_.text(key);
    if (!word.empty() && !contains(known, word)) unknown(root_.place(key), what, word, known);
  }

  void check_defaults() {
    check_default("default_size", "size", names_of(workload_.sizes));
    check_default("default_variant", "variant", names_of(workload_.variants));
    check_default("default_precision", "precision", workload_.precisions);
    const bool bundled = workload_.command.empty();
    const std::vector<std::pair<const char*, bool>> parts = {
        {"default_variant", bundled || !workload_.variants.empty()},
        {"default_precision", bundled || !workload_.precisions.empty()},
        {"build", bundled}};
    for (const auto& [key, expected] : parts) {
      if (!expected || root_.has(key)) continue;
      report(root_.place(), format("missing key '{}'", key),
             bundled ? "every bundled workload has one" : "there are several to choose from",
             bundled ? format("add '{}:', or 'command:' for a program of your own", key)
                     : format("add '{}:'", key));
    }
  }

  void check_formula(const YamlRecord& record, const char* key) {
    if (!record.has(key)) return;
    const Result<std::set<std::string>> names = names_in_formula(record.text(key));
    if (!names) {
      const Diagnostic& reason = names.failure().diagnostics.front();
      report(record.place(key), reason.problem, reason.why, reason.fix);
      return;
    }
    for (const std::string& name : *names) {
      const Parameter* parameter = workload_.find_parameter(name);
      if (parameter == nullptr) {
        unknown(record.place(key), "parameter", name, names_of(workload_.parameters));
      } else if (parameter->type == ParameterType::Text || parameter->default_value == kDrawn) {
        report(record.place(key), format("'{}' uses parameter '{}'", key, name),
               parameter->type == ParameterType::Text ? "it is text"
                                                      : "it is drawn only when the program runs");
      }
    }
  }

  void check_formulas() {
    const YamlRecord work = root_.record("work");
    for (const WorkField& field : kWorkFields) check_formula(work, field.name);
    check_formula(root_, "memory");
    check_formula(root_, "host_memory");
    for (const auto& [name, variant] : root_.named_records("variants"))
      check_formula(variant, "host_memory");
    check_formula(root_, "time_estimate");
  }

  void check_precisions() {
    const YamlRecord tolerance = root_.record("answer").record("tolerance");
    for (const auto& [precision, value] : tolerance.values()) {
      if (contains(workload_.precisions, precision)) continue;
      unknown(tolerance.place(precision), "precision", precision, workload_.precisions);
    }
    if (!workload_.command.empty()) return;
    for (const std::string& precision : workload_.precisions) {
      if (tolerance.has(precision)) continue;
      report(root_.place("precisions"), format("precision '{}' has no tolerance", precision),
             "the answer could not be checked", format("add 'answer: tolerance: {}:'", precision));
    }
  }

  void check_split() {
    const YamlRecord gpus = root_.record("gpus");
    if (!gpus.has("split")) {
      if (workload_.max_gpus == 1 || !workload_.command.empty()) return;
      return report(gpus.place("max"), format("'max' is {} without 'split'", workload_.max_gpus),
                    "it is unknown how the work is divided",
                    "add 'split: {parameter: ..., unit: ...}' as the program has them");
    }
    if (!workload_.command.empty()) {
      return report(gpus.place("split"), "'split' belongs to a bundled program",
                    "a command divides its work itself");
    }
    const YamlRecord split = gpus.record("split");
    const std::string name = split.text("parameter");
    const Parameter* parameter = workload_.find_parameter(name);
    if (parameter == nullptr) {
      unknown(split.place("parameter"), "parameter", name, names_of(workload_.parameters));
    } else if (parameter->type != ParameterType::Integer || parameter->default_value == kDrawn) {
      report(split.place("parameter"), format("parameter '{}' cannot be divided", name),
             parameter->default_value == kDrawn ? "it is drawn only when the program runs"
                                                : "it is not an integer");
    }
  }

  /// Unknown slots `{{name}}` in arguments.
  void check_slots(const YamlNode& arguments, const std::vector<std::string>& known) {
    for (const YamlNode& argument : arguments.items) {
      const std::string& text = argument.scalar;
      for (std::size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at)) {
        const std::size_t end = text.find("}}", at);
        const std::string slot = text.substr(at + 2, end == std::string::npos ? end : end - at - 2);
        if (end == std::string::npos) {
          report(argument.place, format("a slot of '{}' has no end", text),
                 "a slot is written '{{name}}'");
        } else if (!contains(known, slot)) {
          report(argument.place, format("unknown slot '{{{{{}}}}}'", slot),
                 format("slots are {}", join(known, ", ")), did_you_mean(slot, known));
        }
        at += 2;
      }
    }
  }

  void check_builds() {
    const YamlRecord build = root_.record("build");
    for (const auto& [backend, value] : build.values()) {
      if (!contains(workload_.backends, backend)) {
        unknown(build.place(backend), "backend", backend, workload_.backends);
      }
      check_slots(*build.find(backend), {"arch", "include", "output", "source"});
    }
    if (!root_.has("build")) return;
    for (const std::string& backend : workload_.backends) {
      if (is_of_kind(backend, BackendKind::Python) || build.has(backend)) continue;
      report(root_.place("build"), format("backend '{}' has no build command", backend),
             "its program could not be built", format("add 'build: {}:'", backend));
    }
  }

  /// A parameter that the command does not take would only change the report.
  void check_passed() {
    for (const auto& [name, record] : root_.named_records("parameters")) {
      const std::string slot = format("{{{{{}}}}}", name);
      const bool passed = std::any_of(
          workload_.command.begin(), workload_.command.end(),
          [&](const std::string& word) { return word.find(slot) != std::string::npos; });
      if (passed) continue;
      report(record.place(), format("the command does not take parameter '{}'", name),
             "its value would change nothing", format("pass it on as '{}'", slot));
    }
  }

  void check_command() {
    if (!root_.has("command")) {
      if (root_.has("stack")) {
        report(root_.place("stack"), "'stack' belongs to a command",
               "a bundled program takes its backend's stack");
      }
      return;
    }
    for (const char* key : {"build", "answer"}) {
      if (!root_.has(key)) continue;
      report(root_.place(key), format("a workload with 'command' has '{}'", key),
             "a program of your own is neither built nor checked");
    }
    std::vector<std::string> slots = {"report",      "backend", "variant", "precision",
                                      "max_seconds", "folder",  "include"};
    for (const Parameter& parameter : workload_.parameters) slots.push_back(parameter.name);
    for (const WorkField& field : kWorkFields) slots.push_back(format("work.{}", field.name));
    check_slots(*root_.find("command"), slots);
    check_passed();
    const bool reports = std::any_of(
        workload_.command.begin(), workload_.command.end(),
        [](const std::string& word) { return word.find("{{report}}") != std::string::npos; });
    if (!reports) {
      report(root_.place("command"), "the command does not take '{{report}}'",
             "it could not know where to write its report");
    }
  }

  const YamlFile& file_;
  YamlRecord root_;
  const Workload& workload_;
  Diagnostics found_;
};

}  // namespace

std::optional<std::string> report_mismatch(const Parameter& parameter, const std::string& text) {
  if (parameter.type == ParameterType::Text) return std::nullopt;
  const bool whole = parameter.type == ParameterType::Integer;
  const std::optional<double> value = parse_real(text);
  if (whole && !is_plain_integer(text)) return "a whole number is expected";
  if (!value) return "a number is expected";
  if (parameter.minimum && *value < *parameter.minimum) {
    return format("at least {}", *parameter.minimum);
  }
  if (parameter.maximum && *value > *parameter.maximum) {
    return format("at most {}", *parameter.maximum);
  }
  return std::nullopt;
}

Diagnostics check_workload(const YamlFile& file, const Workload& workload) {
  return WorkloadCheck(file, workload).run();
}

}  // namespace gpujob
