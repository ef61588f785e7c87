// SPDX-License-Identifier: MIT
#include "command/job/lint_report.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "lint/lint.h"
#include "report/junit.h"

namespace gpujob {

namespace {

/// The line in `file:line`; 0 without one.
long long line_number(const Diagnostic& one, const std::string& file) {
  if (one.where.size() <= file.size() + 1 || !one.where.starts_with(file)) return 0;
  return parse_integer(std::string_view(one.where).substr(file.size() + 1)).value_or(0);
}

/// Its problem, reason and way out alone.
std::string message_of(Diagnostic one) {
  one.where.clear();
  one.code.clear();
  return one.line();
}

std::vector<std::string> sources_of(const LintedFile& linted) {
  std::vector<std::string> sources;
  for (const Diagnostic& one : linted.findings) {
    if (one.source.empty() || one.severity == Severity::Note) continue;
    if (!contains(sources, one.source)) sources.push_back(one.source);
  }
  return sources;
}

bool is_only_noted(const LintedFile& linted) {
  return std::all_of(linted.findings.begin(), linted.findings.end(),
                     [](const Diagnostic& one) { return one.severity == Severity::Note; });
}

/// Columns of SARIF count characters, ours bytes.
long long character_column(const LintedFile& linted, long long line, int column) {
  const std::vector<std::string_view> all = lines(linted.text);
  if (line < 1 || static_cast<std::size_t>(line) > all.size()) return column;
  const std::string_view before =
      all[static_cast<std::size_t>(line) - 1].substr(0, static_cast<std::size_t>(column) - 1);
  return 1 + std::count_if(before.begin(), before.end(), [](char byte) {
           return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
         });
}

/// A path as a relative or absolute URI reference.
std::string uri_of(const std::string& file) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        byte < 0x80U && (std::isalnum(byte) != 0 || kPlain.find(c) != std::string::npos);
    uri += plain ? std::string(1, c) : format("%{:02X}", byte);
  }
  return uri;
}

/// The repair of a finding, as SARIF has it.
Json sarif_fix(const LintedFile& linted, const Diagnostic& one) {
  const TextEdit& edit = *one.edit;
  const Json region = {
      {"startLine", edit.line},
      {"startColumn", character_column(linted, edit.line, edit.column)},
      {"endColumn", character_column(linted, edit.line, edit.column + edit.length)}};
  Json replacement = {{"deletedRegion", region}, {"insertedContent", {{"text", edit.text}}}};
  Json change = {{"artifactLocation", {{"uri", uri_of(linted.file)}}}};
  change["replacements"] = Json::array();
  change["replacements"].push_back(std::move(replacement));
  Json fix = {{"description", {{"text", printable(one.fix)}}}};
  fix["artifactChanges"] = Json::array();
  fix["artifactChanges"].push_back(std::move(change));
  return fix;
}

Json sarif_result(const LintedFile& linted, const Diagnostic& one) {
  Json result;
  if (!one.code.empty()) result["ruleId"] = one.code;
  result["level"] = to_string(one.severity);
  result["message"] = {{"text", printable(message_of(one))}};
  Json place;
  place["artifactLocation"] = {{"uri", uri_of(linted.file)}};
  const long long line = line_number(one, linted.file);
  if (line > 0) {
    place["region"]["startLine"] = line;
    if (one.column > 0) {
      place["region"]["startColumn"] = character_column(linted, line, one.column);
    }
  }
  result["locations"] = Json::array();
  result["locations"].push_back({{"physicalLocation", std::move(place)}});
  if (one.edit) {
    result["fixes"] = Json::array();
    result["fixes"].push_back(sarif_fix(linted, one));
  }
  if (!one.source.empty()) result["properties"] = {{"source", one.source}};
  return result;
}

Json linted_json(const LintedFile& linted) {
  Json entry;
  entry["file"] = linted.file;
  entry["valid"] = linted.exit == ExitCode::Done;
  if (!linted.site.empty()) entry["site"] = linted.site;
  if (!linted.meaning.empty()) entry["meaning"] = linted.meaning;
  Json findings = to_json(linted.findings);
  for (std::size_t i = 0; i < linted.findings.size(); ++i) {
    const Diagnostic& one = linted.findings[i];
    const long long line = line_number(one, linted.file);
    if (line > 0) findings[i]["line"] = line;
    if (one.column > 0) findings[i]["column"] = one.column;
    if (!one.source.empty()) findings[i]["source"] = one.source;
  }
  entry["diagnostics"] = std::move(findings);
  if (!linted.repairs.empty()) entry["repairs"] = Json::array();
  for (const Repair& repair : linted.repairs) {
    entry["repairs"].push_back({{"code", repair.code},
                                {"line", repair.line},
                                {"was", repair.was},
                                {"becomes", repair.becomes}});
  }
  return entry;
}

}  // namespace

std::string lint_text(const LintedFile& linted, const Screen& screen) {
  std::string text;
  for (const Diagnostic& one : linted.findings) text += to_text(one, screen);
  if (is_only_noted(linted)) return text;
  const auto add = [&](const std::string& remark) {
    text += to_text({"", Severity::Note, linted.file, remark, "", "", ""}, screen);
  };
  if (!linted.meaning.empty()) add("asks for " + linted.meaning);
  for (const std::string& source : sources_of(linted)) add("rules from " + source);
  return text;
}

std::string lint_json(const std::vector<LintedFile>& files) {
  Json document = json_document("lint");
  document["files"] = Json::array();
  for (const LintedFile& linted : files) document["files"].push_back(linted_json(linted));
  return dump_json(document);
}

std::string lint_github(const std::vector<LintedFile>& files) {
  std::string text;
  for (const LintedFile& linted : files) {
    for (const Diagnostic& one : linted.findings) {
      const std::string_view severity = one.severity == Severity::Error     ? "error"
                                        : one.severity == Severity::Warning ? "warning"
                                                                            : "notice";
      const long long line = line_number(one, linted.file);
      std::string place = line > 0 ? format(",line={}", line) : "";
      if (line > 0 && one.column > 0) place += format(",col={}", one.column);
      const std::string message =
          replace_all(replace_all(message_of(one), "%", "%25"), "\n", "%0A");
      text += format("::{} file={}{},title={}::{}\n", severity, linted.file, place,
                     one.code.empty() ? "gpujob" : one.code, message);
    }
  }
  return text;
}

std::string lint_sarif(const std::vector<LintedFile>& files) {
  Json driver = {{"name", "gpujob"}, {"version", std::string(kProgramVersion)}};
  driver["rules"] = Json::array();
  for (const Rule& rule : lint_rules()) {
    driver["rules"].push_back({{"id", std::string(rule.code)},
                               {"shortDescription", {{"text", std::string(rule.title)}}}});
  }
  Json run;
  run["tool"] = {{"driver", std::move(driver)}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const LintedFile& linted : files) {
    for (const Diagnostic& one : linted.findings) {
      run["results"].push_back(sarif_result(linted, one));
    }
  }
  Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"}};
  document["runs"] = Json::array();
  document["runs"].push_back(std::move(run));
  return dump_json(document);
}

std::string lint_junit(const std::vector<LintedFile>& files) {
  using Outcome = JunitCase::Outcome;
  std::vector<JunitCase> cases;
  for (const LintedFile& linted : files) {
    std::vector<std::string> said;
    for (const Diagnostic& one : linted.findings) {
      said.push_back(format("{}: {}", to_string(one.severity), one.line()));
    }
    const Outcome outcome = linted.exit == ExitCode::Done ? Outcome::Passed : Outcome::Failed;
    cases.push_back({"gpujob lint", linted.file, outcome, join(said, "\n")});
  }
  return junit_report(junit_suite("gpujob lint", cases));
}

}  // namespace gpujob
