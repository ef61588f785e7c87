// SPDX-License-Identifier: MIT
#include "report/report_sheet.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <utility>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "report/quantity.h"
#include "report/statistics.h"

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

void add_word(Words& words, const std::string& before, const std::string& value) {
  if (!value.empty()) words.push_back(before + value);
}

std::string listed(const Words& words) {
  return format("{}", join(words, ", "));
}

std::string title_of(const TimingReport& report) {
  Words words{format("{} {} (class {})", report.workload, report.variant, report.algorithm_class),
              report.backend, report.precision};
  for (const auto& [name, value] : report.parameters) words.push_back(format("{}={}", name, value));
  return listed(words);
}

std::string place_of(const TimingReport& report) {
  Words words;
  add_word(words, "", report.site.empty() ? "unknown" : report.site);
  add_word(words, "cluster ", report.cluster);
  add_word(words, "partition ", report.partition);
  if (report.executor == "local") words.emplace_back("started without a scheduler");
  add_word(words, "job ", report.job_id);
  add_word(words, "sandbox ", report.sandbox);
  return listed(words);
}

std::string device_of(const TimingReport& report) {
  Words words;
  add_word(words, report.stand_in_for.empty() ? "" : "in place of ", report.gpu_model);
  if (report.gpu_key != report.gpu_model) add_word(words, "here ", report.gpu_key);
  add_word(words, "", report.text_at("/device/architecture"));
  add_word(words, "driver ", report.text_at("/device/driver"));
  return format("{} ({})", report.device, listed(words));
}

std::string host_of(const TimingReport& report) {
  Words words{report.host};
  add_word(words, "", report.text_at("/host/cpu"));
  add_word(words, "", report.text_at("/host/isa"));
  words.push_back(format("{} of {} cores", report.text_at("/host/cores_used"),
                         report.text_at("/host/cores_allowed")));
  return listed(words);
}

/// What the first device did while samples were taken; empty where its report does not say.
std::string meanwhile_of(const TimingReport& report) {
  Words words;
  const auto add = [&](const char* field, const auto& text) {
    if (const auto value = report.number_at(format("/conditions/0/{}", field))) {
      words.push_back(text(*value));
    }
  };
  add("core_clock_hz", [](double hz) { return format_quantity(hz, "Hz"); });
  add("power_watts", [](double watts) { return format_quantity(watts, "W"); });
  add("temperature_celsius",
      [](double heat) { return format("at most {} °C", std::lround(heat)); });
  const auto capped = [](const char* by) {
    return [by](double share) { return format("{} {} of the time", by, format_share(share)); };
  };
  for (const auto& [field, by] : std::initializer_list<std::pair<const char*, const char*>>{
           {"power_capped", "at its limit of power"},
           {"heat_capped", "held down by heat"},
           {"braked", "held down by the board"}}) {
    if (report.number_at(format("/conditions/0/{}", field)).value_or(0) > 0) add(field, capped(by));
  }
  return listed(words);
}

/// The rate that the ceiling is in; without a ceiling the workload's own unit, points.
std::string rate_of(const TimingReport& report) {
  if (report.rates.empty()) return "-";
  if (report.ceiling_unit == "operations/s") {
    return format_quantity(report.rates.at("operations_per_second"), "op/s");
  }
  if (report.ceiling_unit == "bytes/s") {
    return format_quantity(report.rates.at("bytes_per_second"), "B/s");
  }
  return format_quantity(report.rates.at("points_per_second"), "points/s");
}

std::string fraction_of(const TimingReport& report) {
  if (!report.fraction) return "-";
  return format("{} of {}", format_share(*report.fraction), report.ceiling);
}

std::string range_of(const Summary& summary) {
  return format("{} – {}", format_seconds(summary.lower_quartile),
                format_seconds(summary.upper_quartile));
}

std::string error_of(const std::optional<double>& error) {
  return error ? format_error(*error) : "not finite";
}

std::string seconds_or_dash(const std::optional<double>& seconds) {
  return seconds ? format_seconds(*seconds) : "-";
}

std::string data_of(const TimingReport& report) {
  const bool copied = report.data == "host";
  return format("{}; rate, MAD and quartiles are of the {}",
                copied ? "host to host" : "resident on the device",
                copied ? "warm total, copies included" : "kernel");
}

TextTable empty_times() {
  return TextTable({{"launch", Align::Right},
                    {"samples", Align::Right},
                    {"cold start", Align::Right},
                    {"warm total", Align::Right},
                    {"host to device", Align::Right},
                    {"kernel", Align::Right},
                    {"device to host", Align::Right},
                    {"answer check", Align::Right}});
}

TextTable empty_launches(const std::string& phase) {
  return TextTable({{"launch", Align::Right},
                    {phase + " MAD", Align::Right},
                    {phase + " quartiles", Align::Right},
                    {"rate", Align::Right},
                    {"of ceiling", Align::Left},
                    {"error / tolerance", Align::Left},
                    {"stopped by", Align::Left}});
}

void add_launch(ReportSheet& sheet, const TimingReport& report) {
  const Summary summary = summarise(report.main_samples());
  const std::string launch = std::to_string(report.launch);
  sheet.times.add(
      {launch, std::to_string(summary.count),
       seconds_or_dash(report.number_at("/samples/cold/total")),
       seconds_or_dash(report.median_of("total")), seconds_or_dash(report.median_of("h2d")),
       seconds_or_dash(report.median_of("kernel")), seconds_or_dash(report.median_of("d2h")),
       seconds_or_dash(report.number_at("/answer/seconds"))});
  sheet.launches.add({launch, format_seconds(summary.mad), range_of(summary), rate_of(report),
                      fraction_of(report),
                      format("{} / {}", error_of(report.answer.worst_error),
                             format_error(report.answer.tolerance)),
                      report.stop_reason});
}

/// The samples, by phase, of all launches with a right answer.
TimingReport joined(const std::vector<TimingReport>& reports) {
  TimingReport all;
  all.data = reports.front().data;
  for (const TimingReport& report : reports) {
    if (!report.valid) continue;
    for (const auto& [phase, more] : report.samples) {
      std::vector<double>& samples = all.samples[phase];
      samples.insert(samples.end(), more.begin(), more.end());
    }
  }
  return all;
}

/// All launches with a right answer in one row.
void add_all(ReportSheet& sheet, const std::vector<TimingReport>& reports) {
  const TimingReport all = joined(reports);
  if (all.main_samples().empty()) return;
  const bool wrong = std::any_of(reports.begin(), reports.end(),
                                 [](const TimingReport& report) { return !report.valid; });
  const std::string label = wrong ? "all right" : "all";
  const Summary summary = summarise(all.main_samples());
  sheet.times.add({label, std::to_string(summary.count), "",
                   seconds_or_dash(all.median_of("total")), seconds_or_dash(all.median_of("h2d")),
                   seconds_or_dash(all.median_of("kernel")), seconds_or_dash(all.median_of("d2h")),
                   ""});
  sheet.launches.add({label, format_seconds(summary.mad), range_of(summary), "", "", "", ""});
}

/// "<model> 0000:01:00.0 of node1, items 0 to 51199 in 1.2 ms"; nothing for one device.
void add_devices(ReportSheet& sheet, const TimingReport& report) {
  if (report.device_count() < 2) return;
  for (const Json& one : (*report.document)["devices"]) {
    const auto first = one["first"].get<long long>();
    const std::string bus_id =
        one["bus_id"].is_null() ? "" : one["bus_id"].get<std::string>() + " ";
    sheet.facts.emplace_back(
        format("part {}", one["index"].get<long long>()),
        format("{} {}of {}, items {} to {} in {}", one["model"].get<std::string>(), bus_id,
               one["host"].get<std::string>(), first, first + one["count"].get<long long>() - 1,
               format_seconds(one["seconds"].get<double>())));
  }
}

void remark_on(Words& remarks, const TimingReport& report) {
  const std::string launch = format("launch {}: ", report.launch);
  if (!report.valid) {
    remarks.push_back(launch + "the answer is wrong, so it has no rate" +
                      (report.answer.problem.empty() ? "" : " (" + report.answer.problem + ")"));
  }
  std::map<std::string, int> discarded;
  for (const Json& sample : (*report.document)["samples"]["discarded"]) {
    ++discarded[sample["reason"].get<std::string>()];
  }
  for (const auto& [reason, count] : discarded) {
    remarks.push_back(
        format("{}{} sample{} discarded ({})", launch, count, count == 1 ? "" : "s", reason));
  }
}

Words remarks_on(const std::vector<TimingReport>& reports) {
  Words remarks;
  const TimingReport& first = reports.front();
  if (!first.stand_in_for.empty()) {
    remarks.push_back(
        format("a CPU stood in for {}: this is not a timing of a GPU", first.stand_in_for));
  }
  if (!first.sandbox.empty()) {
    remarks.push_back(format("the site was sandbox '{}' on this machine", first.sandbox));
  }
  for (const TimingReport& report : reports) remark_on(remarks, report);
  return remarks;
}

}  // namespace

ReportSheet make_report_sheet(const std::vector<TimingReport>& reports) {
  const TimingReport& first = reports.front();
  ReportSheet sheet{
      title_of(first), {}, empty_times(), empty_launches(first.main_phase()), remarks_on(reports)};
  sheet.facts.emplace_back("run", first.run_id.empty() ? "none" : first.run_id);
  sheet.facts.emplace_back("started", first.started);
  sheet.facts.emplace_back("site", place_of(first));
  sheet.facts.emplace_back("device", device_of(first));
  const std::string meanwhile = meanwhile_of(first);
  if (!meanwhile.empty()) sheet.facts.emplace_back("meanwhile", meanwhile);
  add_devices(sheet, first);
  sheet.facts.emplace_back("host", host_of(first));
  sheet.facts.emplace_back("clock", first.clock == "event" ? "device events" : "steady clock");
  if (!first.library.empty()) sheet.facts.emplace_back("library", first.library);
  sheet.facts.emplace_back("data", data_of(first));
  for (const TimingReport& report : reports) add_launch(sheet, report);
  if (reports.size() > 1) add_all(sheet, reports);
  return sheet;
}

}  // namespace gpujob
