// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/json.h"

namespace gpujob {

/// What a value of a timing report looks like.
enum class ReportShape {
  Text,        ///< not empty
  TextOrNull,  ///< not empty, or null
  Time,        ///< "2026-11-21T10:15:30Z"
  Integer,     ///< `minimum` bounds it
  Number,      ///< at least `minimum`
  Positive,    ///< a number above zero
  NumberOrNull,
  Boolean,
  Object,       ///< its own rows follow
  ScalarMap,    ///< free names to numbers or texts
  PositiveMap,  ///< free names to numbers above zero
  Samples,      ///< a list of numbers above zero
  SomeSamples,  ///< the same with at least one
  Discarded,    ///< a list of {seconds, reason}
  Devices,      ///< a list of at least two {index, host, model, …}
  TextList,
};

enum class ReportNeed { Always, Optional };

/// One value of `schema: gpujob/report/v1`. The reader checks these rows and nothing else; a test
/// holds them to profiles/schema/report.schema.json, which the programs are written against.
struct ReportField {
  std::string_view path;  ///< "samples.cold.setup"; checked only where its parent is present
  ReportShape shape = ReportShape::Text;
  ReportNeed need = ReportNeed::Always;
  std::string_view choices = "";  ///< "slurm|local"; empty: any
  double minimum = 0;             ///< of Integer and Number; -inf: unbounded
};

std::span<const ReportField> report_fields();

constexpr std::string_view kReportSchema = "gpujob/report/v1";

/// The value at "a.b.c", or nullptr where it or one of its parents is absent.
const Json* find_value(const Json& document, std::string_view path);

/// Every violation of the rows: "x.json: 'run.launch' is missing (schema gpujob/report/v1)".
Diagnostics check_report_fields(const std::string& where, const Json& document);

}  // namespace gpujob
