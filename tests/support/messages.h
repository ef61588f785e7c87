// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

// What tests say about failures: whole messages, and the message in the test's own output.

namespace gpujob {

/// `error: where: problem (why); fix` of each diagnostic.
std::vector<std::string> lines_of(const Diagnostics& diagnostics);
/// The lines without severity, since a failure's are errors nearly always.
std::vector<std::string> lines_of(const Failure& failure);

/// The lines of a failure; empty for a success.
template <class T>
std::vector<std::string> lines_of(const Result<T>& result) {
  return result ? std::vector<std::string>{} : lines_of(result.failure());
}

testing::AssertionResult describe_unexpected(const Failure& failure);
testing::AssertionResult compare_failure(const Failure& failure, ExitCode exit,
                                         const std::vector<std::string>& lines);

/// ASSERT_TRUE(is_ok(result)): prints the failure's lines when it is one.
template <class T>
testing::AssertionResult is_ok(const Result<T>& result) {
  if (result) return testing::AssertionSuccess();
  return describe_unexpected(result.failure());
}

/// What must be there: a failure fails the test with its lines and leaves an empty value.
template <class T>
T value_or_fail(Result<T> result) {
  EXPECT_TRUE(is_ok(result));
  return std::move(result).value_or(T{});
}

/// EXPECT_TRUE(fails_with(result, ExitCode::Invalid, {"x.yaml:1:1: whole message"})).
template <class T>
testing::AssertionResult fails_with(const Result<T>& result, ExitCode exit,
                                    const std::vector<std::string>& lines) {
  if (result) return testing::AssertionFailure() << "succeeded, but should have failed";
  return compare_failure(result.failure(), exit, lines);
}

/// Lets the test library print a diagnostic.
void PrintTo(const Diagnostic& diagnostic, std::ostream* stream);  // NOLINT(*-identifier-naming)

}  // namespace gpujob
