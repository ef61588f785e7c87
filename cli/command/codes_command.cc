// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/json_value.h"
#include "base/table.h"
#include "command/output.h"
#include "command/rows.h"
#include "lint/lint.h"
#include "plan/codes.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> examples = {
    {{"gpujob codes", "what gj103 and gp201 in messages stand for"}}};

struct Code {
  std::string_view code;
  std::string_view of;
  std::string_view title;
};

std::vector<Code> all_codes() {
  std::vector<Code> codes;
  for (const Rule& rule : lint_rules()) codes.push_back({rule.code, "script", rule.title});
  for (const PlanCode& plan : plan_codes()) codes.push_back({plan.code, "plan", plan.title});
  std::sort(codes.begin(), codes.end(),
            [](const Code& a, const Code& b) { return a.code < b.code; });
  return codes;
}

CommandResult run(const Arguments& arguments, World& world) {
  const auto codes = all_codes();
  if (wants_json(arguments)) {
    Json document = json_document("codes");
    document["codes"] = Json::array();
    for (const Code& code : codes) {
      document["codes"].push_back({{"code", code.code}, {"of", code.of}, {"title", code.title}});
    }
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  TextTable table({{"code"}, {"judges"}, {"finds"}});
  for (const Code& code : codes) {
    table.add({std::string(code.code), std::string(code.of), std::string(code.title)});
  }
  world.out(table.text());
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command codes_command = {
    .name = "codes",
    .summary = "every code that messages carry",
    .description = "gj codes judge any batch script, gp codes judge what was asked.",
    .examples = examples,
    .arguments = {},
    .option_sets = {json_format_options},
    .run = run,
};

}  // namespace gpujob
