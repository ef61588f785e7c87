// SPDX-License-Identifier: MIT
#include "script/logical_lines.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

/// "2:text" of each line.
std::vector<std::string> joined(const std::string& body) {
  std::vector<std::string> found;
  for (const LogicalLine& line : logical_lines(body, 1)) {
    found.push_back(std::to_string(line.line) + ":" + line.text);
  }
  return found;
}

using Lines = std::vector<std::string>;

TEST(LogicalLines, JoinContinuedLines) {
  EXPECT_EQ(joined("srun \\\n  -n 4 \\\n  ./a\necho b\n"),
            (Lines{"1:srun   -n 4   ./a", "4:echo b"}));
  EXPECT_EQ(joined("echo 'a\\\nb'\n"), Lines{"1:echo 'a\\\nb'"});
  EXPECT_EQ(joined("echo \"a\nb\" c\nd\n"), (Lines{"1:echo \"a\nb\" c", "3:d"}));
}

TEST(LogicalLines, LeaveOutCommentsAndBlankLines) {
  EXPECT_EQ(joined("# it's\n\n  # b\na # c\necho a#b\n"), (Lines{"4:a ", "5:echo a#b"}));
}

TEST(LogicalLines, LeaveOutHereDocuments) {
  EXPECT_EQ(joined("cat > b.sh <<'END'\nsbatch c.sh\nit's\nEND\necho d\n"),
            (Lines{"1:cat > b.sh <<'END'", "5:echo d"}));
  EXPECT_EQ(joined("cat <<-A <<B\n\ta\n\tA\nb\nB\nc\n"), (Lines{"1:cat <<-A <<B", "6:c"}));
  EXPECT_EQ(joined("cat <<< word\nb\n"), (Lines{"1:cat <<< word", "2:b"}));
  EXPECT_EQ(joined("echo $((1<<2))\nb\n"), (Lines{"1:echo $((1<<2))", "2:b"}));
}

TEST(HereDocumentLines, AreTheTextBetweenTheMarks) {
  EXPECT_EQ(here_document_lines("cat > a <<'END'\n#SBATCH -n 1\nx\nEND\necho\n", 5),
            (std::vector<int>{6, 7, 8}));
  EXPECT_EQ(here_document_lines("cat <<A <<B\n1\nA\n2\nB\n3\n", 1), (std::vector<int>{2, 3, 4, 5}));
  EXPECT_EQ(here_document_lines("echo $((1<<2))\n#SBATCH -n 1\n", 1), std::vector<int>{});
}

}  // namespace
}  // namespace gpujob
