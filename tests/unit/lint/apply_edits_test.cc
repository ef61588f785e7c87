// SPDX-License-Identifier: MIT
#include "lint/apply_edits.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "base/text.h"
#include "support/read_source.h"
#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

Diagnostic edit(int line, int column, int length, const std::string& text) {
  Diagnostic one;
  one.edit = TextEdit{line, column, length, text};
  return one;
}

TEST(ApplyEdits, ChangesTheBytesNamedAndNoOthers) {
  const std::string text = "#!/bin/bash\r\n#SBATCH --mem=4.5G -n 2\r\n\r\nå\t./a";
  EXPECT_EQ(apply_edits(text, {edit(2, 15, 4, "4608M")}),
            "#!/bin/bash\r\n#SBATCH --mem=4608M -n 2\r\n\r\nå\t./a");
  EXPECT_EQ(apply_edits(text, {edit(2, 21, 1, "x"), edit(1, 1, 0, "> ")}),
            "> #!/bin/bash\r\n#SBATCH --mem=4.5G -x 2\r\n\r\nå\t./a");
  EXPECT_EQ(apply_edits(text, {}), text);
  EXPECT_EQ(apply_edits(text, {Diagnostic()}), text);
}

TEST(ApplyEdits, TakesTheFirstOfTwoThatOverlap) {
  EXPECT_EQ(apply_edits("abcdef\n", {edit(1, 2, 3, "X"), edit(1, 3, 2, "Y")}), "aXef\n");
  EXPECT_EQ(apply_edits("abcdef\n", {edit(1, 2, 3, "X"), edit(1, 5, 1, "Y")}), "aXYf\n");
}

TEST(ApplyEdits, LeavesOutWhatLiesOutsideTheText) {
  EXPECT_EQ(apply_edits("a\n", {edit(7, 1, 1, "X"), edit(1, 9, 9, "Y"), edit(1, 0, 1, "Z")}),
            "a\n");
}

TEST(LineDiff, ShowsTheLinesThatDiffer) {
  EXPECT_EQ(line_diff("a.sh", "1\n2\n3\n", "1\nzwei\n3\n"),
            "--- a.sh\n+++ a.sh\n@@ -2 +2 @@\n-2\n+zwei\n");
  EXPECT_EQ(
      line_diff("a.sh", "1\n2", "1\n3"),
      "--- a.sh\n+++ a.sh\n@@ -2 +2 @@\n-2\n\\ No newline at end of file\n+3\n\\ No newline at "
      "end of file\n");
  EXPECT_EQ(line_diff("a.sh", "1\r\n", "1\r\n"), "");
}

/// Corrected until nothing is left to correct.
std::string corrected(std::string text) {
  for (int round = 0; round < 9; ++round) {
    std::string next = apply_edits(text, lint_at_dawn(text));
    if (next == text) return text;
    text = std::move(next);
  }
  ADD_FAILURE() << "never done:\n" << text;
  return text;
}

int findings_with_edit(const std::string& text) {
  const Diagnostics found = lint_at_dawn(text);
  return static_cast<int>(std::count_if(
      found.begin(), found.end(), [](const Diagnostic& one) { return one.edit.has_value(); }));
}

/// The bad and the good scripts of tests/lint.
std::vector<std::string> whole_corpus() {
  std::vector<std::string> texts;
  const std::filesystem::path root = std::filesystem::path(GPUJOB_SOURCE_DIR) / "tests/lint";
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (!entry.is_directory()) continue;
    const std::string name = entry.path().filename().string();
    texts.push_back(read_source("tests/lint/" + name + "/bad.sh"));
    texts.push_back(read_source("tests/lint/" + name + "/good.sh"));
  }
  return texts;
}

TEST(Corrections, LeaveNoneOfTheirFindingsAndBringNoError) {
  int changed = 0;
  for (const std::string& text : whole_corpus()) {
    const std::string now = corrected(text);
    EXPECT_EQ(findings_with_edit(now), 0) << now;
    if (now == text) continue;
    ++changed;
    EXPECT_LT(lint_at_dawn(now).size(), lint_at_dawn(text).size()) << text;
    const std::vector<std::string_view> before = lines(text);
    const std::vector<std::string_view> after = lines(now);
    ASSERT_EQ(before.size(), after.size()) << now;
    std::vector<int> found;
    for (const Diagnostic& one : lint_at_dawn(text)) {
      if (one.edit) found.push_back(one.edit->line);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == after[i]) continue;
      EXPECT_NE(std::find(found.begin(), found.end(), static_cast<int>(i) + 1), found.end())
          << "changed without a finding: " << after[i];
    }
  }
  EXPECT_GE(changed, 5);
}

TEST(Corrections, KeepDosLineEnds) {
  for (const std::string& text : whole_corpus()) {
    const std::string dos = replace_all(text, "\n", "\r\n");
    const std::string now = corrected(dos);
    EXPECT_EQ(std::count(now.begin(), now.end(), '\r'), std::count(dos.begin(), dos.end(), '\r'))
        << text;
    EXPECT_EQ(replace_all(now, "\r\n", "\n"), corrected(text));
  }
}

struct Correction {
  const char* was;
  const char* becomes;  ///< null: left alone
};

TEST(Corrections, AreMadeWhereTheyAreCertainOnly) {
  const Correction cases[] = {
      {"#SBATCH --mem=4.5G", "#SBATCH --mem=4608M"},
      {"#SBATCH --mem=16GiB --time=5", "#SBATCH --mem=16G --time=5"},
      {"#SBATCH --mem \"16 GB\" # all", "#SBATCH --mem 16G # all"},
      {"#SBATCH --mem='4.5G'", "#SBATCH --mem=4608M"},
      {"#SBATCH -n=24", "#SBATCH -n24"},
      {"#SBATCH --mem=\\4.5G", "#SBATCH --mem=4608M"},
      {"#SBATCH -t \"90 min\"", "#SBATCH -t 01:30:00"},
      {"#SBATCH --gres=gpus:1", "#SBATCH --gres=gpu:1"},
      {"#SBATCH --gpus=L40S:1", "#SBATCH --gpus=l40s:1"},
      {"#SBATCH --gres=gpu:a100:1,nvme:1", "#SBATCH --gres=gpu:A100:1,nvme:1"},
      {"#SBATCH --gres=l40s:1", "#SBATCH --gres=gpu:l40s:1"},
      {"#SBATCH --gres=nvme:1,a100:2", "#SBATCH --gres=nvme:1,gpu:A100:2"},
      {"#SBATCH --gpus=1 -C 'a100&zen3'", "#SBATCH --gpus=1 -C \"A100&zen3\""},
      {"#SBATCH -p Batch -n 1", "#SBATCH -p batch -n 1"},
      {"module CUDA/12.9.1", "module load CUDA/12.9.1"},
      {"SBATCH -n 1", "#SBATCH -n 1"},
      // The value is open, or the script may mean something else.
      {"#SBATCH --mem=lots", nullptr},
      {"#SBATCH --gpus=l4:1", nullptr},
      {"#SBATCH -p batsh", nullptr},
      {"#SBATCH -n two", nullptr},
      {"#SBATCH --gpu=1", nullptr},
      {"echo; module CUDA/12.9.1", nullptr},
      {"CUDA/12.9.1", nullptr},
      {"# SBATCH -n 4", nullptr},
      {"#SBATCH --\\mem=4.5G", nullptr},
  };
  for (const Correction& one : cases) {
    const std::string start = "#!/bin/bash\n#SBATCH -A dawn2025-151\n";
    const std::string end = "\n./a\n";
    const std::string now = corrected(start + one.was + end);
    EXPECT_EQ(now, start + (one.becomes == nullptr ? one.was : one.becomes) + end);
  }
}

}  // namespace
}  // namespace gpujob
