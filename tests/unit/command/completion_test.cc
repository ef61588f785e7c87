// SPDX-License-Identifier: MIT
#include "command/program/completion.h"

#include <gtest/gtest.h>

#include "support/fake_world.h"

namespace gpujob {
namespace {

std::vector<std::string> words_after(std::vector<std::string> words) {
  FakeWorld world;
  std::vector<std::string> offered;
  for (const Candidate& candidate : complete(world, std::move(words)).words) {
    offered.push_back(candidate.word);
  }
  EXPECT_TRUE(world.requests.empty());
  return offered;
}

using Words = std::vector<std::string>;

TEST(Completion, OffersCommands) {
  EXPECT_EQ(words_after({"sub"}), Words{"submit"});
  EXPECT_EQ(words_after({"site", ""}),
            (Words{"list", "show", "check", "detect", "new", "discover", "drift", "export"}));
  EXPECT_EQ(words_after({"site", "d"}), (Words{"detect", "discover", "drift"}));
  EXPECT_EQ(words_after({"nonsense", ""}), Words{});
  EXPECT_EQ(words_after({"man"}), Words{}) << "hidden commands stay hidden";
}

TEST(Completion, OffersOptionsAndTheirChoices) {
  EXPECT_EQ(words_after({"submit", "w", "--dr"}), Words{"--dry-run"});
  EXPECT_EQ(words_after({"submit", "w", "--build", ""}), (Words{"auto", "never"}));
  EXPECT_EQ(words_after({"submit", "w", "--build", "=", "n"}), Words{"never"});
  EXPECT_EQ(words_after({"submit", "w", "--build", "="}), (Words{"auto", "never"}));
  EXPECT_EQ(words_after({"submit", "w", "-G", ""}), Words{});
}

TEST(Completion, OffersKeysOfASweep) {
  EXPECT_EQ(words_after({"submit", "w", "--sweep", "gpu"}), (Words{"gpus=", "gpu="}));
  EXPECT_EQ(words_after({"submit", "w", "--sweep", "nonsense", "=", "x"}), Words{});
}

TEST(Completion, OffersCodes) {
  EXPECT_EQ(words_after({"codes", "gj103"}), Words{"gj103"});
  EXPECT_FALSE(words_after({"codes", "gp2"}).empty());
}

TEST(Completion, UnderstandsAnOptionThatIsOneWordWithItsValue) {
  EXPECT_EQ(words_after({"submit", "w", "--build=n"}), Words{"--build=never"});
  EXPECT_EQ(words_after({"submit", "w", "--dry-run="}), Words{});
}

TEST(Completion, OffersArgumentsUntilThereAreEnough) {
  EXPECT_EQ(words_after({"completion", ""}), (Words{"bash", "zsh", "fish"}));
  EXPECT_EQ(words_after({"completion", "bash", ""}), Words{});
}

TEST(Completion, LeavesFilesToTheShell) {
  FakeWorld world;
  EXPECT_EQ(complete(world, {"site", "check", "a", ""}).kind, Completion::Kind::Files);
  EXPECT_EQ(complete(world, {"script", "w", "--bundle", ""}).kind, Completion::Kind::Directories);
}

}  // namespace
}  // namespace gpujob
