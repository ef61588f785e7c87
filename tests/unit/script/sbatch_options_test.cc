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
    EXPECT_LE(previous, option.name);
    if (previous != option.name) {
      EXPECT_EQ(find_option(option.name), &option);
    }
    previous = option.name;
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

// How many each release has, counted in its src/common/slurm_opt.c.
TEST(SbatchOptions, AreThoseOfEachRelease) {
  const std::vector<std::pair<std::string_view, std::size_t>> releases = {
      {"20.02", 101}, {"20.11.9", 103}, {"21.08", 105}, {"22.05.8", 106},
      {"23.02", 110}, {"23.11", 110},   {"24.05", 113}, {"24.11", 114},
      {"25.05", 115}, {"25.11.2", 118}, {"26.05", 120}, {"26.11", 120}};
  for (const auto& [release, count] : releases) {
    std::set<std::string_view> names;
    for (const SbatchOption& option : sbatch_options()) {
      if (!option.is_in(release)) continue;
      EXPECT_TRUE(names.insert(option.name).second) << option.name << " twice in " << release;
      EXPECT_EQ(find_option(option.name, release), &option);
    }
    EXPECT_EQ(names.size(), count) << release;
  }
}

TEST(SbatchOptions, KnowTheirReleases) {
  EXPECT_EQ(find_option("segment", "23.11.10"), nullptr);
  EXPECT_NE(find_option("segment", "24.05.0"), nullptr);
  EXPECT_NE(find_option("power", "23.11"), nullptr);
  EXPECT_EQ(find_option("power", "24.05"), nullptr);
  EXPECT_EQ(find_option("export-file", "23.11.4"), nullptr);
  EXPECT_NE(find_option("export-file", "24.05"), nullptr);
  EXPECT_EQ(find_option("get-user-env", "24.11")->argument, Argument::Optional);
  EXPECT_EQ(find_option("get-user-env", "25.05")->argument, Argument::None);
  EXPECT_EQ(find_option("requeue", "25.11")->argument, Argument::Optional);
}

TEST(SbatchOptions, KnowTheirVariables) {
  EXPECT_EQ(find_option("time")->variable, "SBATCH_TIMELIMIT");
  EXPECT_EQ(find_option("mem")->variable, "SBATCH_MEM_PER_NODE");
  EXPECT_EQ(find_option("ntasks")->variable, "");
}

}  // namespace
}  // namespace gpujob
