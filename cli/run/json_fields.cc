// SPDX-License-Identifier: MIT
#include "run/json_fields.h"

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"

namespace gpujob {

Json to_json(const ProcessIdentity& process) {
  return {{"pid", process.pid}, {"start_ticks", process.start_ticks}, {"boot_id", process.boot_id}};
}

ProcessIdentity process_from(const Json& object) {
  ProcessIdentity process;
  if (!object.is_object()) return process;
  process.pid = static_cast<long>(integer_field_of(object, "pid").value_or(0));
  process.start_ticks = integer_field_of(object, "start_ticks").value_or(0);
  process.boot_id = text_field_of(object, "boot_id");
  return process;
}

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
