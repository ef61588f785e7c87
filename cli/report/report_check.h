// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/json.h"

namespace gpujob {

/// The value at "a.b.c", or nullptr where it or one of its parents is absent.
const Json* find_value(const Json& document, std::string_view path);

/// Every violation of contract/report_fields.h: "x.json: 'run.launch' is missing (schema
/// gpujob/report/v1)". Fields that are not known there are passed over.
Diagnostics check_report_fields(const std::string& where, const Json& document);

}  // namespace gpujob
