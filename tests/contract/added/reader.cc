// SPDX-License-Identifier: MIT
// What gpujob makes of a field and a backend that are in the contract alone: reads a report from
// standard input and prints it as CSV, then what a comparison knows of it, then it as JSON and the
// schemas of manifests and of reports, each on a line.
#include <cstdio>
#include <iostream>
#include <iterator>

#include "base/diagnostic.h"
#include "base/json_value.h"
#include "report/measurement.h"
#include "report/report_schema.h"
#include "report/writers.h"
#include "workload/schema_document.h"

int main() {
  using namespace gpujob;
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const Result<TimingReport> report = read_report("report", text);
  if (!report) {
    for (const Diagnostic& problem : report.failure().diagnostics)
      std::puts(problem.problem.c_str());
    return 3;
  }
  std::fputs(write_reports({*report}, OutputFormat::Csv).c_str(), stdout);
  for (const auto& [name, value] : measurement_of(*report).setting.environment) {
    std::printf("%s: %s\n", name.c_str(), value.c_str());
  }
  for (const std::string& text_of_json :
       {write_reports({*report}, OutputFormat::JsonText), workload_schema(), report_schema()}) {
    std::puts(dump_json_line(*parse_json(text_of_json, "printed")).c_str());
  }
  return 0;
}
