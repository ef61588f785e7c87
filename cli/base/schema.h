// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/yaml.h"

// Field tables. One table of fields with their documentation says what a YAML file may hold; the
// check of a file, the JSON Schema for editors and the reference pages all come from it.
//
// What a plain scalar is follows the core schema of YAML 1.2, which is what editors and validators
// read too: 3, 0x10, 1e3 and .inf are numbers, true is a boolean, ~ is nothing, all else is text
// (yes and no as well). Text that reads as something else must be quoted, and a quoted scalar is
// always text: `toolkit: 12.10` would lose its last digit in every reader that follows the rules.

namespace gpujob {

enum class FieldType {
  Text,      ///< not empty; `pattern` or `choices` may narrow it
  Integer,   ///< a plain decimal integer; `minimum`, `maximum`
  Real,      ///< a plain finite number; `minimum`, `maximum`
  Boolean,   ///< plain true or false
  Walltime,  ///< "HH:MM:SS" or "D-HH:MM:SS", the unambiguous forms of sbatch's --time
  Day,       ///< "2026-11-21", a day that exists
  Record,    ///< a map with the closed keys of `fields`
  List,      ///< a sequence of `element`
  Map,       ///< a map from free names (of `pattern`) to `element`
  Scalar,    ///< any single value: text, number or boolean; `choices` may narrow it
  Texts,     ///< one text, or a list of at least one; `pattern` may narrow each
};

/// A field and all below it. Texts are literals: a table is made once and lives as long as the
/// program. The functions at the end chain: `text_field("center", "…").like(kName).needed()`.
struct Field {
  std::string_view name;  ///< empty for the element of a list or map
  FieldType type = FieldType::Text;
  std::string_view doc;   ///< one line for people; becomes "description" in the JSON Schema
  std::string_view noun;  ///< what a record is called in messages: "partition", "node shape"
  bool required = false;
  std::string_view pattern;  ///< see base/pattern.h; of a whole text, or of the names of a map
  std::string_view form;     ///< `pattern` in words: "small letters and digits"
  std::vector<std::string_view> choices;  ///< the only values, if not empty
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::vector<Field> fields;   ///< of a record
  std::vector<Field> element;  ///< of a list or map: exactly one
  std::size_t min_items = 0;   ///< of a list or map
  bool takes_none = false;     ///< of a list: the word `none` may stand in its place

  Field& needed();
  Field& like(std::string_view whole_pattern, std::string_view in_words);
  Field& one_of(std::vector<std::string_view> values);
  Field& at_least(double value);
  Field& at_most(double value);
  Field& filled();  ///< a list or map with at least one entry
  /// A list that may be the word `none`: there is nothing, where an absent key is unknown.
  Field& or_none();

  /// The field of a record with this name, or nullptr.
  const Field* find(std::string_view key) const;
};

Field make_field(FieldType type, std::string_view name, std::string_view doc);
Field text_field(std::string_view name, std::string_view doc);
Field integer_field(std::string_view name, std::string_view doc);
Field record_field(std::string_view name, std::string_view noun, std::string_view doc,
                   std::vector<Field> fields);
Field list_field(std::string_view name, std::string_view doc, Field element);
Field map_field(std::string_view name, std::string_view doc, Field element);

/// Checks the whole file against the table and returns every violation in the order of the file,
/// each with its place, the known keys or values and the nearest one: "x.yaml:14:9: unknown key
/// 'constrant' (partition fields are closed); did you mean 'constraint'?". Only errors.
Diagnostics check_fields(const YamlFile& file, const Field& document);

/// The same table as a JSON Schema (draft-07) with `id` and `title`. A validator that follows the
/// draft gives the verdict of `check_fields` on every file, except for numbers and booleans in an
/// unusual spelling (0x10, 010, 3.0, True), which only `check_fields` refuses.
Json json_schema(const Field& document, const std::string& id, const std::string& title);

}  // namespace gpujob
