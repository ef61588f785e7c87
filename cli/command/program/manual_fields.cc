// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/program/manual.h"

// A field table as a manual page: one subsection per record, in the order of the table.

namespace gpujob {

namespace {

std::string type_text(const Field& field) {
  switch (field.type) {
    case FieldType::Text:
      return field.choices.empty() ? "text" : format("{}", join(field.choices, " | "));
    case FieldType::Integer:
      return "whole number";
    case FieldType::Real:
      return "number";
    case FieldType::Boolean:
      return "true or false";
    case FieldType::Walltime:
      return "walltime, HH:MM:SS or D-HH:MM:SS";
    case FieldType::Day:
      return "day, YYYY-MM-DD";
    case FieldType::Record:
      return "map";
    case FieldType::List:
      return format("list of {}{}", type_text(field.element[0]),
                    field.takes_none ? ", or none" : "");
    case FieldType::Map:
      return format("map from names to {}", type_text(field.element[0]));
    case FieldType::Scalar:
      return field.choices.empty() ? "single value" : format("{}", join(field.choices, " | "));
    case FieldType::Texts:
      return "text or list of texts";
  }
  return {};
}

/// The record inside a field, through lists and maps, and its path.
struct Inner {
  const Field* record = nullptr;
  std::string path;
};

Inner inner_record(const Field& field, std::string path) {
  const Field* at = &field;
  while (at->type == FieldType::List || at->type == FieldType::Map) {
    path += at->type == FieldType::List ? "[]" : ".NAME";
    at = &at->element[0];
  }
  return at->type == FieldType::Record ? Inner{at, path} : Inner{};
}

void add_record(const Field& record, const std::string& path, std::string& out) {
  out += format(".SS {}\n", roff(path.empty() ? "top level" : path));
  for (const Field& field : record.fields) {
    std::string facts = type_text(field);
    if (field.required) facts += "; required";
    out += format(".TP\n.BR {} \" ({})\"\n{}", roff(field.name), roff(facts),
                  roff_text(field.doc.empty() ? field.form : field.doc));
  }
  for (const Field& field : record.fields) {
    const std::string start = path.empty() ? "" : path + ".";
    const Inner inner = inner_record(field, start + std::string(field.name));
    if (inner.record != nullptr) add_record(*inner.record, inner.path, out);
  }
}

}  // namespace

ManualPage file_page(const std::string& name, const std::string& summary,
                     const std::vector<std::string>& paragraphs, const Field& fields) {
  std::string text = page_start(name, '5', summary) + ".SH DESCRIPTION\n";
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    text += (i == 0 ? "" : ".PP\n") + roff_text(paragraphs[i]);
  }
  text += ".SH KEYS\n";
  add_record(fields, "", text);
  text += ".SH SEE ALSO\n.BR gpujob (1)\n";
  return {name, '5', text};
}

}  // namespace gpujob
