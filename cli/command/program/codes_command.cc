// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
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
    {{"gpujob codes", "list all codes"},
     {"gpujob codes gj103", "explain one code, with an example"}}};
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

/// A short script with the finding, what lint prints for it, and the corrected script.
struct CodeExample {
  std::string bad;
  std::string finding;
  std::string good;
};

/// Of codes of scripts; requests have none.
std::optional<CodeExample> example_of(const World& world, const Code& code) {
  const auto data = data_directory(world);
  if (!data) return std::nullopt;
  const std::string folder = format("{}/codes/{}", *data, code.code);
  const auto bad = world.read_file(join_path(folder, "bad.sh"));
  const auto finding = world.read_file(join_path(folder, "expected.txt"));
  const auto good = world.read_file(join_path(folder, "good.sh"));
  if (!bad || !finding || !good) return std::nullopt;
  return CodeExample{*bad, *finding, *good};
}

/// Lines of `text` that `other` does not have, each behind `mark`.
std::string lines_only_in(const std::string& text, const std::string& other,
                          std::string_view mark) {
  const auto others = lines(other);
  std::string out;
  for (const std::string_view line : lines(text)) {
    if (!contains(others, line)) out += format("  {} {}\n", mark, line);
  }
  return out;
}

std::string explanation_of(const Code& code, const std::optional<CodeExample>& example) {
  std::string text = format("{}: {} (checks the {})\n", code.code, code.title, code.of);
  if (!example) return text;
  text += "\nExample, job.sh:\n";
  std::size_t number = 0;
  for (const std::string_view line : lines(example->bad)) {
    text += format("  {:>2}  {}\n", ++number, line);
  }
  text += "\nFinding:\n";
  for (const std::string_view line : lines(example->finding)) text += format("  {}\n", line);
  text += "\nCorrection:\n";
  text += lines_only_in(example->bad, example->good, "-");
  return text + lines_only_in(example->good, example->bad, "+");
}

Json code_json(const Code& code, const std::optional<CodeExample>& example) {
  Json entry = {{"code", code.code}, {"of", code.of}, {"title", code.title}};
  if (example) {
    entry["example"] = {
        {"bad", example->bad}, {"finding", example->finding}, {"good", example->good}};
  }
  return entry;
}

CommandResult run_codes(const CommonOptions& options, World& world) {
  const auto wanted = wanted_codes(options.words);
  if (!wanted) return wanted.failure();
  const std::vector<Code>& codes = *wanted;
  if (options.json) {
    Json document = json_document("codes");
    document["codes"] = Json::array();
    for (const Code& code : codes) {
      document["codes"].push_back(
          code_json(code, codes.size() == 1 ? example_of(world, code) : std::nullopt));
    }
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  if (codes.size() == 1) {
    world.out(explanation_of(codes[0], example_of(world, codes[0])));
    return status_of(ExitCode::Done);
  }
  TextTable table({{"code"}, {"checks"}, {"finding"}});
  for (const Code& code : codes) {
    table.add({std::string(code.code), std::string(code.of), std::string(code.title)});
  }
  world.out(table.text(world.out_screen()));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kCodesCommand = {
    .name = "codes",
    .summary = "explain the codes in messages",
    .description = "gj codes are findings in a batch script, gp codes are findings in a request.",
    .examples = kCodesExamples,
    .arguments = kCodesArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_codes>,
};

}  // namespace gpujob
