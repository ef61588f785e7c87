// SPDX-License-Identifier: MIT
#include "report/measurement.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/json_value.h"
#include "base/text.h"
#include "contract/report_rows.h"
#include "report/report_check.h"

namespace gpujob {

namespace {

/// Bit by bit, so that unknown equals unknown.
bool are_same(const JobCost& a, const JobCost& b) {
  using Bits = std::array<std::uint64_t, sizeof(JobCost) / sizeof(std::uint64_t)>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

/// What the report declares of a pass.
double declared_operations(const TimingReport& report) {
  return report.number_at("/work/operations").value_or(0) +
         report.number_at("/work/special_functions").value_or(0);
}

double declared_bytes(const TimingReport& report) {
  return report.number_at("/work/bytes_read").value_or(0) +
         report.number_at("/work/bytes_written").value_or(0);
}

/// Operations over bytes of a pass. What the ceiling counts is the part that it bounds: of an
/// operation ceiling the operations, of a byte ceiling the bytes.
double intensity_of(const TimingReport& report, double counted, std::string_view unit) {
  if (unit == "B") return counted > 0 ? declared_operations(report) / counted : 0;
  const double bytes = declared_bytes(report);
  return bytes > 0 ? counted / bytes : 0;
}

/// What work is counted in: the ceiling's unit; without a ceiling the operations that the program
/// declares, else its bytes, else its points.
void take_work(Measurement& measurement, const TimingReport& report) {
  LaunchConfig& setting = measurement.setting;
  if (!report.valid) return;  // a wrong answer has no rate
  if (const auto ceiling = report.number_at("/ceiling/value")) {
    measurement.ceiling = *ceiling;
    setting.work = report.number_at("/ceiling/counted").value_or(0);
    setting.work_unit = report.ceiling_unit == "bytes/s" ? "B" : "op";
    setting.intensity = intensity_of(report, setting.work, setting.work_unit);
  } else if (const double operations = declared_operations(report); operations > 0) {
    setting.work = operations;
    setting.work_unit = "op";
    setting.intensity = intensity_of(report, operations, "op");
  } else if (const double bytes = declared_bytes(report); bytes > 0) {
    setting.work = bytes;
    setting.work_unit = "B";
  } else {
    setting.work = report.number_at("/work/points").value_or(0);
    setting.work_unit = "points";
  }
}

/// Why the samples do not carry a verdict: a tenth or more were discarded, or the device held its
/// clock down. Empty: they do.
std::string disturbance_of(const TimingReport& report) {
  const Json* const discarded =
      report.document ? find_value(*report.document, "samples.discarded") : nullptr;
  if (discarded == nullptr || !discarded->is_array()) return "";
  const std::size_t kept = report.main_samples().size();
  const bool many = !discarded->empty() && 9 * discarded->size() >= kept;
  for (const Json& sample : *discarded) {
    if (sample.value("reason", "") == "throttled") return "the device held its clock down";
  }
  return many ? "a tenth or more of the samples discarded" : "";
}

LaunchConfig setting_of(const TimingReport& report) {
  LaunchConfig setting;
  setting.workload = report.workload;
  setting.variant = report.variant;
  setting.algorithm_class = report.algorithm_class;
  setting.backend = report.backend;
  setting.precision = report.precision;
  setting.data = report.data;
  setting.site = report.site;
  setting.cluster = report.cluster;
  setting.partition = report.partition;
  setting.gpu_key = report.gpu_key;
  setting.gpu_model = report.gpu_model;
  setting.device = report.device;
  setting.sandbox = report.sandbox;
  setting.stand_in_for = report.stand_in_for;
  if (const std::size_t devices = report.device_count(); devices > 1) {
    setting.gpus = std::to_string(devices);
  }
  setting.valid = report.valid;
  setting.parameters = report.parameters;
  std::sort(setting.parameters.begin(), setting.parameters.end());
  for (const ReportRow& row : report_rows()) {
    if (row.field.fact.empty()) continue;
    std::string value = report.text_at("/" + replace_all(row.field.path, ".", "/"));
    if (!value.empty()) setting.environment.emplace_back(row.field.fact, std::move(value));
  }
  if (std::string why = disturbance_of(report); !why.empty()) {
    setting.environment.emplace_back("disturbed", std::move(why));
  }
  std::sort(setting.environment.begin(), setting.environment.end());
  return setting;
}

}  // namespace

Measurement measurement_of(const TimingReport& report) {
  Measurement measurement;
  measurement.run = report.run_id;
  measurement.launch = report.launch;
  measurement.started = report.started;
  measurement.setting = setting_of(report);
  take_work(measurement, report);
  for (std::size_t i = 0; i < kParts; ++i) {
    const auto samples = report.samples.find(std::string(part_name(static_cast<Part>(i))));
    if (samples != report.samples.end()) measurement.seconds[i] = samples->second;
  }
  return measurement;
}

Part part_of(const Metric& metric, const LaunchConfig& setting) {
  const bool is_time = metric.value == Metric::Value::Time;
  if (metric.value == Metric::Value::Rate && states_rate(setting)) return Part::Rate;
  return !is_time && setting.data == "host" ? Part::Total : metric.part;
}

LaunchHead head_of(const Measurement& measurement) {
  LaunchHead head;
  head.run = ShortText<26>(measurement.run);
  head.started = ShortText<20>(measurement.started);
  head.launch = static_cast<std::uint16_t>(measurement.launch);
  head.ceiling = measurement.ceiling;
  head.cost = measurement.cost;
  return head;
}

void MeasurementTable::add(LaunchConfig setting) {
  settings.push_back(std::move(setting));
  ends.push_back(static_cast<std::uint32_t>(launches.size()));
}

void MeasurementTable::add(const LaunchHead& head) {
  Launch& launch = launches.emplace_back(head);
  launch.setting = static_cast<std::uint32_t>(settings.size() - 1);
  ++ends.back();
  // Launches of one job come one after another.
  if (!are_same(head.cost, costs.back())) {
    const bool unknown = are_same(head.cost, costs.front());
    if (!unknown) costs.push_back(head.cost);
    launch.cost = unknown ? 0 : static_cast<std::uint32_t>(costs.size() - 1);
  } else {
    launch.cost = static_cast<std::uint32_t>(costs.size() - 1);
  }
}

void MeasurementTable::take_seconds(Launch& launch, std::size_t first, std::uint32_t count) {
  const std::span<double> seconds(samples.data() + first, count);
  launch.first = first;
  const LaunchConfig& setting = settings[launch.setting];
  const bool are_values = part_of(metric, setting) == Part::Rate ||
                          to_values(metric, setting.work, launch.ceiling, seconds);
  launch.count = are_values ? count : 0;
}

void MeasurementTable::add(const Measurement& measurement) {
  const auto found = std::find(settings.begin(), settings.end(), measurement.setting);
  const auto setting = static_cast<std::uint32_t>(found - settings.begin());
  if (found == settings.end()) add(measurement.setting);
  const auto& seconds =
      measurement.seconds[static_cast<std::size_t>(part_of(metric, settings[setting]))];
  samples.insert(samples.end(), seconds.begin(), seconds.end());
  add(head_of(measurement));
  Launch& launch = launches.back();
  launch.setting = setting;
  take_seconds(launch, samples.size() - seconds.size(), static_cast<std::uint32_t>(seconds.size()));
  // To its setting's place.
  const auto at = static_cast<std::ptrdiff_t>(ends[setting]);
  if (setting + 1 < settings.size()) {
    std::rotate(launches.begin() + at, launches.end() - 1, launches.end());
    for (std::size_t i = setting; i + 1 < ends.size(); ++i) ++ends[i];
  }
}

}  // namespace gpujob
