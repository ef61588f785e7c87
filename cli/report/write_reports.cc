// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "report/report_sheet.h"
#include "report/statistics.h"
#include "report/writers.h"

namespace gpujob {

namespace {

std::string as_text(const ReportSheet& sheet) {
  std::string text = printable(sheet.title) + "\n";
  for (const auto& [label, value] : sheet.facts) {
    text += format("  {:<8}{}\n", label, printable(value));
  }
  text += "\n" + sheet.launches.text();
  if (!sheet.remarks.empty()) text += "\n";
  for (const std::string& remark : sheet.remarks) text += "! " + printable(remark) + "\n";
  return text;
}

/// Text from a report inside a Markdown line: nothing in it may start markup or HTML.
std::string markdown_text(const std::string& value) {
  std::string escaped;
  for (const char c : printable(value)) {
    if (std::string_view("\\`*_[]<>#|").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string as_markdown(const ReportSheet& sheet) {
  std::string text = "### " + markdown_text(sheet.title) + "\n\n";
  for (const auto& [label, value] : sheet.facts) {
    text += format("- {}: {}\n", label, markdown_text(value));
  }
  text += "\n" + sheet.launches.markdown();
  if (!sheet.remarks.empty()) text += "\n";
  for (const std::string& remark : sheet.remarks) {
    text += "- **" + markdown_text(remark) + "**\n";
  }
  return text;
}

Json summary_of(const TimingReport& report) {
  const Summary summary = summarise(report.main_samples());
  return {{"phase", report.samples.at("kernel").empty() ? "total" : "kernel"},
          {"samples", summary.count},
          {"minimum", summary.minimum},
          {"lower_quartile", summary.lower_quartile},
          {"median", summary.median},
          {"upper_quartile", summary.upper_quartile},
          {"maximum", summary.maximum},
          {"mad", summary.mad}};
}

std::string as_json(const std::vector<TimingReport>& reports) {
  Json document{{"schema", "gpujob/reports/v1"}, {"reports", Json::array()}};
  for (const TimingReport& report : reports) {
    document["reports"].push_back({{"summary", summary_of(report)}, {"report", report.document}});
  }
  return dump_json(document);
}

std::string number(const std::optional<double>& value) {
  return value ? format("{}", *value) : "";
}

std::string rate(const TimingReport& report, const std::string& name) {
  const auto found = report.rates.find(name);
  return found == report.rates.end() ? "" : format("{}", found->second);
}

std::string parameter_cell(const TimingReport& report) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : report.parameters) parts.push_back(name + "=" + value);
  return format("{}", join(parts, " "));
}

std::string as_csv(const std::vector<TimingReport>& reports) {
  std::vector<Column> columns;
  for (const char* title : {"run",
                            "launch",
                            "started",
                            "site",
                            "cluster",
                            "partition",
                            "job",
                            "gpu_key",
                            "gpu_model",
                            "device",
                            "host",
                            "executor",
                            "sandbox",
                            "stand_in_for",
                            "workload",
                            "variant",
                            "class",
                            "backend",
                            "precision",
                            "parameters",
                            "valid",
                            "samples",
                            "cold_seconds",
                            "median_seconds",
                            "mad_seconds",
                            "lower_quartile_seconds",
                            "upper_quartile_seconds",
                            "minimum_seconds",
                            "maximum_seconds",
                            "points_per_second",
                            "operations_per_second",
                            "bytes_per_second",
                            "fraction",
                            "ceiling",
                            "worst_error",
                            "tolerance",
                            "stop_reason",
                            "clock"}) {
    columns.push_back({title, Align::Left});
  }
  TextTable table(columns);
  for (const TimingReport& r : reports) {
    const Summary s = summarise(r.main_samples());
    table.add({r.run_id,
               std::to_string(r.launch),
               r.started,
               r.site,
               r.cluster,
               r.partition,
               r.job_id,
               r.gpu_key,
               r.gpu_model,
               r.device,
               r.host,
               r.executor,
               r.sandbox,
               r.stand_in_for,
               r.workload,
               r.variant,
               r.honesty,
               r.backend,
               r.precision,
               parameter_cell(r),
               r.valid ? "true" : "false",
               std::to_string(s.count),
               number(r.number_at("/samples/cold/total")),
               number(s.median),
               number(s.mad),
               number(s.lower_quartile),
               number(s.upper_quartile),
               number(s.minimum),
               number(s.maximum),
               rate(r, "points_per_second"),
               rate(r, "operations_per_second"),
               rate(r, "bytes_per_second"),
               number(r.fraction),
               r.ceiling,
               number(r.answer.worst_error),
               number(r.answer.tolerance),
               r.stop_reason,
               r.clock});
  }
  return table.csv();
}

}  // namespace

std::string write_reports(const std::vector<TimingReport>& reports, OutputFormat format) {
  switch (format) {
    case OutputFormat::Text:
      return as_text(make_report_sheet(reports));
    case OutputFormat::JsonText:
      return as_json(reports);
    case OutputFormat::Csv:
      return as_csv(reports);
    case OutputFormat::Markdown:
      return as_markdown(make_report_sheet(reports));
  }
  return "";
}

}  // namespace gpujob
