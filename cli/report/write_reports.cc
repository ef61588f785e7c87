// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "contract/report_rows.h"
#include "report/quantity.h"
#include "report/report_check.h"
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

/// The value of a field in one cell: "n=8 phase=drawn" of parameters.
std::string cell_of(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number()) return number(value.get<double>());
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object()) return dump_json_line(value);
  std::string cell;
  for (const auto& [name, item] : value.items()) {
    cell += format("{}{}={}", cell.empty() ? "" : " ", name,
                   item.is_string() ? item.get<std::string>() : dump_json_line(item));
  }
  return cell;
}

std::string cell_of(const TimingReport& report, const ReportField& field) {
  const Json* const value = find_value(*report.document, field.path);
  return value == nullptr ? std::string(field.otherwise) : cell_of(*value);
}

/// A column of what is computed from samples; the others are fields of a report.
struct CsvColumn {
  const char* title;
  std::string (*cell)(const TimingReport& r, const Summary& s);
};

constexpr CsvColumn kCsvColumns[] = {
    {"samples", [](const TimingReport&, const Summary& s) { return std::to_string(s.count); }},
    {"warm_total_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("total")); }},
    {"host_to_device_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("h2d")); }},
    {"kernel_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("kernel")); }},
    {"device_to_host_seconds",
     [](const TimingReport& r, const Summary&) { return number(r.median_of("d2h")); }},
    {"phase", [](const TimingReport& r, const Summary&) -> std::string { return r.main_phase(); }},
    {"median_seconds", [](const TimingReport&, const Summary& s) { return number(s.median); }},
    {"mad_seconds", [](const TimingReport&, const Summary& s) { return number(s.mad); }},
    {"lower_quartile_seconds",
     [](const TimingReport&, const Summary& s) { return number(s.lower_quartile); }},
    {"upper_quartile_seconds",
     [](const TimingReport&, const Summary& s) { return number(s.upper_quartile); }},
    {"minimum_seconds", [](const TimingReport&, const Summary& s) { return number(s.minimum); }},
    {"maximum_seconds", [](const TimingReport&, const Summary& s) { return number(s.maximum); }},
};

std::string as_csv(const std::vector<TimingReport>& reports) {
  std::vector<Column> columns;
  for (const ReportRow& row : report_rows()) {
    if (!row.field.column.empty()) columns.push_back({std::string(row.field.column), Align::Left});
  }
  for (const CsvColumn& column : kCsvColumns) columns.push_back({column.title, Align::Left});
  TextTable table(columns);
  for (const TimingReport& report : reports) {
    const Summary summary = summarise(report.main_samples());
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const ReportRow& row : report_rows()) {
      if (!row.field.column.empty()) cells.push_back(cell_of(report, row.field));
    }
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
