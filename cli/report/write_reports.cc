// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "report/quantity.h"
#include "report/report_sheet.h"
#include "report/statistics.h"
#include "report/writers.h"

namespace gpujob {

namespace {

std::string as_text(const ReportSheet& sheet, const Screen& screen) {
  std::string text = printable(sheet.title) + "\n";
  for (const auto& [label, value] : sheet.facts) {
    text += format("  {:<8}{}\n", label, printable(value));
  }
  text += "\n" + sheet.times.text(screen) + "\n" + sheet.launches.text(screen);
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
  text += "\n" + sheet.times.markdown() + "\n" + sheet.launches.markdown();
  if (!sheet.remarks.empty()) text += "\n";
  for (const std::string& remark : sheet.remarks) {
    text += "- **" + markdown_text(remark) + "**\n";
  }
  return text;
}

/// Seconds, or null where nothing was measured.
Json known(const std::optional<double>& seconds) {
  return seconds ? Json(rounded(*seconds)) : Json(nullptr);
}

Json summary_of(const TimingReport& report) {
  const Summary summary = summarise(report.main_samples());
  return {{"class", report.algorithm_class},
          {"data", report.data},
          {"phase", report.main_phase()},
          {"samples", summary.count},
          {"minimum", rounded(summary.minimum)},
          {"lower_quartile", rounded(summary.lower_quartile)},
          {"median", rounded(summary.median)},
          {"upper_quartile", rounded(summary.upper_quartile)},
          {"maximum", rounded(summary.maximum)},
          {"mad", rounded(summary.mad)},
          {"cold_start", known(report.number_at("/samples/cold/total"))},
          {"warm_total", known(report.median_of("total"))},
          {"host_to_device", known(report.median_of("h2d"))},
          {"kernel", known(report.median_of("kernel"))},
          {"device_to_host", known(report.median_of("d2h"))},
          {"answer_check", known(report.number_at("/answer/seconds"))}};
}

std::string as_json(const std::vector<TimingReport>& reports) {
  Json document{{"schema", "gpujob/reports/v1"}, {"reports", Json::array()}};
  for (const TimingReport& report : reports) {
    document["reports"].push_back({{"summary", summary_of(report)}, {"report", *report.document}});
  }
  return dump_json(document);
}

std::string number(const std::optional<double>& value) {
  return value ? format("{}", rounded(*value)) : "";
}

std::string rate(const TimingReport& report, const std::string& name) {
  const auto found = report.rates.find(name);
  return found == report.rates.end() ? "" : format("{}", rounded(found->second));
}

std::string parameter_cell(const TimingReport& report) {
  std::string cell;
  for (const auto& [name, value] : report.parameters) {
    cell += format("{}{}={}", cell.empty() ? "" : " ", name, value);
  }
  return cell;
}

struct CsvColumn {
  const char* title;
  std::string (*cell)(const TimingReport& r, const Summary& s);
};

constexpr CsvColumn kCsvColumns[] = {
    {"run", [](const TimingReport& r, const Summary&) { return r.run_id; }},
    {"launch", [](const TimingReport& r, const Summary&) { return std::to_string(r.launch); }},
    {"started", [](const TimingReport& r, const Summary&) { return r.started; }},
    {"site", [](const TimingReport& r, const Summary&) { return r.site; }},
    {"cluster", [](const TimingReport& r, const Summary&) { return r.cluster; }},
    {"partition", [](const TimingReport& r, const Summary&) { return r.partition; }},
    {"job", [](const TimingReport& r, const Summary&) { return r.job_id; }},
    {"gpu_key", [](const TimingReport& r, const Summary&) { return r.gpu_key; }},
    {"gpu_model", [](const TimingReport& r, const Summary&) { return r.gpu_model; }},
    {"device", [](const TimingReport& r, const Summary&) { return r.device; }},
    {"host", [](const TimingReport& r, const Summary&) { return r.host; }},
    {"executor", [](const TimingReport& r, const Summary&) { return r.executor; }},
    {"sandbox", [](const TimingReport& r, const Summary&) { return r.sandbox; }},
    {"stand_in_for", [](const TimingReport& r, const Summary&) { return r.stand_in_for; }},
    {"workload", [](const TimingReport& r, const Summary&) { return r.workload; }},
    {"variant", [](const TimingReport& r, const Summary&) { return r.variant; }},
    {"class", [](const TimingReport& r, const Summary&) { return r.algorithm_class; }},
    {"data", [](const TimingReport& r, const Summary&) { return r.data; }},
    {"backend", [](const TimingReport& r, const Summary&) { return r.backend; }},
    {"precision", [](const TimingReport& r, const Summary&) { return r.precision; }},
    {"parameters", [](const TimingReport& r, const Summary&) { return parameter_cell(r); }},
    {"valid",
     [](const TimingReport& r, const Summary&) -> std::string {
       return r.valid ? "true" : "false";
     }},
    {"samples", [](const TimingReport&, const Summary& s) { return std::to_string(s.count); }},
    {"cold_seconds", [](const TimingReport& r,
                        const Summary&) { return number(r.number_at("/samples/cold/total")); }},
    {"warm_total_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("total")); }},
    {"host_to_device_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("h2d")); }},
    {"kernel_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("kernel")); }},
    {"device_to_host_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("d2h")); }},
    {"answer_check_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.number_at("/answer/seconds")); }},
    {"phase", [](const TimingReport& r, const Summary&) -> std::string { return r.main_phase(); }},
    {"median_seconds", [](const TimingReport&, const Summary& s) { return number(s.median); }},
    {"mad_seconds", [](const TimingReport&, const Summary& s) { return number(s.mad); }},
    {"lower_quartile_seconds",
     [](const TimingReport&, const Summary& s) { return number(s.lower_quartile); }},
    {"upper_quartile_seconds",
     [](const TimingReport&, const Summary& s) { return number(s.upper_quartile); }},
    {"minimum_seconds", [](const TimingReport&, const Summary& s) { return number(s.minimum); }},
    {"maximum_seconds", [](const TimingReport&, const Summary& s) { return number(s.maximum); }},
    {"points_per_second",
     [](const TimingReport& r, const Summary&) { return rate(r, "points_per_second"); }},
    {"operations_per_second",
     [](const TimingReport& r, const Summary&) { return rate(r, "operations_per_second"); }},
    {"bytes_per_second",
     [](const TimingReport& r, const Summary&) { return rate(r, "bytes_per_second"); }},
    {"fraction", [](const TimingReport& r, const Summary&) { return number(r.fraction); }},
    {"ceiling", [](const TimingReport& r, const Summary&) { return r.ceiling; }},
    {"worst_error",
     [](const TimingReport& r, const Summary&) { return number(r.answer.worst_error); }},
    {"tolerance", [](const TimingReport& r, const Summary&) { return number(r.answer.tolerance); }},
    {"stop_reason", [](const TimingReport& r, const Summary&) { return r.stop_reason; }},
    {"clock", [](const TimingReport& r, const Summary&) { return r.clock; }},
};

std::string as_csv(const std::vector<TimingReport>& reports) {
  std::vector<Column> columns;
  columns.reserve(std::size(kCsvColumns));
  for (const CsvColumn& column : kCsvColumns) columns.push_back({column.title, Align::Left});
  TextTable table(columns);
  for (const TimingReport& report : reports) {
    const Summary summary = summarise(report.main_samples());
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const CsvColumn& column : kCsvColumns) cells.push_back(column.cell(report, summary));
    table.add(std::move(cells));
  }
  return table.csv();
}

}  // namespace

std::string write_reports(const std::vector<TimingReport>& reports, OutputFormat format,
                          const Screen& screen) {
  switch (format) {
    case OutputFormat::Text:
      return as_text(make_report_sheet(reports), screen);
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
