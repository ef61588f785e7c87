// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/suggest.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "lint/lint.h"
#include "plan/codes.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kCodesExamples = {
    {{"gpujob codes", "list all codes"}, {"gpujob codes gj103", "explain one code"}}};
constexpr std::array<ArgumentSpec, 1> kCodesArguments = {
    {{"CODE", "explain this code", Completes::Code, ArgumentSpec::Need::Optional}}};

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

/// All codes, or the named one.
Result<std::vector<Code>> wanted_codes(const std::vector<std::string>& named) {
  auto codes = all_codes();
  if (named.empty()) return codes;
  std::vector<std::string> known;
  for (const Code& code : codes) known.emplace_back(code.code);
  std::erase_if(codes, [&](const Code& code) { return code.code != named[0]; });
  if (!codes.empty()) return codes;
  std::string fix = did_you_mean(named[0], known);
  if (fix.empty()) fix = "'gpujob codes' lists them";
  return Failure{ExitCode::Usage, "gpujob codes", format("no code '{}'", printable(named[0])), "",
                 fix};
}

CommandResult run_codes(const Arguments& arguments, World& world) {
  const auto wanted = wanted_codes(arguments.positional());
  if (!wanted) return wanted.failure();
  const std::vector<Code>& codes = *wanted;
  if (wants_json(arguments)) {
    Json document = json_document("codes");
    document["codes"] = Json::array();
    for (const Code& code : codes) {
      document["codes"].push_back({{"code", code.code}, {"of", code.of}, {"title", code.title}});
    }
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  TextTable table({{"code"}, {"checks"}, {"finding"}});
  for (const Code& code : codes) {
    table.add({std::string(code.code), std::string(code.of), std::string(code.title)});
  }
  world.out(table.text());
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command codes_command = {
    .name = "codes",
    .summary = "explain the codes in messages",
    .description = "gj codes are findings in a batch script, gp codes are findings in a request.",
    .examples = kCodesExamples,
    .arguments = kCodesArguments,
    .option_sets = {json_format_options},
    .run = run_codes,
};

}  // namespace gpujob
