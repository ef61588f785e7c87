// SPDX-License-Identifier: MIT
#include "script/sbatch_options.h"

#include <gtest/gtest.h>
#include <set>

namespace gpujob {
namespace {

TEST(SbatchOptions, AreSortedAndLettersAreUnique) {
  std::set<char> letters;
  std::string_view previous;
  for (const SbatchOption& option : sbatch_options()) {
    EXPECT_LT(previous, option.name);
    previous = option.name;
    EXPECT_EQ(find_option(option.name), &option);
    if (option.letter == '\0') continue;
    EXPECT_TRUE(letters.insert(option.letter).second) << option.name;
  }
}

TEST(SbatchOptions, LettersMeanWhatTheyMeanInSbatch) {
  const std::vector<std::pair<char, std::string_view>> letters = {
      {'A', "account"},       {'a', "array"},      {'B', "extra-node-info"},
      {'b', "begin"},         {'C', "constraint"}, {'c', "cpus-per-task"},
      {'D', "chdir"},         {'d', "dependency"}, {'e', "error"},
      {'F', "nodefile"},      {'G', "gpus"},       {'H', "hold"},
      {'h', "help"},          {'i', "input"},      {'J', "job-name"},
      {'k', "no-kill"},       {'L', "licenses"},   {'M', "clusters"},
      {'m', "distribution"},  {'N', "nodes"},      {'n', "ntasks"},
      {'O', "overcommit"},    {'o', "output"},     {'p', "partition"},
      {'Q', "quiet"},         {'q', "qos"},        {'S', "core-spec"},
      {'s', "oversubscribe"}, {'t', "time"},       {'V', "version"},
      {'v', "verbose"},       {'W', "wait"},       {'w', "nodelist"},
      {'x', "exclude"}};
  for (const auto& [letter, name] : letters) {
    const SbatchOption* option = find_option(letter);
    ASSERT_NE(option, nullptr) << letter;
    EXPECT_EQ(option->name, name);
  }
  EXPECT_EQ(find_option('g'), nullptr);
  EXPECT_EQ(find_option('\0'), nullptr);
  EXPECT_EQ(find_option("gpus-per-nod"), nullptr);
  EXPECT_EQ(find_option("zzz"), nullptr);
}

TEST(SbatchOptions, KnowTheirVariables) {
  EXPECT_EQ(find_option("time")->variable, "SBATCH_TIMELIMIT");
  EXPECT_EQ(find_option("mem")->variable, "SBATCH_MEM_PER_NODE");
  EXPECT_EQ(find_option("ntasks")->variable, "");
}

}  // namespace
}  // namespace gpujob
