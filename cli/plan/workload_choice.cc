// SPDX-License-Identifier: MIT
#include "plan/workload_choice.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "workload/formula.h"

namespace gpujob {

namespace {

template <class Items>
std::vector<std::string> names(const Items& items) {
  std::vector<std::string> all;
  all.reserve(items.size());
  for (const auto& item : items) all.push_back(item.name);
  return all;
}

/// A user's own program may have a single variant without a name.
constexpr const char* kUnnamed = "default";

Status choose_variant(Draft& draft) {
  const Workload& workload = draft.workload();
  if (workload.variants.empty() && !draft.request.variant) {
    draft.work().variant = kUnnamed;
    return {};
  }
  const std::string& backend = draft.work().backend;
  const std::string name = draft.request.variant.value_or(workload.default_variant_for(backend));
  const Variant* variant = workload.find_variant(name);
  if (variant == nullptr)
    return unknown_name(draft.at_workload(), "variant", name, workload.variants_for(backend));
  if (!variant->runs_on(backend)) {
    return Failure(ExitCode::Usage, draft.at_workload(),
                   format("variant '{}' is not written for backend '{}'", name, backend),
                   format("it is for {}", join(variant->backends, ", ")),
                   format("use --variant {}", workload.default_variant_for(backend)));
  }
  draft.work().variant = variant->name;
  draft.work().algorithm_class = variant->algorithm_class;
  draft.explain("variant", name, draft.request.variant ? From::Flag : From::Manifest,
                draft.request.variant ? "--variant" : workload.file);
  return {};
}

/// The default, or the first one of a variant that does not have it.
Status choose_precision(Draft& draft) {
  const Workload& workload = draft.workload();
  if (workload.precisions.empty() && !draft.request.precision) {
    draft.work().precision = kUnnamed;
    return {};
  }
  const Variant* variant = workload.find_variant(draft.work().variant);
  const auto& offered = variant == nullptr ? workload.precisions : workload.precisions_of(*variant);
  const std::string& otherwise = contains(offered, workload.default_precision) || offered.empty()
                                     ? workload.default_precision
                                     : offered.front();
  const std::string& name = draft.request.precision.value_or(otherwise);
  if (!contains(workload.precisions, name))
    return unknown_name(draft.at_workload(), "precision", name, workload.precisions);
  if (!contains(offered, name)) {
    return Failure(ExitCode::Usage, draft.at_workload(),
                   format("variant '{}' has no precision '{}'", draft.work().variant, name),
                   format("it has {}", join(offered, ", ")),
                   format("use --precision {}", offered.front()));
  }
  draft.work().precision = name;
  draft.explain("precision", name, draft.request.precision ? From::Flag : From::Manifest,
                draft.request.precision ? "--precision" : workload.file);
  return {};
}

std::string range_text(const Parameter& parameter) {
  if (parameter.minimum && parameter.maximum)
    return format("{} to {} is allowed", *parameter.minimum, *parameter.maximum);
  if (parameter.minimum) return format("the least is {}", *parameter.minimum);
  return parameter.maximum ? format("the most is {}", *parameter.maximum) : "";
}

/// One spelling of a number: "100000" for "1e5" and "0100000" of an integer parameter, "0.5" for
/// "5e-1" and "0.50" of a real one. Other texts stay.
std::string in_digits(const Parameter& parameter, const std::string& value) {
  constexpr double most = 1e15;  // a double holds every whole number up to here
  const auto number = parse_real(value);
  if (parameter.type == ParameterType::Real && number) return format("{}", *number);
  const bool has_point = value.find('.') != std::string::npos;
  const bool has_exponent = value.find_first_of("eE") != std::string::npos;
  if (parameter.type != ParameterType::Integer || (has_point && !has_exponent)) return value;
  const bool exact =
      number && *number >= -most && *number <= most && *number == std::floor(*number);
  return exact ? std::to_string(static_cast<long long>(*number)) : value;
}

/// A whole number, with or without a minus sign: what an integer parameter takes.
std::optional<double> read_number(const Parameter& parameter, const std::string& value) {
  if (parameter.type == ParameterType::Real) return parse_real(value);
  const bool negative = value.starts_with('-');
  const auto whole = parse_integer(std::string_view(value).substr(negative ? 1 : 0));
  if (!whole) return std::nullopt;
  return static_cast<double>(negative ? -*whole : *whole);
}

Status check_value(const Draft& draft, const Parameter& parameter, const std::string& value) {
  if (parameter.type == ParameterType::Text) return {};
  if (value == "drawn" && parameter.default_value == "drawn") return {};
  const std::optional<double> number = read_number(parameter, value);
  if (!number) {
    return Failure(ExitCode::Usage, draft.at_workload(),
                   format("parameter '{}' is '{}'", parameter.name, value),
                   parameter.type == ParameterType::Integer ? "a whole number is needed"
                                                            : "a number is needed",
                   "");
  }
  const bool low = parameter.minimum && *number < *parameter.minimum;
  const bool high = parameter.maximum && *number > *parameter.maximum;
  if (!low && !high) return {};
  return Failure(ExitCode::Usage, draft.at_workload(),
                 format("parameter '{}' is '{}'", parameter.name, value), range_text(parameter),
                 "");
}

/// What overrides a parameter's default: the named size, or the user.
struct Given {
  std::string value;
  From from;
  std::string origin;
};
using GivenValues = std::map<std::string, Given>;

Status take_size(const Draft& draft, GivenValues& given) {
  const Workload& workload = draft.workload();
  const std::string& name = draft.request.size.value_or(workload.default_size);
  if (name.empty() && !draft.request.size) return {};
  const NamedSize* size = workload.find_size(name);
  if (size == nullptr)
    return unknown_name(draft.at_workload(), "size", name, names(workload.sizes));
  const From from = draft.request.size ? From::Flag : From::Manifest;
  for (const auto& [parameter, value] : size->values)
    given[parameter] = {value, from, format("{}size {}", draft.request.size ? "--" : "", name)};
  return {};
}

/// `--param` beats the size; the same parameter twice with two values is a contradiction.
Status take_parameters(const Draft& draft, GivenValues& given) {
  std::map<std::string, std::string> seen;
  for (const auto& [name, given_value] : draft.request.parameters) {
    const Parameter* parameter = draft.workload().find_parameter(name);
    if (parameter == nullptr) {
      return unknown_name(draft.at_workload(), "parameter", name,
                          names(draft.workload().parameters));
    }
    const std::string value = in_digits(*parameter, given_value);
    const auto [place, fresh] = seen.emplace(name, value);
    if (!fresh && place->second != value) {
      return Failure(ExitCode::Usage, "--param",
                     format("'{}' is given twice, as '{}' and as '{}'", name, place->second, value),
                     "", "give it once");
    }
    given[name] = {value, From::Flag, "--param"};
  }
  return {};
}

}  // namespace

Status choose_computation(Draft& draft) {
  if (Status status = choose_variant(draft); !status) return status;
  if (Status status = choose_precision(draft); !status) return status;
  GivenValues given;
  if (Status status = take_size(draft, given); !status) return status;
  if (Status status = take_parameters(draft, given); !status) return status;
  for (const Parameter& parameter : draft.workload().parameters) {
    const auto found = given.find(parameter.name);
    const Given value = found != given.end() ? found->second
                                             : Given{parameter.default_value, From::Manifest,
                                                     parameter.origin.text()};
    if (Status status = check_value(draft, parameter, value.value); !status) return status;
    draft.work().parameters.emplace_back(parameter.name, value.value);
    draft.explain("parameter " + parameter.name, value.value, value.from, value.origin);
  }
  return {};
}

std::map<std::string, double> numbers_of(
    const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::map<std::string, double> numbers;
  for (const auto& [name, value] : parameters)
    if (const auto number = parse_real(value)) numbers[name] = *number;
  return numbers;
}

std::optional<double> formula_value(
    const std::string& formula,
    const std::vector<std::pair<std::string, std::string>>& parameters) {
  if (formula.empty()) return std::nullopt;
  const auto value = evaluate(formula, numbers_of(parameters));
  return value ? std::optional(*value) : std::nullopt;
}

}  // namespace gpujob
