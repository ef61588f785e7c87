// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/yaml.h"

// Field tables. One table of fields with their documentation says what a YAML file may hold; the
// check of a file, the JSON Schema for editors and the reference pages all come from it.

namespace gpujob {

enum class FieldType {
  Text,      ///< any scalar, quoted or not; `pattern` or `choices` may narrow it
  Integer,   ///< an unquoted decimal integer; `minimum`, `maximum`
  Real,      ///< an unquoted number
  Boolean,   ///< unquoted true or false
  Walltime,  ///< what sbatch takes for --time ("7-00:00:00"); a bare number is refused as ambiguous
  Day,       ///< "2026-11-21", a day that exists
  Record,    ///< a map with the closed keys of `fields`
  List,      ///< a sequence of `element`
  Map,       ///< a map from free names (of `pattern`) to `element`
  Scalar,    ///< any single value: text, number or boolean
};

struct Field {
  std::string name;  ///< empty for the element of a list or map
  FieldType type = FieldType::Text;
  std::string doc;  ///< one line for people; becomes "description" in the JSON Schema
  bool required = false;
  std::string pattern;               ///< ECMAScript; of a text, or of the names of a map
  std::vector<std::string> choices;  ///< the only values, if not empty
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::vector<Field> fields;   ///< of a record
  std::vector<Field> element;  ///< of a list or map: exactly one
  std::size_t min_items = 0;   ///< of a list or map
};

/// Checks the whole file against the table and returns every violation, each with its place, the
/// known keys or values and the nearest one: "x.yaml:14:9: unknown key 'constrant' (partition
/// fields are closed); did you mean 'constraint'?". Only errors. `field.name` names the document.
Diagnostics check_fields(const YamlFile& file, const Field& document);

/// The same table as a JSON Schema (draft-07) with `id` and `title`.
Json json_schema(const Field& document, const std::string& id, const std::string& title);

}  // namespace gpujob
