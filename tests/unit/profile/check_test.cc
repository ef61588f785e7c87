// SPDX-License-Identifier: MIT
#include "profile/check.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"
#include "unit/profile/sample.h"

// The faults of single profiles are in tests/profiles/bad/cross; here is what takes two files.

namespace gpujob {
namespace {

using Lines = std::vector<std::string>;

Lines models_problems(const std::string& model) {
  const std::string text =
      small_profile("north", "fir",
                    "    gpus:\n      k: {model: " + model +
                        ", request: []}\n    nodes: [{id: x, gpu: k, gpus: 1}]\n");
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  const Result<SiteProfile> profile = read_profile("x.yaml", text);
  EXPECT_TRUE(is_ok(file));
  EXPECT_TRUE(is_ok(profile));
  GpuModel known;
  known.id = "nvidia-x1";
  Lines lines;
  for (const Diagnostic& one : check_models(*file, *profile, GpuCatalogue({known}))) {
    lines.push_back(one.line());
  }
  return lines;
}

TEST(CheckModels, knows_the_models_of_the_catalogue) {
  EXPECT_EQ(models_problems("nvidia-x1"), Lines{});
}

TEST(CheckModels, refuses_others_with_a_suggestion) {
  EXPECT_EQ(models_problems("nvidia-x2"),
            Lines{"x.yaml:10:18: no GPU model 'nvidia-x2' (the catalogue of models has no such "
                  "id); did you mean 'nvidia-x1'?"});
  EXPECT_EQ(models_problems("intel-z"),
            Lines{"x.yaml:10:18: no GPU model 'intel-z' (the catalogue of models has no such id); "
                  "add it to the catalogue"});
}

}  // namespace
}  // namespace gpujob
