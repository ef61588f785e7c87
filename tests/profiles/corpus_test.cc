// SPDX-License-Identifier: MIT
#include "corpus.h"

#include <gtest/gtest.h>

#include "document.h"
#include "support/messages.h"
#include "support/read_source.h"

// good/ has files without a fault; bad/ has files with one fault each that a JSON Schema can see,
// bad/cross/ faults that only the cross-checks see, bad/yaml/ faults that YAML itself refuses or
// that are gone once a parser has read the file. <name>.expected is the whole first message.

namespace gpujob {
namespace {

std::string text_of(const std::string& name) {
  return read_source("tests/profiles/" + name);
}

TEST(Corpus, good_files_have_no_fault) {
  for (const std::string& name : yaml_files(corpus_directory() + "/good")) {
    const Diagnostics problems = problems_in(document_kind(name), name, text_of("good/" + name));
    EXPECT_EQ(lines_of(problems), std::vector<std::string>{}) << name;
  }
}

class BadFiles : public testing::TestWithParam<const char*> {};

TEST_P(BadFiles, have_the_message_that_is_expected) {
  const std::string folder = GetParam();
  for (const std::string& name : yaml_files(corpus_directory() + "/" + folder)) {
    const Diagnostics problems =
        problems_in(document_kind(name), name, text_of(folder + "/" + name));
    ASSERT_FALSE(problems.empty()) << name << " has no fault";
    const std::string expected = folder + "/" + name.substr(0, name.size() - 5) + ".expected";
    const std::string said = problems.front().line() + "\n";
    if (is_blessing()) overwrite(corpus_directory() + "/" + expected, said);
    EXPECT_EQ(said, text_of(expected)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, BadFiles, testing::Values("bad", "bad/cross", "bad/yaml"));

/// The folders keep their promise: what a schema can see is in bad/, the rest is not.
TEST(Corpus, cross_faults_are_none_of_the_fields) {
  for (const std::string folder : {"bad", "bad/cross"}) {
    for (const std::string& name : yaml_files(corpus_directory() + "/" + folder)) {
      const Result<YamlFile> file = parse_yaml(name, text_of(folder + "/" + name));
      ASSERT_TRUE(is_ok(file));
      const bool seen = !check_fields(*file, fields_of(document_kind(name))).empty();
      EXPECT_EQ(seen, folder == "bad") << folder << "/" << name;
    }
  }
}

TEST(Corpus, is_large_enough) {
  const std::size_t good = yaml_files(corpus_directory() + "/good").size();
  std::size_t bad = 0;
  for (const std::string folder : {"bad", "bad/cross", "bad/yaml"}) {
    bad += yaml_files(corpus_directory() + "/" + folder).size();
  }
  EXPECT_GE(good, 40u);
  EXPECT_GE(bad, 110u);
  EXPECT_GE(good + bad, 150u);
}

}  // namespace
}  // namespace gpujob
