// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "fuzz/target.h"
#include "report/foreign.h"
#include "report/measurement_line.h"
#include "report/reference.h"
#include "report/timing_report.h"

namespace gpujob {

namespace {

bool read_line(const std::string& text) {
  RawMeasurement raw;
  if (!read_raw_measurement(text, raw).empty()) return false;
  return bool(checked(read_setting(raw.setting, "x.jsonl:1")));
}

bool read_timing(const std::string& text) {
  const auto report = read_report("report-1.json", text);
  return checked(report) && read_line(measurement_line(measurement_of(*report)));
}

bool read_foreign(const std::string& text) {
  const auto results = read_hyperfine(text, "x.json", "mine");
  const ForeignResults log = read_reframe(text);
  for (const Measurement& measurement : log.measurements) {
    if (!read_line(measurement_line(measurement))) std::abort();
  }
  (void)result_format(text);
  return checked(results) || !log.measurements.empty();
}

bool read_reference(const std::string& text) {
  const auto references = read_references("x.yaml", text);
  if (checked(references)) (void)write_references(*references);
  const auto expected = read_expectation(text);
  if (checked(expected)) (void)expectation_text(*expected);
  return references || expected;
}

}  // namespace

std::vector<FuzzTarget> report_targets() {
  std::vector<std::string> foreign = source_files("tests/transcripts/compare/*.log");
  foreign.emplace_back(
      R"({"results": [{"command": "sort x", "mean": 0.3, "times": [0.3, 0.31]}]})");
  std::vector<std::string> measurements;
  const std::vector<std::string> sweep = source_files("tests/transcripts/compare/sweep.jsonl");
  for (const std::string_view line : lines(sweep.front())) measurements.emplace_back(line);
  return {
      {"report", read_timing, source_files("profiles/schema/report.example.json")},
      {"measurement line", read_line, std::move(measurements)},
      {"foreign results", read_foreign, std::move(foreign)},
      {"references",
       read_reference,
       {"schema: gpujob/references/v1\nworkload: integrate2d\nreferences:\n"
        "  - of: {site: hpc2n, gpu: l40s, 'n': '102400'}\n"
        "    expect: 'kernel 2.1 ms, at most +5 %'\n    set: 2026-11-21\n",
        "rate 36.2 Top/s, at least -5 %", "fraction 83.7 %, at least -5 %"}},
  };
}

}  // namespace gpujob
