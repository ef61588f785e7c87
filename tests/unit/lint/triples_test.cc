// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "base/text.h"
#include "lint/lint.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "unit/lint/dawn.h"

// The triples of tests/lint: a bad script with all its findings, and a good one.

namespace gpujob {
namespace {

constexpr const char* kFolder = "tests/lint";

std::vector<std::string> triples() {
  std::vector<std::string> names;
  const std::filesystem::path root = std::filesystem::path(GPUJOB_SOURCE_DIR) / kFolder;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string judged(const std::string& name) {
  std::string text;
  for (const std::string& line : lines_of(lint_at_dawn(read_source(name)))) text += line + "\n";
  return text;
}

class Triple : public testing::TestWithParam<std::string> {};

TEST_P(Triple, IsJudgedAsExpected) {
  const std::string folder = std::string(kFolder) + "/" + GetParam();
  const std::string code = GetParam().substr(0, 5);
  const std::string said = judged(folder + "/bad.sh");
  const char* bless = std::getenv("GPUJOB_BLESS");
  if (bless != nullptr && std::string(bless) == "1") {
    std::ofstream(std::string(GPUJOB_SOURCE_DIR) + "/" + folder + "/expected.txt") << said;
  }
  EXPECT_EQ(said, read_source(folder + "/expected.txt"));
  EXPECT_NE(said.find(" " + code + " "), std::string::npos) << said;
  EXPECT_EQ(judged(folder + "/good.sh"), "");
}

INSTANTIATE_TEST_SUITE_P(Lint, Triple, testing::ValuesIn(triples()),
                         [](const testing::TestParamInfo<std::string>& tested) {
                           return replace_all(tested.param, "-", "_");
                         });

TEST(Rules, HaveATripleEach) {
  const std::vector<std::string> present = triples();
  std::string previous;
  for (const Rule& rule : lint_rules()) {
    EXPECT_LT(previous, rule.code) << "the table is in order of code";
    previous = rule.code;
    EXPECT_NE(std::find(present.begin(), present.end(), rule.code), present.end())
        << "no folder tests/lint/" << rule.code;
    EXPECT_FALSE(rule.title.empty());
  }
}

TEST(Rules, AreKnownForEachTriple) {
  for (const std::string& name : triples()) {
    const bool known = std::any_of(lint_rules().begin(), lint_rules().end(), [&](const Rule& rule) {
      return rule.code == name.substr(0, 5);
    });
    EXPECT_TRUE(known) << name;
  }
}

TEST(Rules, ClaimNothingWhereNothingIsKnown) {
  for (const std::string& name : triples()) {
    const std::string text = read_source(std::string(kFolder) + "/" + name + "/bad.sh");
    const std::size_t second = text.starts_with("#!") ? text.find('\n') + 1 : 0;
    const std::string elsewhere =
        text.substr(0, second) + "# cluster: unknown\n" + text.substr(second);
    for (const Diagnostic& diagnostic : lint_at_dawn(elsewhere)) {
      const bool of_form =
          diagnostic.code == "gj100" || diagnostic.code == "gj119" || diagnostic.code == "gj103" ||
          diagnostic.code == "gj112" || diagnostic.code == "gj120" || diagnostic.code == "gj122" ||
          diagnostic.code == "gj123" || diagnostic.code == "gj126" || diagnostic.code == "gj127" ||
          diagnostic.code == "gj128" || diagnostic.code == "gj129" || diagnostic.code == "gj130" ||
          diagnostic.code == "gj131" || diagnostic.code == "gj132" ||
          diagnostic.line().find("(sbatch takes") != std::string::npos ||
          diagnostic.line().find("(sbatch refuses") != std::string::npos;
      EXPECT_TRUE(of_form) << name << ": " << diagnostic.line();
    }
  }
}

}  // namespace
}  // namespace gpujob
