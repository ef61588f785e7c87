// SPDX-License-Identifier: MIT
#include "script/option_value.h"

#include <gtest/gtest.h>

#include "base/format.h"

// A few values of each kind; tests/sandbox/agreement/values.txt puts many more to sbatch itself.

namespace gpujob {
namespace {

/// "problem; fix", or "" for a value that sbatch reads.
std::string problem(const std::string& option, const std::string& value) {
  const std::optional<ValueProblem> found = value_problem({option, value});
  return found ? found->problem + "; " + found->fix : "";
}

TEST(OptionValue, IsReadAsSbatchDoes) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> readable = {
      {"ntasks", {"24", " 4", "+4", "048"}},
      {"nodes", {"2", "1-2", "1k", "1,3-5", "0"}},
      {"mem", {"0", "4096", "4G", "4GB", "100000K"}},
      {"time", {"10", "1-", "1-12", "1:60:00", "UNLIMITED", "-1"}},
      {"begin", {"now+1hour", "NOW", "16:00", "4:30pm", "tomorrow", "2030-01-20T12:34"}},
      {"array", {"0-9", "1,3,5", "1-10:2%3", "[1-5]"}},
      {"dependency", {"singleton", "afterok:1:2?afterany:3", "after:1+5"}},
      {"signal", {"USR1", "B:SIGTERM@120", "10@60"}},
      {"distribution", {"block:cyclic", "*:*:fcyclic", "plane=4", "cyclic,NoPack"}},
      {"constraint", {"a&b", "a|", "[a*2&b*4]"}},
      {"gpus", {"2", "l40s", "l40s:2", "1,2", "1k"}},
      {"gres", {"gpu", "gpu:2", "gpu:l40s:2,nvme:100", "gpu:1g.5gb:1", "none"}},
      {"mail-type", {"END,FAIL", "time_limit_90"}},
      {"comment", {"$HOME <x>"}},
      {"output", {"%x-%j.out"}},
      {"nice", {"", "100", "-2147483645", "a"}},
  };
  for (const auto& [option, values] : readable) {
    for (const std::string& value : values) EXPECT_EQ(problem(option, value), "") << option;
  }
}

TEST(OptionValue, IsRefusedWithTheValueMeant) {
  EXPECT_EQ(problem("mem", "4.5G"), "--mem: '4.5G' is not a size; write '--mem=4608M'");
  EXPECT_EQ(problem("mem", "16GiB"), "--mem: '16GiB' is not a size; write '--mem=16G'");
  EXPECT_EQ(problem("mem", "max"), "--mem: 'max' is not a size; write it like 4G or 4096M");
  EXPECT_EQ(problem("time", "1.5h"), "--time: '1.5h' is not a time limit; write '--time=01:30:00'");
  EXPECT_EQ(problem("ntasks", "=24"),
            "--ntasks: '=24' is not a whole number above 0; write '--ntasks=24'");
  EXPECT_EQ(problem("gres", "gpus:1"),
            "--gres: 'gpus:1' is not a list of resources; write '--gres=gpu:1'");
  const std::vector<std::pair<std::string, std::vector<std::string>>> refused = {
      {"ntasks", {"all", "0", "4.5", "1k", "4x"}},
      {"nodes", {"two", "1-", "1:2", "-x"}},
      {"array", {"5-1", "1-3-5", "a"}},
      {"dependency", {"afterok", "ok:1"}},
      {"signal", {"FOO@10", "USR1@1m"}},
      {"mail-type", {"NEVERMORE", ""}},
      {"begin", {"friday", "2030-13-01", "4pm"}},
      {"hint", {"foo"}},
      {"constraint", {"((a))", "a b"}},
      {"gpus", {"l40s:a", "1.5", "gpu:l40s:1"}},
      {"gres", {"GPU:1", "gpu:1,", "gpu:1(S:0)"}},
      {"exclusive", {"yes"}},
      {"nice", {"2147483646", "-5000000000", "99999999999999999999"}},
  };
  for (const auto& [option, values] : refused) {
    for (const std::string& value : values) EXPECT_NE(problem(option, value), "") << value;
  }
}

TEST(OptionValue, MayBeLeftFromATemplate) {
  const auto kind = [](const std::string& option, const std::string& value) {
    const std::optional<ValueProblem> found = value_problem({option, value});
    if (!found) return std::string("read");
    const std::string severity = found->refused ? " refused" : " taken";
    return (found->kind == ValueProblem::Kind::Template        ? "template"
            : found->kind == ValueProblem::Kind::ShellVariable ? "variable"
                                                               : "unreadable") +
           severity;
  };
  EXPECT_EQ(kind("account", "<project>"), "template refused");
  EXPECT_EQ(kind("account", "CHANGE_ME"), "template refused");
  EXPECT_EQ(kind("account", "your-account"), "template refused");
  EXPECT_EQ(kind("account", "naiss20XX-X-XXX"), "template refused");
  EXPECT_EQ(kind("account", "changed2025-1"), "read");
  EXPECT_EQ(kind("account", "maxx-plank"), "read");
  EXPECT_EQ(kind("nodes", "N"), "template refused");
  EXPECT_EQ(kind("time", "HH:MM:SS"), "template refused");
  EXPECT_EQ(kind("mail-user", "<email>"), "template taken");
  EXPECT_EQ(kind("job-name", "<x>"), "read");
  EXPECT_EQ(kind("ntasks", "$N"), "variable refused");
  EXPECT_EQ(kind("account", "$ACCOUNT"), "variable refused");
  EXPECT_EQ(kind("output", "$HOME/out"), "variable taken");
  EXPECT_EQ(kind("output", "a$.out"), "read");
}

}  // namespace
}  // namespace gpujob
