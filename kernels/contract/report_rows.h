// SPDX-License-Identifier: MIT
// The fields of a timing report as a table, for what needs no values.
#pragma once

#include <vector>

#include "contract/report_fields.h"

namespace gpujob {

struct ReportRow {
  ReportField field;
  std::vector<ReportField> items{};  ///< of a list: the fields of an item
};

/// Gathers the fields of a whole report.
struct ReportRows {
  std::vector<ReportRow> rows;

  struct Items {
    std::vector<ReportField>& fields;
    template <class Get>
    void operator()(const ReportField& field, const Get& /*get*/) const {
      fields.push_back(field);
    }
  };

  template <class... Get>
  void operator()(const ReportField& field, const Get&... /*get*/) {
    if (field.need != ReportNeed::InTasks) rows.push_back({field});
  }
  template <class Get, class VisitItems>
  void operator()(const ReportField& field, const Get& /*get*/, const VisitItems& visit_items) {
    rows.push_back({field});
    visit_items(Items{rows.back().items});
  }
};

/// All fields of a whole report, in the order in which they are written.
inline const std::vector<ReportRow>& report_rows() {
  static const std::vector<ReportRow> kRows = [] {
    ReportRows all;
    visit_report(all);
    return all.rows;
  }();
  return kRows;
}

}  // namespace gpujob
