// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <set>

#include "golden_files.h"
#include "planned_case.h"

// Beside the golden files of a case, each center has `remarks`: the warnings and notes of all its
// scripts, one a line. GPUJOB_BLESS=1 (or ./dev bless) writes everything anew; read the difference.

namespace gpujob {
namespace {

FileSet files_of(const SiteProfile& site) {
  FileSet files;
  std::string remarks;
  for (const Case& one : cases_of(site)) {
    SCOPED_TRACE(one.name());
    const Outcome outcome = plan_case(one);
    if (!outcome.script.empty()) files[one.name() + ".sh"] = outcome.script;
    if (!outcome.build_script.empty()) files[one.name() + ".build.sh"] = outcome.build_script;
    if (!outcome.refusal.empty()) files[one.name() + ".refused"] = outcome.refusal;
    for (const std::string& remark : outcome.remarks) remarks += one.name() + ": " + remark + "\n";
  }
  if (!remarks.empty()) files["remarks"] = remarks;
  return files;
}

class Scripts : public testing::TestWithParam<std::string> {};

TEST_P(Scripts, AreTheGoldenOnes) {
  const auto& sites = shipped().sites;
  const auto site = std::find_if(sites.begin(), sites.end(),
                                 [](const SiteProfile& one) { return one.center == GetParam(); });
  ASSERT_NE(site, sites.end());
  const FileSet made = files_of(*site);
  if (blessing()) bless_goldens(site->center, made);
  const FileSet golden = read_goldens(site->center);
  std::set<std::string> names;
  for (const FileSet& files : {golden, made})
    for (const auto& [name, text] : files) names.insert(name);
  for (const std::string& name : names) {
    ASSERT_TRUE(golden.contains(name)) << "no golden file " << name;
    ASSERT_TRUE(made.contains(name)) << "nothing makes the golden file " << name;
    EXPECT_EQ(first_difference(golden.at(name), made.at(name)), "") << name;
  }
}

std::vector<std::string> centers() {
  std::vector<std::string> names;
  for (const SiteProfile& site : shipped().sites) names.push_back(site.center);
  return names;
}

INSTANTIATE_TEST_SUITE_P(, Scripts, testing::ValuesIn(centers()),
                         [](const auto& center) { return center.param; });

TEST(GoldenFiles, ShowTheFirstDifference) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_difference("a\nb\n", "a\nc\n"), "line 2\n  golden: b\n  made:   c");
  EXPECT_EQ(first_difference("a\n", "a\nc\n"), "line 2\n  golden: (no line)\n  made:   c");
  EXPECT_EQ(first_difference("a\n", "a"), "the line ends");
}

/// One plain name a folder, so that every case has files of its own.
TEST(Cases, HaveNamesOfTheirOwn) {
  for (const SiteProfile& site : shipped().sites) {
    std::set<std::string> names;
    for (const Case& one : cases_of(site)) EXPECT_TRUE(names.insert(one.name()).second);
  }
}

}  // namespace
}  // namespace gpujob
