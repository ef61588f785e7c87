// SPDX-License-Identifier: MIT
#include "harness/task_report.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "contract/report_fields.h"
#include "device/draw.h"
#include "harness/flat_json.h"
#include "harness/merge_parts.h"

namespace gpujob {

namespace {

/// A whole number in [0, end), or -1.
int small_number(const std::string& text, int end) {
  char* rest = nullptr;
  const long number = std::strtol(text.c_str(), &rest, 10);
  return !text.empty() && *rest == '\0' && number >= 0 && number < end ? static_cast<int>(number)
                                                                       : -1;
}

/// Reads each field of `of` that is in the report; the others stay as they are.
template <class Of>
class FieldReader {
 public:
  FieldReader(const FlatJson& json, Of& of, std::string place = "")
      : json_(json), of_(of), place_(std::move(place)) {}

  void operator()(const ReportField& /*object*/) {}

  /// Computed values follow from the others.
  template <class Get>
  void operator()(const ReportField& field, const Get& get) {
    if (is_below(field.path, absent_)) return;
    using Value = decltype(get(of_));
    if constexpr (std::is_lvalue_reference_v<Value>) {
      take(field, place_ + std::string(field.path), get(of_));
    } else if constexpr (std::is_same_v<Value, Phase<std::vector<Sample>>>) {
      take(json_.numbers(std::string(field.path)), get(of_));
    }
  }

  template <class Get, class Items>
  void operator()(const ReportField& field, const Get& get, const Items& items) {
    auto& list = get(of_);
    const std::string path(field.path);
    for (std::string at = path + ".0."; !json_.members(at).empty();
         at = path + "." + std::to_string(list.size()) + ".") {
      items(FieldReader<std::decay_t<decltype(list[0])>>(json_, list.emplace_back(), at));
    }
  }

 private:
  void take(const ReportField&, const std::string& path, std::string& text) {
    text = json_.text(path);
  }
  void take(const ReportField&, const std::string& path, char& letter) {
    letter = json_.text(path).at(0);
  }
  void take(const ReportField&, const std::string& path, Data& data) {
    data = json_.text(path) == name(Data::Host) ? Data::Host : Data::Resident;
  }
  void take(const ReportField&, const std::string& path, bool& boolean) {
    boolean = json_.boolean(path);
  }
  template <class Number>
  std::enable_if_t<std::is_arithmetic_v<Number>> take(const ReportField& field,
                                                      const std::string& path, Number& number) {
    if (field.null || json_.has(path)) number = static_cast<Number>(json_.number(path));
  }
  void take(const ReportField&, const std::string& path, std::vector<double>& list) {
    list = json_.numbers(path);
  }
  void take(const ReportField&, const std::string& path, std::vector<std::string>& list) {
    while (json_.has(path + "." + std::to_string(list.size()))) {
      list.push_back(json_.text(path + "." + std::to_string(list.size())));
    }
  }
  void take(const ReportField&, const std::string& path, std::map<std::string, double>& numbers) {
    for (const auto& [name, number] : json_.members(path + ".")) {
      numbers[name] = std::strtod(number.c_str(), nullptr);
    }
  }
  void take(const ReportField&, const std::string& path, std::map<std::string, std::string>& map) {
    map = json_.members(path + ".");
  }
  template <class Block>
  void take(const ReportField& field, const std::string& path, std::optional<Block>& block) {
    json_.members(path + ".").empty() ? block.reset() : (void)block.emplace();
    if (!block) absent_ = field.path;
  }
  /// Objects have no value of their own.
  template <class Block>
  std::enable_if_t<!std::is_arithmetic_v<Block>> take(const ReportField&, const std::string&,
                                                      Block& /*block*/) {}

  static void take(const std::vector<double>& seconds, Phase<std::vector<Sample>> phase) {
    phase.samples.resize(std::max(phase.samples.size(), seconds.size()));
    for (std::size_t k = 0; k < phase.samples.size(); ++k) {
      phase.samples[k].*phase.seconds = k < seconds.size() ? seconds[k] : -1;
    }
  }

  const FlatJson& json_;
  Of& of_;
  std::string place_;        ///< of an item of a list: "devices.0."
  std::string_view absent_;  ///< the last object that is not there
};

}  // namespace

std::string task_path(const std::string& report, int task) {
  return report + ".task-" + std::to_string(task);
}

std::string find_task(Tasks& tasks, int gpus) {
  tasks.index = small_number(environment("SLURM_PROCID"), tasks.count);
  tasks.local = small_number(environment("SLURM_LOCALID"), tasks.count);
  if (tasks.index >= 0 && tasks.local >= 0) {
    const int given = small_number(environment("SLURM_GPUS_ON_NODE"), gpus);
    const int needed = (tasks.local + 1) * (gpus / tasks.count);
    if (given < 0 || given >= needed) return {};
    return "this node was given " + std::to_string(given) +
           " GPUs (SLURM_GPUS_ON_NODE), and its tasks need " + std::to_string(needed);
  }
  return "which of " + std::to_string(tasks.count) +
         " tasks this is cannot be told (SLURM_PROCID is '" + environment("SLURM_PROCID") +
         "', SLURM_LOCALID '" + environment("SLURM_LOCALID") + "'); start it with srun";
}

std::uint32_t seed_of_tasks() {
  std::uint64_t seed = 0;
  for (const char* name :
       {"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT", "GPUJOB_RUN_ID", "GPUJOB_LAUNCH"}) {
    for (const char c : environment(name)) seed = mix(seed ^ static_cast<unsigned char>(c));
    seed = mix(seed);
  }
  return static_cast<std::uint32_t>(seed >> 32);
}

Report read_task_report(const std::string& text, const std::string& where) {
  const auto json = FlatJson::read(text);
  if (!json || json->text("schema") != "gpujob/report/v1" || !json->has("task.index")) {
    throw std::runtime_error(where + " is not the report of a task");
  }
  Report report;
  FieldReader<Report> reader(*json, report);
  visit_report(reader);
  for (const auto& [name, count] : report.answer.counts) report.answer.inputs.erase(name);
  return report;
}

Report merge_reports(const std::vector<Report>& tasks, const Spec& spec) {
  Report whole = tasks.front();
  for (std::size_t k = 1; k < tasks.size(); ++k) {
    if (merge_into(whole, tasks[k])) continue;
    throw std::runtime_error("the reports of the tasks are not parts of one launch");
  }
  whole.tasks = {};
  std::vector<Part> parts;
  for (const DeviceShare& share : whole.devices) parts.push_back(share.part);
  const double total = std::strtod(whole.parameters.at(spec.split.parameter).c_str(), nullptr);
  for (const std::string& problem :
       {parts_problem(parts, static_cast<std::uint64_t>(total)), devices_problem(whole.devices)}) {
    if (problem.empty()) continue;
    whole.answer.valid = false;
    whole.answer.problem = problem;
  }
  return whole;
}

Report read_and_merge(const std::string& report, int tasks, const Spec& spec) {
  std::vector<Report> parts;
  for (int task = 0; task < tasks; ++task) {
    const std::string path = task_path(report, task);
    const std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " is missing");
    std::ostringstream text;
    text << file.rdbuf();
    parts.push_back(read_task_report(text.str(), path));
  }
  Report whole = merge_reports(parts, spec);
  whole.run = read_run_facts();
  return whole;
}

}  // namespace gpujob
