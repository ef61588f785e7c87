// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/schema.h"
#include "base/yaml_record.h"
#include "report/reference.h"

namespace gpujob {

namespace {

constexpr std::string_view kSchema = "gpujob/references/v1";

const Field& fields() {
  static const Field document = record_field(
      "", "references", "what runs of a workload should take",
      {text_field("schema", "what this file is").one_of({kSchema}).needed(),
       text_field("workload", "whose runs").needed(),
       list_field(
           "references", "one a kind of runs",
           record_field("", "reference", "what runs of one kind should take",
                        {map_field("of", "which runs: keys of compare and parameters",
                                   make_field(FieldType::Scalar, "", "the value"))
                             .filled()
                             .needed(),
                         text_field("expect", "such as: kernel 2.10 ms, at most +5 %").needed(),
                         make_field(FieldType::Day, "set", "when it was set").needed()}))
           .needed()});
  return document;
}

}  // namespace

Result<References> read_references(const std::string& path, const std::string& text) {
  const Result<YamlFile> file = parse_yaml(path, text);
  if (!file) return file.failure();
  Diagnostics problems = check_fields(*file, fields());
  if (!problems.empty()) return Failure(ExitCode::Invalid, std::move(problems));
  const YamlRecord root(*file, &file->root());
  References references;
  references.workload = root.text("workload");
  for (const YamlRecord& entry : root.records("references")) {
    Reference reference;
    reference.of = entry.record("of").values();
    reference.set = entry.text("set");
    const Result<Expectation> expected = read_expectation(entry.text("expect"));
    if (!expected) {
      const Diagnostic& words = expected.failure().diagnostics.front();
      problems.push_back(file->error(entry.place("expect"), words.where + " " + words.problem,
                                     words.why, words.fix));
      continue;
    }
    reference.expected = *expected;
    references.references.push_back(std::move(reference));
  }
  if (!problems.empty()) return Failure(ExitCode::Invalid, std::move(problems));
  return references;
}

std::string write_references(const References& references) {
  std::string text = format(
      "# 'gpujob reference check {0}' holds new runs of {0} to these\nschema: {1}\n"
      "workload: {2}\nreferences:{3}\n",
      references.workload, kSchema, yaml_scalar(references.workload),
      references.references.empty() ? " []" : "");
  for (const Reference& reference : references.references) {
    std::string of;
    for (const auto& [name, value] : reference.of) {
      of += format("{}{}: {}", of.empty() ? "" : ", ", yaml_scalar(name), yaml_scalar(value));
    }
    text += format("  - of: {{{}}}\n    expect: {}\n    set: {}\n", of,
                   yaml_scalar(expectation_text(reference.expected)), reference.set);
  }
  return text;
}

}  // namespace gpujob
