// SPDX-License-Identifier: MIT
// What report_fields.h says of each field of a timing report.
#pragma once

#include <limits>
#include <string_view>
#include <type_traits>

namespace gpujob {

/// What a value of a timing report looks like.
enum class ReportShape {
  Text,     ///< not empty
  Time,     ///< "2026-11-21T10:15:30Z"
  Integer,  ///< at least `minimum`
  Number,   ///< at least `minimum`
  Above,    ///< a number above `minimum`
  Boolean,
  Object,       ///< its own fields follow
  ScalarMap,    ///< free names to numbers or texts
  PositiveMap,  ///< free names to numbers above zero
  Samples,      ///< a list of numbers above zero, at least `minimum` of them
  TextList,
  List,  ///< of objects, at least `minimum` of them
};

enum class ReportNeed {
  Always,
  Optional,  ///< a number below its minimum and an empty text are left out
  InTasks,   ///< only in the report of one of several tasks, which no one else reads
};

/// How the values of several parts of a launch become that of the whole.
enum class ReportMerge {
  First,   ///< that of the first part
  Same,    ///< the same in all, or they are not parts of one launch
  Least,   ///< the smallest, the earliest
  Most,    ///< the largest; not-a-number counts as that. Of samples: each one's
  Sum,     ///< by name, where there are names
  Every,   ///< true if it is in all
  Filled,  ///< the first text that is not empty
  Append,  ///< all of them, one after the other
};

/// One field, where its parent is present.
struct ReportField {
  std::string_view path;  ///< "samples.cold.setup"; of the fields of a list the key alone
  ReportShape shape = ReportShape::Text;
  std::string_view doc;  ///< for people; empty: the name says it
  ReportNeed need = ReportNeed::Always;
  ReportMerge merge = ReportMerge::First;
  bool null = false;  ///< it may be null: unknown, or not finite
  double minimum = 0;
  std::string_view choices;    ///< "slurm|local"; empty: any
  std::string_view otherwise;  ///< what it means that an optional one is absent
  std::string_view column;     ///< its name as a column of CSV; empty: it has none
  std::string_view fact;       ///< its name in a comparison's environment; empty: not in it

  constexpr ReportField or_null() const { return with(&ReportField::null, true); }
  constexpr ReportField optional() const { return with(&ReportField::need, ReportNeed::Optional); }
  constexpr ReportField at_least(double value) const { return with(&ReportField::minimum, value); }
  constexpr ReportField any_number() const {
    return at_least(-std::numeric_limits<double>::infinity());
  }
  constexpr ReportField one_of(std::string_view words) const {
    return with(&ReportField::choices, words);
  }
  constexpr ReportField else_is(std::string_view word) const {
    return optional().with(&ReportField::otherwise, word);
  }
  constexpr ReportField merged(ReportMerge how) const { return with(&ReportField::merge, how); }
  constexpr ReportField as_column(std::string_view name) const {
    return with(&ReportField::column, name);
  }
  constexpr ReportField as_fact(std::string_view name) const {
    return with(&ReportField::fact, name);
  }

  template <class Value>
  constexpr ReportField with(Value ReportField::*member, Value value) const {
    ReportField field = *this;
    field.*member = value;
    return field;
  }
};

/// Is the path inside the object of that path? False for an empty one.
constexpr bool is_below(std::string_view path, std::string_view object) {
  return !object.empty() && path.size() > object.size() && path[object.size()] == '.' &&
         path.substr(0, object.size()) == object;
}

constexpr std::string_view kReportSchema = "gpujob/report/v1";

namespace report_contract {

constexpr ReportField of_shape(ReportShape shape, std::string_view path, std::string_view doc) {
  ReportField field;
  field.path = path;
  field.shape = shape;
  field.doc = doc;
  return field;
}
constexpr ReportField text(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Text, path, doc);
}
constexpr ReportField integer(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Integer, path, doc);
}
constexpr ReportField number(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Number, path, doc);
}
constexpr ReportField above_zero(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Above, path, doc);
}
constexpr ReportField samples(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Samples, path, doc);
}
constexpr ReportField scalars(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::ScalarMap, path, doc);
}
constexpr ReportField texts(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::TextList, path, doc);
}
constexpr ReportField object(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::Object, path, doc);
}
constexpr ReportField list(std::string_view path, std::string_view doc = "") {
  return of_shape(ReportShape::List, path, doc);
}

}  // namespace report_contract

// How a field is read and written, for report_fields.h, which ends with them.
#define GPUJOB_AT(member) [](auto& of) -> decltype(auto) { return (of.member); }
#define GPUJOB_COMPUTED(value) [](auto& of) { return value; }
/// The seconds of one phase in all samples of a list.
#define GPUJOB_PHASE(list, phase) \
  [](auto& of) { return phase_of(of.list, &std::decay_t<decltype(of.list[0])>::phase); }

}  // namespace gpujob
