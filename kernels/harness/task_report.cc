// SPDX-License-Identifier: MIT
#include "harness/task_report.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

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

double or_absent(double value) {
  return value >= 0 ? value : -1;
}

std::vector<Sample> read_samples(const FlatJson& json) {
  std::vector<Sample> samples(json.numbers("samples.total").size());
  const auto take = [&](const char* phase, double Sample::*into) {
    const std::vector<double> seconds = json.numbers(std::string("samples.") + phase);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      samples[k].*into = k < seconds.size() ? seconds[k] : -1;
    }
  };
  take("h2d", &Sample::h2d);
  take("kernel", &Sample::kernel);
  take("d2h", &Sample::d2h);
  take("total", &Sample::total);
  return samples;
}

Cold read_cold(const FlatJson& json) {
  Cold cold;
  cold.setup = json.number("samples.cold.setup");
  cold.sample.h2d = or_absent(json.number("samples.cold.h2d"));
  cold.sample.kernel = or_absent(json.number("samples.cold.kernel"));
  cold.sample.d2h = or_absent(json.number("samples.cold.d2h"));
  cold.sample.total = json.number("samples.cold.total") - cold.setup;
  return cold;
}

Answer read_answer(const FlatJson& json) {
  Answer answer;
  answer.value = json.number("answer.value");
  answer.reference = json.number("answer.reference");
  answer.error = json.number("answer.error");
  answer.worst = {json.number("answer.worst.error"),
                  static_cast<std::size_t>(json.number("answer.worst.index")),
                  json.text("answer.worst.what")};
  if (json.has("answer.pointwise.points")) {
    answer.pointwise = {json.number("answer.pointwise.error"),
                        static_cast<int>(json.number("answer.pointwise.points"))};
  }
  answer.tolerance = json.number("answer.tolerance");
  answer.seconds = json.number("answer.seconds");
  answer.valid = json.boolean("answer.valid");
  answer.problem = json.text("answer.problem");
  for (const auto& [name, count] : json.members("task.counts")) {
    answer.counts[name] = std::strtod(count.c_str(), nullptr);
  }
  for (const auto& [name, value] : json.members("answer.inputs")) {
    if (answer.counts.count(name) == 0) {
      answer.inputs[name] = std::strtod(value.c_str(), nullptr);
    }
  }
  return answer;
}

Work read_work(const FlatJson& json) {
  return {json.number("work.points"), json.number("work.bytes_read"),
          json.number("work.bytes_written"), json.number("work.operations"),
          json.number("work.special_functions")};
}

DeviceFacts read_device(const FlatJson& json) {
  DeviceFacts device;
  device.model = json.text("device.model");
  device.architecture = json.text("device.architecture");
  device.units = static_cast<int>(json.number("device.units"));
  device.memory_bytes = json.number("device.memory_bytes");
  device.driver = json.text("device.driver");
  device.runtime = json.text("device.runtime");
  device.bus_id = json.text("device.bus_id");
  for (const auto& [name, hertz] : json.members("device.clocks_hz")) {
    device.clocks_hz[name] = std::strtod(hertz.c_str(), nullptr);
  }
  return device;
}

std::vector<DeviceShare> read_shares(const FlatJson& json) {
  std::vector<DeviceShare> shares;
  for (std::string at = "devices.0"; json.has(at + ".index");
       at = "devices." + std::to_string(shares.size())) {
    shares.push_back({static_cast<int>(json.number(at + ".index")),
                      json.text(at + ".host"),
                      json.text(at + ".model"),
                      json.text(at + ".architecture"),
                      json.text(at + ".bus_id"),
                      {static_cast<std::uint64_t>(json.number(at + ".first")),
                       static_cast<std::uint64_t>(json.number(at + ".count"))},
                      json.number(at + ".seconds")});
  }
  return shares;
}

HostFacts read_host(const FlatJson& json) {
  HostFacts host;
  host.name = json.text("host.name");
  host.cpu = json.text("host.cpu");
  host.processor = json.text("host.processor");
  host.isa = json.text("host.isa");
  host.cores_used = static_cast<int>(json.number("host.cores_used"));
  host.cores_allowed = static_cast<int>(json.number("host.cores_allowed"));
  if (json.has("host.affinity")) host.affinity = json.text("host.affinity");
  return host;
}

void read_head(const FlatJson& json, Report& report) {
  report.started = json.text("started");
  report.workload = json.text("workload");
  report.variant = json.text("variant");
  report.algorithm_class = json.text("class").at(0);
  report.data = json.text("data") == name(Data::Host) ? Data::Host : Data::Resident;
  report.backend = json.text("backend");
  report.precision = json.text("precision");
  report.parameters = json.members("parameters");
  report.stop_reason = json.text("samples.stop_reason");
  report.limits.noise = json.number("samples.noise_target");
  report.limits.seconds = json.number("samples.time_limit");
  report.clock = json.text("samples.clock");
}

/// What all processes of one launch must have in common.
bool alike(const Report& a, const Report& b) {
  return a.workload == b.workload && a.variant == b.variant && a.precision == b.precision &&
         a.backend == b.backend && a.parameters == b.parameters &&
         a.answer.inputs == b.answer.inputs;
}

template <class Of, class Get>
std::vector<Of> each_of(const std::vector<Report>& tasks, const Get& get) {
  std::vector<Of> all;
  for (const Report& task : tasks) all.push_back(get(task));
  return all;
}

void merge_samples(const std::vector<Report>& tasks, Report& whole) {
  std::size_t count = whole.samples.size();
  for (const Report& task : tasks) count = std::min(count, task.samples.size());
  whole.samples.clear();
  for (std::size_t k = 0; k < count; ++k) {
    whole.samples.push_back(merge_samples(
        each_of<Sample>(tasks, [&](const Report& task) { return task.samples[k]; }), whole.data));
  }
  whole.noise = noise_of(whole.samples, whole.data);
  for (std::size_t t = 1; t < tasks.size(); ++t) {
    whole.discarded.insert(whole.discarded.end(), tasks[t].discarded.begin(),
                           tasks[t].discarded.end());
  }
}

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
  read_head(*json, report);
  report.cold = read_cold(*json);
  report.warmup = json->numbers("samples.warmup");
  report.samples = read_samples(*json);
  for (std::string at = "samples.discarded.0"; json->has(at + ".seconds");
       at = "samples.discarded." + std::to_string(report.discarded.size())) {
    report.discarded.push_back({json->number(at + ".seconds"), json->text(at + ".reason")});
  }
  report.answer = read_answer(*json);
  report.work = read_work(*json);
  if (json->has("ceiling.what")) {
    report.ceiling = Ceiling{json->text("ceiling.what"), json->text("ceiling.unit"),
                             json->number("ceiling.before"), json->number("ceiling.after"),
                             json->number("ceiling.counted")};
  }
  report.device = read_device(*json);
  report.devices = read_shares(*json);
  report.host = read_host(*json);
  return report;
}

Report merge_reports(const std::vector<Report>& tasks, const Spec& spec) {
  Report whole = tasks.front();
  std::vector<Part> parts;
  whole.devices.clear();
  for (const Report& task : tasks) {
    if (!alike(task, whole)) {
      throw std::runtime_error("the reports of the tasks are not parts of one launch");
    }
    for (const DeviceShare& share : task.devices) parts.push_back(share.part);
    whole.devices.insert(whole.devices.end(), task.devices.begin(), task.devices.end());
    whole.started = std::min(whole.started, task.started);
    whole.cold.setup = std::max(whole.cold.setup, task.cold.setup);
    if (!task.ceiling) whole.ceiling.reset();
  }
  const auto cold = [](const Report& task) { return task.cold.sample; };
  whole.cold.sample = merge_samples(each_of<Sample>(tasks, cold), whole.data);
  merge_samples(tasks, whole);
  whole.answer =
      merge_answers(each_of<Answer>(tasks, [](const Report& task) { return task.answer; }));
  whole.work = merge_work(each_of<Work>(tasks, [](const Report& task) { return task.work; }));
  if (whole.ceiling) {
    whole.ceiling =
        merge_ceilings(each_of<Ceiling>(tasks, [](const Report& task) { return *task.ceiling; }));
  }
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
