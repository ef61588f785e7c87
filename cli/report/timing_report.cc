// SPDX-License-Identifier: MIT
#include "report/timing_report.h"

#include "base/format.h"
#include "base/json_value.h"
#include "contract/report_field.h"
#include "report/report_check.h"
#include "report/statistics.h"

namespace gpujob {

namespace {

Failure invalid(const std::string& where, std::string problem, std::string why,
                std::string fix = "") {
  return {ExitCode::Invalid, where, std::move(problem), std::move(why), std::move(fix)};
}

/// A wrong answer has no rate, and a right one has: nothing may hide a failed check.
Status check_honesty(const std::string& where, const Json& document) {
  const Json& answer = document["answer"];
  const bool rated = document.contains("rates");
  if (!answer["valid"].get<bool>()) {
    for (const char* key : {"rates", "fraction", "best_fraction", "batched"}) {
      if (document.contains(key)) {
        return invalid(where, format("'{}' is given for a wrong answer", key),
                       "'answer.valid' is false");
      }
    }
    return {};
  }
  if (!rated) return invalid(where, "'rates' is missing", "'answer.valid' is true");
  if (!answer["problem"].is_null()) {
    return invalid(where, "'answer.problem' is not null", "'answer.valid' is true");
  }
  return {};
}

std::string text_of(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : dump_json_line(value);
}

std::optional<double> number_of(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

void take_run(TimingReport& report, const Json& run) {
  const auto text = [&](const char* key) { return text_of(run[key]); };
  report.run_id = text("id");
  report.launch = run["launch"].get<int>();
  report.site = text("site");
  report.cluster = text("cluster");
  report.partition = text("partition");
  report.gpu_key = text("gpu_key");
  report.gpu_model = text("gpu_model");
  report.executor = text("executor");
  report.sandbox = text("sandbox");
  report.stand_in_for = text("stand_in_for");
  report.job_id = text("job_id");
}

void take_samples(TimingReport& report, const Json& samples) {
  for (const char* phase : {"h2d", "kernel", "d2h", "total"}) {
    report.samples[phase] = samples[phase].get<std::vector<double>>();
  }
  for (const auto& [phase, seconds] : samples["cold"].items()) {
    if (seconds.is_number()) report.cold[phase] = seconds.get<double>();
  }
  report.stop_reason = text_of(samples["stop_reason"]);
  report.clock = text_of(samples["clock"]);
}

void take_answer(TimingReport& report, const Json& answer) {
  report.valid = answer["valid"].get<bool>();
  report.answer.value = number_of(answer["value"]);
  report.answer.error = number_of(answer["error"]);
  report.answer.worst_error = number_of(answer["worst"]["error"]);
  report.answer.reference = answer["reference"].get<double>();
  report.answer.tolerance = answer["tolerance"].get<double>();
  report.answer.problem = text_of(answer["problem"]);
}

void take_rates(TimingReport& report, const Json& document) {
  if (const Json* const rates = find_value(document, "rates")) {
    for (const auto& [name, rate] : rates->items()) {
      if (rate.is_number()) report.rates[name] = rate.get<double>();
    }
  }
  if (const Json* const ceiling = find_value(document, "ceiling")) {
    report.ceiling = text_of((*ceiling)["what"]);
    report.ceiling_unit = text_of((*ceiling)["unit"]);
  }
  if (const Json* const fraction = find_value(document, "fraction")) {
    report.fraction = fraction->get<double>();
  }
}

/// Where the kernel is the time that counts, it has to be there.
Status check_samples(const std::string& where, const Json& document) {
  const Json* const data = find_value(document, "data");
  const bool host = data != nullptr && *data == "host";
  if (host || !document["samples"]["kernel"].empty()) return {};
  return invalid(where, "'samples.kernel' is empty", "the data is on the device");
}

/// `document` has passed every check.
TimingReport take(Json document) {
  TimingReport report;
  report.document = std::make_shared<const Json>(std::move(document));
  const Json& all = *report.document;
  take_run(report, all["run"]);
  report.started = text_of(all["started"]);
  report.workload = text_of(all["workload"]);
  report.variant = text_of(all["variant"]);
  report.algorithm_class = text_of(all["class"]);
  if (const Json* const data = find_value(all, "data")) report.data = text_of(*data);
  report.backend = text_of(all["backend"]);
  report.precision = text_of(all["precision"]);
  for (const auto& [name, value] : all["parameters"].items()) {
    report.parameters.emplace_back(name, text_of(value));
  }
  take_samples(report, all["samples"]);
  take_answer(report, all["answer"]);
  take_rates(report, all);
  report.device = text_of(all["device"]["model"]);
  report.host = text_of(all["host"]["name"]);
  if (const Json* const library = find_value(all["versions"], "library")) {
    report.library = text_of(*library);
  }
  return report;
}

/// Null without one.
const Json* value_at(const Json* document, const std::string& pointer) {
  const Json::json_pointer place(pointer);
  return document != nullptr && document->contains(place) ? &document->at(place) : nullptr;
}

}  // namespace

const char* TimingReport::main_phase() const {
  return data == "host" ? "total" : "kernel";
}

const std::vector<double>& TimingReport::main_samples() const {
  static const std::vector<double> kNone;
  const auto found = samples.find(main_phase());
  return found == samples.end() ? kNone : found->second;
}

std::optional<double> TimingReport::median_of(const std::string& phase) const {
  const auto found = samples.find(phase);
  if (found == samples.end() || found->second.empty()) return std::nullopt;
  return summarise(found->second).median;
}

std::size_t TimingReport::device_count() const {
  const Json* const devices = document ? find_value(*document, "devices") : nullptr;
  return devices == nullptr ? 1 : devices->size();
}

std::string TimingReport::text_at(const std::string& pointer) const {
  const Json* const value = value_at(document.get(), pointer);
  return value == nullptr ? "" : text_of(*value);
}

std::optional<double> TimingReport::number_at(const std::string& pointer) const {
  const Json* const value = value_at(document.get(), pointer);
  return value == nullptr ? std::nullopt : number_of(*value);
}

Result<TimingReport> read_report(const std::string& where, const std::string& text) {
  Result<Json> document = parse_json(text, where);
  if (!document) return document.failure();
  const Json* const schema = find_value(*document, "schema");
  if (schema == nullptr || !schema->is_string()) {
    return invalid(where, "not a timing report", "'schema' is missing");
  }
  if (schema->get_ref<const std::string&>() != kReportSchema) {
    return invalid(where, format("schema '{}' is not known", schema->get_ref<const std::string&>()),
                   format("this gpujob reads {}", kReportSchema), "use a newer gpujob");
  }
  Diagnostics problems = check_report_fields(where, *document);
  if (!problems.empty()) return Failure(ExitCode::Invalid, std::move(problems));
  if (const Status honest = check_honesty(where, *document); !honest) return honest.failure();
  if (const Status timed = check_samples(where, *document); !timed) return timed.failure();
  return take(*std::move(document));
}

}  // namespace gpujob
