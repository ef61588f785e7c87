// SPDX-License-Identifier: MIT
#include "run/json_fields.h"

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"

namespace gpujob {

Result<Json> parse_document(const std::string& where, const std::string& text,
                            const std::string& schema) {
  Result<Json> document = parse_json(text, where);
  if (!document) return document;
  const std::string found = document->is_object() ? text_field_of(*document, "schema") : "";
  if (found == schema) return document;
  return Failure(ExitCode::Invalid, where, format("schema '{}' is not known", printable(found)),
                 format("this gpujob reads {}", schema), "use a newer gpujob");
}

}  // namespace gpujob
