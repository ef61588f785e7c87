// SPDX-License-Identifier: MIT
#include "harness/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "harness/json.h"

namespace gpujob {

namespace {

/// The seconds of one phase; an empty list if the workload lacks that phase.
std::vector<double> phase(const std::vector<Sample>& samples, double Sample::*which) {
  std::vector<double> seconds;
  for (const Sample& s : samples) {
    if (s.*which >= 0) seconds.push_back(s.*which);
  }
  return seconds;
}

void put_run(Json& json, const RunFacts& run) {
  json.begin("run");
  json.put_or_null("id", run.id);
  json.put("launch", run.launch);
  json.put_or_null("site", run.site);
  json.put_or_null("cluster", run.cluster);
  json.put_or_null("partition", run.partition);
  json.put_or_null("gpu_key", run.gpu_key);
  json.put_or_null("gpu_model", run.gpu_model);
  json.put("executor", run.executor);
  json.put_or_null("sandbox", run.sandbox);
  json.put_or_null("stand_in_for", run.stand_in_for);
  json.put_or_null("job_id", run.job_id);
  json.put("nodes", run.nodes);
  json.end();
}

void put_parameters(Json& json, const std::map<std::string, std::string>& parameters) {
  json.begin("parameters");
  for (const auto& [name, text] : parameters) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    end != text.c_str() && *end == '\0' ? json.put(name, number) : json.put(name, text);
  }
  json.end();
}

void put_samples(Json& json, const Report& report) {
  json.begin("samples");
  const Sample& cold = report.cold.sample;
  json.begin("cold");
  json.put("setup", report.cold.setup);
  if (cold.h2d >= 0) json.put("h2d", cold.h2d);
  if (cold.kernel >= 0) json.put("kernel", cold.kernel);
  if (cold.d2h >= 0) json.put("d2h", cold.d2h);
  json.put("total", report.cold.setup + cold.total);
  json.end();
  json.put("warmup", report.warmup);
  json.put("h2d", phase(report.samples, &Sample::h2d));
  json.put("kernel", phase(report.samples, &Sample::kernel));
  json.put("d2h", phase(report.samples, &Sample::d2h));
  json.put("total", phase(report.samples, &Sample::total));
  json.begin_list("discarded");
  for (const Discarded& d : report.discarded) {
    json.begin();
    json.put("seconds", d.seconds);
    json.put("reason", d.reason);
    json.end();
  }
  json.end_list();
  json.put("stop_reason", report.stop_reason);
  json.put("noise_target", report.limits.noise);
  report.noise < 0 ? json.put_null("noise") : json.put("noise", report.noise);
  const std::optional<double> drift = drift_of(report.samples, report.data);
  drift ? json.put("drift", *drift) : json.put_null("drift");
  json.put("time_limit", report.limits.seconds);
  json.put("clock", report.clock);
  if (report.batch > 1) json.put("batch", report.batch);
  json.end();
}

void put_answer(Json& json, const Answer& answer) {
  json.begin("answer");
  json.put("value", answer.value);
  json.put("reference", answer.reference);
  json.put("error", answer.error);
  json.begin("worst");
  json.put("error", answer.worst.error);
  json.put("index", static_cast<double>(answer.worst.index));
  json.put("what", answer.worst.what);
  json.end();
  if (answer.pointwise.points > 0) {
    json.begin("pointwise");
    json.put("error", answer.pointwise.error);
    json.put("points", answer.pointwise.points);
    json.end();
  }
  json.put("tolerance", answer.tolerance);
  json.put("seconds", answer.seconds);
  json.put("valid", answer.valid);
  json.put_or_null("problem", answer.problem);
  std::map<std::string, double> inputs = answer.inputs;
  inputs.insert(answer.counts.begin(), answer.counts.end());
  json.begin("inputs");
  for (const auto& [name, value] : inputs) json.put(name, value);
  json.end();
  json.end();
}

void put_work(Json& json, const Work& work) {
  json.begin("work");
  json.put("points", work.points);
  json.put("bytes_read", work.bytes_read);
  json.put("bytes_written", work.bytes_written);
  json.put("operations", work.operations);
  json.put("special_functions", work.special_functions);
  json.end();
}

/// Rates: from measured time and declared work, and only for a right answer.
void put_rates(Json& json, const Report& report) {
  const double seconds = timed_seconds(report);
  const Work& work = report.work;
  json.begin("rates");
  json.put("seconds", seconds);
  json.put("points_per_second", work.points / seconds);
  json.put("operations_per_second", work.operations / seconds);
  json.put("bytes_per_second", (work.bytes_read + work.bytes_written) / seconds);
  json.end();
}

void put_ceiling(Json& json, const Ceiling& ceiling) {
  json.begin("ceiling");
  json.put("what", ceiling.what);
  json.put("unit", ceiling.unit);
  json.put("value", std::max(ceiling.before, ceiling.after));
  json.put("before", ceiling.before);
  json.put("after", ceiling.after);
  json.put("counted", ceiling.counted);
  json.end();
}

void put_device(Json& json, const DeviceFacts& device) {
  json.begin("device");
  json.put("model", device.model);
  json.put("architecture", device.architecture);
  json.put("units", device.units);
  json.put("memory_bytes", device.memory_bytes);
  json.put_or_null("driver", device.driver);
  json.put_or_null("runtime", device.runtime);
  json.put_or_null("bus_id", device.bus_id);
  json.begin("clocks_hz");
  for (const auto& [name, hertz] : device.clocks_hz) json.put(name, hertz);
  json.end();
  json.end();
}

void put_devices(Json& json, const std::vector<DeviceShare>& shares) {
  json.begin_list("devices");
  for (const DeviceShare& share : shares) {
    json.begin();
    json.put("index", share.index);
    json.put("host", share.host);
    json.put("model", share.model);
    json.put("architecture", share.architecture);
    json.put_or_null("bus_id", share.bus_id);
    json.put("first", static_cast<double>(share.part.first));
    json.put("count", static_cast<double>(share.part.count));
    json.put("seconds", share.seconds);
    json.end();
  }
  json.end_list();
}

/// What distinguishes a part of a report from a whole one, and what merging needs.
void put_task(Json& json, const Report& report) {
  json.begin("task");
  json.put("index", report.tasks.index);
  json.put("of", report.tasks.count);
  json.begin("counts");
  for (const auto& [name, count] : report.answer.counts) json.put(name, count);
  json.end();
  json.end();
}

void put_host(Json& json, const HostFacts& host) {
  json.begin("host");
  json.put("name", host.name);
  json.put_or_null("cpu", host.cpu);
  json.put("processor", host.processor);
  json.put("isa", host.isa);
  json.put("cores_used", host.cores_used);
  json.put("cores_allowed", host.cores_allowed);
  if (!host.affinity.empty()) json.put("affinity", host.affinity);
  json.end();
}

}  // namespace

double timed_seconds(const Report& report) {
  std::vector<double> seconds;
  for (const Sample& s : report.samples) seconds.push_back(timed(s, report.data));
  return seconds.empty() ? 0 : median(std::move(seconds));
}

double fraction(const Report& report) {
  if (!report.ceiling || report.samples.empty()) return 0;
  return report.ceiling->counted / timed_seconds(report) /
         std::max(report.ceiling->before, report.ceiling->after);
}

double impossible_share(const Ceiling& ceiling) {
  return ceiling.other_units * (ceiling.unit == "bytes/s" ? 1.25 : 1.1);
}

std::string to_json(const Report& report) {
  Json json;
  json.begin();
  json.put("schema", "gpujob/report/v1");
  put_run(json, report.run);
  json.put("started", report.started);
  json.put("workload", report.workload);
  json.put("variant", report.variant);
  json.put("class", std::string(1, report.algorithm_class));
  json.put("data", name(report.data));
  json.put("backend", report.backend);
  json.put("precision", report.precision);
  put_parameters(json, report.parameters);
  put_samples(json, report);
  put_answer(json, report.answer);
  put_work(json, report.work);
  const bool rated = report.answer.valid && !report.samples.empty();
  if (rated) put_rates(json, report);
  if (report.ceiling) put_ceiling(json, *report.ceiling);
  if (rated && report.ceiling) json.put("fraction", fraction(report));
  put_device(json, report.device);
  if (!report.devices.empty()) put_devices(json, report.devices);
  put_host(json, report.host);
  if (report.tasks.count > 1) put_task(json, report);
  json.begin("versions");
  json.put("gpujob", version_of_gpujob());
  json.put("compiler", compiler_text());
  json.put("architectures", architectures());
  json.end();
  json.end();
  return json.text();
}

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
    std::snprintf(numbers, sizeof numbers, ", DRIFT of %.2g %%", 100 * drift);
    text += numbers;
  }
  if (report.ceiling) {
    std::snprintf(numbers, sizeof numbers, ", %.3g of %s", fraction(report),
                  report.ceiling->what.c_str());
    text += numbers;
  }
  return text;
}

}  // namespace gpujob
