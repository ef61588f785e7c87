// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/diagnostic.h"
#include "base/exit_code.h"

namespace gpujob {

/// An expected failure: what to tell the user and what the process exits with.
struct Failure {
  ExitCode exit = ExitCode::Failed;
  Diagnostics diagnostics;

  Failure(ExitCode code, Diagnostics what) : exit(code), diagnostics(std::move(what)) {}
  Failure(ExitCode code, Diagnostic what) : exit(code), diagnostics{std::move(what)} {}

  /// The shortest way to fail: `where: problem (why); fix`.
  Failure(ExitCode code, std::string where, std::string problem, std::string why = "",
          std::string fix = "")
      : exit(code),
        diagnostics{Diagnostic{"", Severity::Error, std::move(where), std::move(problem),
                               std::move(why), std::move(fix), ""}} {}
};

/// A value, or the failure that stands in its place. Exceptions are for bugs only.
///
///     Result<Plan> plan = resolve(request);
///     if (!plan) return plan.failure();
///     use(*plan);
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(value()); }  // a value: safe in a range-for
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The value, or `otherwise` where a failure makes no difference.
  T value_or(T otherwise) && { return *this ? std::move(value()) : std::move(otherwise); }

  const Failure& failure() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

 private:
  T& value() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  const T& value() const {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }

  std::variant<T, Failure> state_;
};

/// Success without a value, or a failure: `return Status{};` means done.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return !failure_; }
  const Failure& failure() const {
    assert(failure_);
    return *failure_;
  }

 private:
  std::optional<Failure> failure_;
};

using Status = Result<void>;

}  // namespace gpujob
