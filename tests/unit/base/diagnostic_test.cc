// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

#include <gtest/gtest.h>

#include "base/exit_code.h"

namespace gpujob {
namespace {

TEST(Diagnostic, LineLeavesOutWhatIsEmpty) {
  Diagnostic diagnostic;
  diagnostic.problem = "no GPU requested";
  EXPECT_EQ(diagnostic.line(), "no GPU requested");
  diagnostic.where = "job.sh:7";
  diagnostic.code = "gj103";
  EXPECT_EQ(diagnostic.line(), "job.sh:7: gj103 no GPU requested");
  diagnostic.why = "the job would run on CPUs only";
  diagnostic.fix = "add '#SBATCH --gpus=1'";
  EXPECT_EQ(diagnostic.line(),
            "job.sh:7: gj103 no GPU requested (the job would run on CPUs only); "
            "add '#SBATCH --gpus=1'");
}

TEST(Diagnostic, OnlyErrorsAreErrors) {
  Diagnostics all{{"gj001", Severity::Warning, "", "a", "", "", ""},
                  {"gj002", Severity::Note, "", "b", "", "", ""}};
  EXPECT_FALSE(has_errors(all));
  append(all, {{"gj003", Severity::Error, "", "c", "", "", ""}});
  EXPECT_TRUE(has_errors(all));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].code, "gj003");
}

TEST(Diagnostic, SeverityHasAWord) {
  EXPECT_EQ(to_string(Severity::Note), "note");
  EXPECT_EQ(to_string(Severity::Warning), "warning");
  EXPECT_EQ(to_string(Severity::Error), "error");
}

TEST(ExitCodes, AreTheContract) {
  std::string table;
  for (const ExitCodeText& entry : exit_codes()) {
    table += std::to_string(static_cast<int>(entry.code)) + " " + std::string(entry.meaning) + "\n";
  }
  EXPECT_EQ(table,
            "0 done\n"
            "1 failed\n"
            "2 wrong usage\n"
            "3 invalid profile, manifest, plan or script\n"
            "4 the scheduler refused or is absent\n"
            "5 unknown: the scheduler could not be asked, nothing is claimed\n"
            "8 still pending or running\n");
  EXPECT_EQ(exit_by_signal(15), 143);
}

}  // namespace
}  // namespace gpujob
