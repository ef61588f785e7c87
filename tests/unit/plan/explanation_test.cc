// SPDX-License-Identifier: MIT
#include "plan/explanation.h"

#include <gtest/gtest.h>
#include <set>

#include "base/json_value.h"
#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

TEST(Explanation, IsData) {
  const Explanation explanation{{"--gpus", "1", From::Profile, "x.yaml:31"},
                                {"backend", "cuda", From::SlurmVariable, ""}};
  EXPECT_EQ(dump_json_line(to_json(explanation)),
            R"([{"subject":"--gpus","value":"1","from":"profile","origin":"x.yaml:31"},)"
            R"({"subject":"backend","value":"cuda","from":"slurm variable","origin":""}])");
}

TEST(Explanation, HasAWordForEachOrigin) {
  std::set<std::string> words;
  for (const From from : {From::Flag, From::Variable, From::SlurmVariable, From::Configuration,
                          From::Profile, From::Manifest, From::BuiltIn, From::Rule})
    words.insert(to_string(from));
  EXPECT_EQ(words, (std::set<std::string>{"flag", "variable", "slurm variable", "configuration",
                                          "profile", "manifest", "built-in", "rule"}));
}

TEST(Explanation, HasARowForEveryDirectiveAndModuleAndParameter) {
  for (const Sample& sample : {feature_site().gpu("l40s"), whole_node_site().gpu("mi250x")}) {
    const auto resolution = sample.resolve();
    ASSERT_TRUE(is_ok(resolution));
    const JobPlan& plan = resolution->plan;
    for (const PlannedOption& option : plan.options) {
      const Choice why = row(resolution->explanation, "--" + option.option);
      EXPECT_EQ(why.value, option.value.value_or("")) << option.option;
      EXPECT_FALSE(why.origin.empty()) << option.option;
    }
    for (const std::string& module : plan.modules.modules)
      EXPECT_FALSE(row(resolution->explanation, "module " + module).origin.empty()) << module;
    for (const auto& [name, value] : workload_of(plan)->parameters)
      EXPECT_EQ(row(resolution->explanation, "parameter " + name).value, value);
    for (const char* subject : {"gpu", "backend", "variant", "precision", "program"})
      EXPECT_FALSE(row(resolution->explanation, subject).origin.empty()) << subject;
  }
}

}  // namespace
}  // namespace gpujob
