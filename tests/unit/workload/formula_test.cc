// SPDX-License-Identifier: MIT
#include "workload/formula.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

double value_of(const std::string& formula) {
  const Result<double> value = evaluate(formula, {{"n", 10}, {"m_2", 3}});
  EXPECT_TRUE(is_ok(value)) << formula;
  return value ? *value : -1;
}

TEST(Formula, binds_as_in_school) {
  EXPECT_DOUBLE_EQ(value_of("2 + 3 * 4"), 14);
  EXPECT_DOUBLE_EQ(value_of("(2 + 3) * 4"), 20);
  EXPECT_DOUBLE_EQ(value_of("20 - 5 - 3"), 12);
  EXPECT_DOUBLE_EQ(value_of("16 / 4 / 2"), 2);
  EXPECT_DOUBLE_EQ(value_of("2 ^ 3 ^ 2"), 512);
  EXPECT_DOUBLE_EQ(value_of("-2 ^ 2"), -4);
  EXPECT_DOUBLE_EQ(value_of("2 ^ -1"), 0.5);
  EXPECT_DOUBLE_EQ(value_of("2*-3"), -6);
}

TEST(Formula, knows_names_numbers_and_functions) {
  EXPECT_DOUBLE_EQ(value_of("n*n + m_2"), 103);
  EXPECT_DOUBLE_EQ(value_of("1e-3 * n"), 0.01);
  EXPECT_DOUBLE_EQ(value_of(".5 * n"), 5);
  EXPECT_DOUBLE_EQ(value_of("max(n, 12, m_2)"), 12);
  EXPECT_DOUBLE_EQ(value_of("min(n, 12, m_2)"), 3);
  EXPECT_DOUBLE_EQ(value_of("ceil(n / 4)"), 3);
  EXPECT_DOUBLE_EQ(value_of("sqrt(n * n)"), 10);
  EXPECT_DOUBLE_EQ(value_of("log2(8)"), 3);
  EXPECT_DOUBLE_EQ(value_of(" 7 "), 7);
}

TEST(Formula, says_what_is_wrong_and_where) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"", "formula '' lacks a value (at character 1)"},
      {"n * * n", "formula 'n * * n' lacks a value (at character 5)"},
      {"(n", "formula '(n' has a '(' without ')' (at character 3)"},
      {"n)", "formula 'n)' has something behind its end (at character 2)"},
      {"2 n", "formula '2 n' has something behind its end (at character 3)"},
      {"sqrt 4", "formula 'sqrt 4' has 'sqrt' without '(' (at character 6)"},
      {"sqrt(1, 2)", "formula 'sqrt(1, 2)' gives 'sqrt' 2 values (at character 11)"},
      {"max()", "formula 'max()' lacks a value (at character 5)"},
      {"1e999", "formula '1e999' has a number that cannot be read (at character 1)"},
      {"nn", "formula 'nn' uses 'nn', which has no number (at character 1); did you mean 'n'?"},
      {"n / 0", "formula 'n / 0' has no finite value (at character 6)"},
      {"sqrt(-1)", "formula 'sqrt(-1)' has no finite value (at character 9)"},
      {"10 ^ 400", "formula '10 ^ 400' has no finite value (at character 9)"},
      {"n; m", "formula 'n; m' has something behind its end (at character 2)"},
  };
  for (const auto& [formula, message] : wrong) {
    EXPECT_TRUE(fails_with(evaluate(formula, {{"n", 10}}), ExitCode::Invalid, {message}));
  }
}

TEST(Formula, nesting_has_an_end) {
  for (const char* opening : {"(", "-", "max(", "2^"}) {
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += opening;
    EXPECT_FALSE(evaluate(deep + "1", {})) << opening;
  }
  EXPECT_TRUE(is_ok(evaluate(std::string(40, '(') + "1" + std::string(40, ')'), {})));
  EXPECT_FALSE(evaluate(std::string(1'000'000, '('), {}));
}

TEST(Formula, tells_the_names_it_uses) {
  const auto names = names_in_formula("4 * n + max(m, log2(k)) / n");
  ASSERT_TRUE(is_ok(names));
  EXPECT_EQ(*names, (std::set<std::string>{"k", "m", "n"}));
  EXPECT_TRUE(names_in_formula("1 / (n - 1)")) << "no value is asked for";
  EXPECT_FALSE(names_in_formula("4 *"));
}

TEST(Formula, functions_are_no_names) {
  EXPECT_TRUE(is_formula_function("max"));
  EXPECT_FALSE(is_formula_function("n"));
}

}  // namespace
}  // namespace gpujob
