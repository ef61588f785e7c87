// SPDX-License-Identifier: MIT
// What gpujob makes of a report by kernels/contract/, and that it still reads what programs wrote
// before: reports/ has recorded files of each form.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "contract/report_rows.h"
#include "report/group_key.h"
#include "report/timing_report.h"
#include "report/writers.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

Json example() {
  return value_or_fail(
      parse_json(read_source("profiles/schema/report.example.json"), "report.example.json"));
}

bool reads(const Json& document) {
  return static_cast<bool>(read_report("report-1.json", dump_json(document)));
}

TEST(ReportContract, TheExampleIsAReport) {
  EXPECT_TRUE(is_ok(read_report("report.example.json", dump_json(example()))));
}

TEST(ReportContract, RecordedReportsAreStillRead) {
  for (const char* name : {"cpu", "devices", "first", "host", "numba", "wrong"}) {
    const std::string file = format("tests/contract/reports/{}.json", name);
    const Result<TimingReport> report = read_report(file, read_source(file));
    ASSERT_TRUE(is_ok(report));
    EXPECT_FALSE(report->main_samples().empty()) << name;
    EXPECT_EQ(report->valid, name != std::string("wrong"));
    EXPECT_EQ(report->device_count(), name == std::string("devices") ? 2 : 1);
    EXPECT_EQ(report->data, name == std::string("host") ? "host" : "resident");
    const std::string csv = write_reports({*report}, OutputFormat::Csv);
    EXPECT_NE(csv.find("," + report->workload + "," + report->variant + ","), std::string::npos);
  }
}

TEST(ReportContract, AnUnknownFieldIsPassedOver) {
  Json document = example();
  document["later"] = 1;
  document["host"]["later"] = 1;
  EXPECT_TRUE(reads(document));
}

TEST(ReportContract, EveryFactIsAKeyOfComparisons) {
  int facts = 0;
  for (const auto& [field, items] : report_rows()) {
    if (field.fact.empty()) continue;
    EXPECT_NE(find_group_key(field.fact), nullptr) << field.fact;
    ++facts;
  }
  EXPECT_GT(facts, 8);
}

Json::json_pointer pointer(std::string_view path) {
  return Json::json_pointer("/" + replace_all(path, ".", "/"));
}

TEST(ReportContract, NoRequiredValueMayBeMissing) {
  const Json whole = example();
  for (const auto& [field, items] : report_rows()) {
    Json document = whole;
    const Json::json_pointer place = pointer(field.path);
    if (field.need != ReportNeed::Always || !document.contains(place)) continue;
    document[place.parent_pointer()].erase(place.back());
    EXPECT_FALSE(reads(document)) << field.path;
  }
}

TEST(ReportContract, NoValueMayBeOfAnotherKind) {
  const Json kinds[] = {nullptr,
                        true,
                        -1.5,
                        "",
                        "x",
                        Json::array(),
                        Json::array({-1}),
                        Json::object(),
                        Json{{"a", nullptr}}};
  const Json whole = example();
  for (const auto& [field, items] : report_rows()) {
    const Json::json_pointer place = pointer(field.path);
    if (!whole.contains(place)) continue;
    int refused = 0;
    for (const Json& kind : kinds) {
      Json document = whole;
      document[place] = kind;
      refused += reads(document) ? 0 : 1;
    }
    EXPECT_GE(refused, 5) << field.path;
  }
}

}  // namespace
}  // namespace gpujob
