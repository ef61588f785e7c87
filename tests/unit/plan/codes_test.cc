// SPDX-License-Identifier: MIT
#include "plan/codes.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <regex>
#include <set>
#include <string>

#include "support/read_source.h"

namespace gpujob {
namespace {

TEST(Codes, RiseWithoutGapsOrTwins) {
  int expected = 201;
  for (const PlanCode& code : plan_codes()) {
    EXPECT_EQ(code.code, "gp" + std::to_string(expected++));
    EXPECT_FALSE(code.title.empty());
  }
}

/// Codes in the sources of a folder, but not in the table itself.
std::set<std::string> codes_in(const std::string& folder) {
  std::set<std::string> codes;
  const std::regex code("\"gp2[0-9]{2}\"|gp2[0-9]{2} ");
  const std::string root = std::string(GPUJOB_SOURCE_DIR) + "/";
  for (const auto& entry : std::filesystem::directory_iterator(root + folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cc" || name.starts_with("codes")) continue;
    const std::string text = read_source(std::filesystem::path(folder) / name);
    for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it)
      codes.insert(std::regex_replace(it->str(), std::regex("[\" ]"), ""));
  }
  return codes;
}

TEST(Codes, AreAllGivenByTheCodeAndSeenByATest) {
  std::set<std::string> table;
  for (const PlanCode& code : plan_codes()) table.emplace(code.code);
  EXPECT_EQ(codes_in("cli/plan"), table);
  EXPECT_EQ(codes_in("tests/unit/plan"), table);
}

}  // namespace
}  // namespace gpujob
